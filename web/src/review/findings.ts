/**
 * What is found out about each position of a game, as `tenchips.engine.review` does it: what the rules
 * and the certificates know, and one search that compares the move played with the best one. The
 * search goes from the end to the beginning: what it proves about later positions helps with
 * earlier ones.
 */

import type { Engine, Info, Limit } from '../engine/engine'
import { RULES, type Rules } from '../engine/game'
import type { Score } from '../engine/score'
import { positionsOf } from '../parts/line'
import { parseMove, type Color, type Position } from '../rules/position'
import { onePlyEarlier, proven, valueOf, type Proven } from './marking'

/** A game to review: where it began, its moves, its house rules, and how many of the moves were made
 * before the players had a choice. */
export type ReviewGame = {
  start: string
  moves: readonly string[]
  rules?: Partial<Rules>
  opening?: number
}

export type Asked = Pick<Engine, 'book' | 'compare' | 'evaluate'>

/** Wins within this many plies are left to the engine, which finds them at once, with the line. */
const NEAR = 5

/** A position of the game with all that is known about it. */
export type Finding = {
  position: Position
  /** How the game ended here: the winner, or null for a draw. */
  end: { winner: Color | null } | null
  played: string | null
  isOpening: boolean
  /** Whether it has been looked at. */
  isDone: boolean
  /** The proven result, seen by the side to move. */
  known: Proven | null
  /** Whether the certificates or the opening book know it. */
  isSolved: boolean
  /** Whether a certificate proves that, not a search alone. */
  isCertified: boolean
  bookMove: string | null
  /** The best move that the search found, and the move played as that search scored it. */
  best: Info | null
  given: Info | null
}

export type FindOptions = {
  signal?: AbortSignal
  /** Without certificates it searches only. */
  certificates?: boolean
  /** Findings of a review that was stopped: it goes on where they end. */
  from?: Finding[]
}

/** Look at every position, the last one first, and yield all findings after each. It ends early with
 * the signal. */
export async function* find(
  engine: Asked,
  game: ReviewGame,
  limit: Limit,
  { signal, certificates = true, from }: FindOptions = {},
): AsyncGenerator<Finding[]> {
  const findings = from ?? unsearched(game)
  const answers = findings.map(() => null as Promise<Proven | null> | null)
  const lastFirst = findings.flatMap(({ isDone }, ply) => (isDone ? [] : [ply])).reverse()
  // Another worker looks them up meanwhile.
  if (certificates) for (const ply of lastFirst) answers[ply] = lookUp(engine, findings[ply]!, signal)
  for (const ply of lastFirst) {
    const finding = findings[ply]!
    if (finding.end) {
      const { winner } = finding.end
      finding.known = proven(winner === null ? 'draw' : winner === finding.position.turn ? 'win' : 'loss', 0)
    } else {
      finding.known = (await answers[ply]) ?? null
      finding.isSolved = finding.known !== null
      await search(engine, game, ply, findings, { ...limit, signal })
    }
    // What a stopped search has found counts for nothing.
    if (signal?.aborted) return
    finding.isDone = true
    yield findings
  }
}

function unsearched(game: ReviewGame): Finding[] {
  const positions = positionsOf({ start: game.start, moves: [...game.moves] })
  const rules = rulesOfGame(game)
  return positions.map((position, ply) => ({
    position,
    end: endOf(positions.slice(0, ply + 1), rules),
    played: game.moves[ply] ?? null,
    isOpening: ply < (game.opening ?? 0),
    isDone: false,
    known: null,
    isSolved: false,
    isCertified: false,
    bookMove: null,
    best: null,
    given: null,
  }))
}

/** How the game with these positions has ended, or null while it goes on. */
export function endOf(positions: readonly Position[], rules: Rules): { winner: Color | null } | null {
  const position = positions.at(-1)!
  const outcome = position.outcome()
  if (outcome) return { winner: !outcome.network && rules.noMove === 'draw' ? null : outcome.winner }
  const repetitions = positions.filter((one) => placing(one) === placing(position)).length
  if (rules.repetition && repetitions >= rules.repetition) return { winner: null }
  return rules.stepLimit && position.steps >= rules.stepLimit ? { winner: null } : null
}

/** The chips and whose turn it is, as text. */
function placing(position: Position): string {
  return position.text().split(' ', 2).join(' ')
}

/** What the certificates and the opening book say of a position: its result. The finding gets the move. */
async function lookUp(engine: Asked, finding: Finding, signal: AbortSignal | undefined): Promise<Proven | null> {
  if (finding.end) return null
  const { position } = finding
  // Without the certificates there is still the search.
  const [answer] = await engine.book([position.text()], { signal }).catch(() => [])
  if (!answer || answer.plies <= NEAR) return null
  finding.bookMove = answer.move
  finding.isCertified = answer.source === 'certificate'
  return proven(answer.winner === position.turn ? 'win' : 'loss', answer.plies)
}

/** Compare the move played with the best one, as far as that is not known. */
async function search(
  engine: Asked,
  game: ReviewGame,
  ply: number,
  findings: Finding[],
  limit: Limit & { signal?: AbortSignal },
): Promise<void> {
  const [finding, following] = [findings[ply]!, findings[ply + 1]]
  const asked = { position: game.start, moves: game.moves.slice(0, ply), rules: game.rules }
  const findBest = async () => {
    finding.best = (await engine.evaluate(asked, limit))[0] ?? null
    learn(finding, finding.best?.score)
  }
  if (!following || finding.isOpening) {
    if (finding.known === null || finding.known.plies === null) await findBest()
  } else if (following.known?.result === 'loss') {
    // The move wins: there is nothing to compare.
    finding.known ??= onePlyEarlier(following.known)
  } else if (following.end) {
    await findBest()
  } else if (!(finding.isSolved && following.isSolved)) {
    const compared = await engine.compare(asked, finding.played!, limit)
    if (!compared) return
    finding.best = compared.best
    finding.given = compared.given
    learn(finding, compared.best.score)
    const { score } = compared.given
    if (score.wins !== null && !following.isSolved) {
      // What is said of the move must agree with its evaluation.
      following.known = proven(score.wins ? 'loss' : 'win', score.plies! - 1)
    }
  }
}

/** Take over the result of a search, if it is proven and nothing was known. */
function learn(finding: Finding, score: Score | undefined): void {
  if (finding.known || !score || score.wins === null) return
  finding.known = valueOf(score) as Proven
}

/** The moves of a line that can be played after these positions, up to the end of the game. */
export function playable(before: readonly Position[], line: readonly string[], rules: Rules): string[] {
  const positions = [...before]
  const moves: string[] = []
  for (const text of line) {
    const move = parseMove(text)
    const position = positions.at(-1)!
    if (!move || endOf(positions, rules) || position.whyIllegal(move)) break
    positions.push(position.play(move))
    moves.push(text)
  }
  return moves
}

export function rulesOfGame(game: ReviewGame): Rules {
  return { ...RULES, ...game.rules }
}

/** The positions of a game up to a ply. */
export function positionsUpTo(findings: readonly Finding[], ply: number): Position[] {
  return findings.slice(0, ply + 1).map(({ position }) => position)
}
