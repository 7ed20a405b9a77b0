/**
 * What can be learnt from a review: whether a move that the visitor tries instead of a mistake is good
 * enough, and how a win goes to its end.
 */

import { pliesText } from '../parts/plies'
import type { Engine, Limit } from '../engine/engine'
import { named, other, parseMove } from '../rules/position'
import { endOf, playable, positionsUpTo, rulesOfGame, type Finding, type ReviewGame } from './findings'
import { markOf, valueOf } from './marking'
import type { ReviewedMove } from './review'
import { percent, answerWords } from './words'

export type Verdict = { isRight: boolean; sentence: string }

const LIMIT: Limit = { time: 1000 }
/** The longest line that is put together, in plies. */
const LONGEST = 40

type Question = { game: ReviewGame; findings: readonly Finding[]; mistake: ReviewedMove; signal?: AbortSignal }

/** Whether a move is as good as it has to be where a mistake was made. */
export async function judgeTry(
  engine: Pick<Engine, 'compare'>,
  { game, findings, mistake, signal }: Question,
  move: string,
): Promise<Verdict | null> {
  const ply = mistake.ply - 1
  const before = findings[ply]!
  const opponent = named(other(mistake.by))
  if (move === mistake.move) return { isRight: false, sentence: `${move} is the move that was played.` }
  if (move === mistake.better?.moves[0]) {
    const { score } = mistake.better
    return { isRight: true, sentence: score.wins ? winWords(move, score.plies) : `${move} is the best move.` }
  }
  const after = [...positionsUpTo(findings, ply), before.position.play(parseMove(move)!)]
  const end = endOf(after, rulesOfGame(game))
  if (end) {
    if (end.winner === null) return { isRight: false, sentence: `${move} draws.` }
    const isRight = end.winner === mistake.by
    return { isRight, sentence: isRight ? `${move} wins at once.` : `${move} loses at once.` }
  }
  const asked = { position: game.start, moves: game.moves.slice(0, ply), rules: game.rules }
  const compared = await engine.compare(asked, move, { ...LIMIT, signal })
  if (!compared) return null
  const { best, given } = compared
  const known = { best: valueOf(best.score), played: valueOf(given.score), position: before.known, proof: null }
  const isRight = !markOf(known)
  const reply = given.moves[1] ? `${opponent} answers ${given.moves[1]}.` : ''
  const answered = (sentence: string) => ({ isRight, sentence: `${sentence} ${reply}`.trim() })
  if (given.score.wins) return { isRight, sentence: alsoWinsWords(move, given.score.plies) }
  if (given.score.wins === false) return answered(answerWords(move, opponent, given.score.plies))
  if (isRight) return { isRight, sentence: `${move} is good too: ${percent(given.score.chance)}.` }
  if (before.known?.result === 'win') return answered(`${move} does not keep the win.`)
  const [from, to] = [best.score.chance, given.score.chance].map(percent)
  return answered(`${move} leaves ${to} instead of ${from}.`)
}

function winWords(move: string, plies: number | null): string {
  if (plies === null) return `${move} wins.`
  return plies <= 1 ? `${move} wins at once.` : `${move} wins in ${pliesText(plies)}.`
}

function alsoWinsWords(move: string, plies: number | null): string {
  if (plies === null) return `${move} wins too.`
  return plies <= 1 ? `${move} wins at once too.` : `${move} wins in ${pliesText(plies)} too.`
}

/** The better line of a mistake, and if it wins, how it goes on until the network is there. */
export async function wholeLine(
  engine: Pick<Engine, 'book' | 'evaluate'>,
  { game, findings, mistake, signal }: Question,
): Promise<string[]> {
  const ply = mistake.ply - 1
  const rules = rulesOfGame(game)
  const line = [...(mistake.better?.moves ?? [])]
  if (!mistake.better?.score.isProven) return line
  const positions = positionsUpTo(findings, ply)
  for (const move of line) positions.push(positions.at(-1)!.play(parseMove(move)!))
  while (!endOf(positions, rules) && line.length < LONGEST && !signal?.aborted) {
    const asked = { position: game.start, moves: [...game.moves.slice(0, ply), ...line], rules: game.rules }
    const [known] = await engine.book([positions.at(-1)!.text()], { signal }).catch(() => [])
    const found = known ? [known.move] : (await engine.evaluate(asked, { ...LIMIT, signal }))[0]?.moves
    const next = playable(positions, found ?? [], rules)
    if (!next.length) break
    for (const move of next) positions.push(positions.at(-1)!.play(parseMove(move)!))
    line.push(...next)
  }
  return line
}
