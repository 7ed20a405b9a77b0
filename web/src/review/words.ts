/** What a review says to people: one sentence for the game, reasons for marks, and results. */

import { plural } from '../messages/plural'
import { pliesText } from '../parts/plies'
import { named, other, type Color, type Position } from '../rules/position'
import type { Ending } from './address'
import type { Mark } from './marking'
import type { Review, ReviewedMove, Standing } from './review'

export const MARK_NAMES: Record<Mark, string> = {
  '?!': /* @wc-include */ 'dubious',
  '?': /* @wc-include */ 'mistake',
  '??': /* @wc-include */ 'blunder',
}

/** From these estimated chances on a player is called better. */
const BETTER = 0.75

/** A move as a sentence names it: "move 9 (52)". `before` is the position it was made in. */
export function moveName(before: Position, move: string): string {
  return `move\u00a0${before.number}\u00a0(${move})`
}

/** How the game went and how it ended, as far as the moves do not show that. The review has to be complete. */
export function storyOf(
  review: Review,
  positions: readonly Position[],
  you: Color | null,
  ending: Ending | null = null,
): string {
  if (!ending || !review.moves.length) return courseOf(review, positions, you)
  const proof = review.standings.at(-1)?.proof
  const { how, loser } = ending
  const isYou = loser === you
  const name = loser ? named(loser) : ''
  if (!proof?.winner || proof.winner === (loser && other(loser))) {
    const course = courseOf(review, positions, you)
    if (how === 'agreement') return `${course} The players agreed on a draw.`
    if (how === 'time') return isYou ? `${course} You ran out of time.` : `${course} ${name} ran out of time.`
    return isYou ? `${course} You resigned.` : `${course} ${name} resigned.`
  }
  const missed = missedWords(proof.winner, proof.plies, you)
  if (how === 'agreement') return `The players agreed on a draw in a won game: ${missed}.`
  if (how === 'time') {
    return isYou ? `You ran out of time in a won game: ${missed}.` : `${name} ran out of time in a won game: ${missed}.`
  }
  return isYou ? `You resigned a won game: ${missed}.` : `${name} resigned a won game: ${missed}.`
}

/** Who could win, and how soon. */
function missedWords(winner: Color, plies: number | null, you: Color | null): string {
  const name = named(winner)
  if (plies === null) return winner === you ? 'you could win' : `${name} could win`
  if (plies === 1) return winner === you ? 'you could win at once' : `${name} could win at once`
  return winner === you ? `you could win in ${plies} plies` : `${name} could win in ${plies} plies`
}

/** How the game went, in one sentence. */
function courseOf(review: Review, positions: readonly Position[], you: Color | null): string {
  const { moves, standings } = review
  if (!moves.length) return 'There are no moves to review.'
  const nth = (ply: number) => moveName(positions[ply - 1]!, moves[ply - 1]!.move)
  const lastOf = (holds: (standing: Standing | null) => boolean) => standings.findLastIndex(holds)
  const isWon = (standing: Standing | null, by: Color) => standing?.proof?.winner === by
  const chance = (standing: Standing | null, of: Color) => {
    const white = standing?.chance ?? 0.5
    return of === 'white' ? white : 1 - white
  }
  const winner = standings.at(-1)?.proof?.winner ?? null
  const losers: Color[] = winner ? [other(winner)] : ['white', 'black']
  const until = (how: 'winning' | 'better', holds: (standing: Standing | null, of: Color) => boolean) => {
    const lasts = losers.map((color) => ({ color, ply: lastOf((one) => holds(one, color)) }))
    const [last] = lasts.sort((one, two) => two.ply - one.ply)
    if (!last || last.ply < 0 || last.ply === moves.length) return null
    const [name, move] = [named(last.color), nth(last.ply + 1)]
    if (how === 'better') return last.color === you ? `You were better until ${move}.` : `${name} was better until ${move}.`
    return last.color === you ? `You were winning until ${move}.` : `${name} was winning until ${move}.`
  }
  const lost = until('winning', isWon)
  if (lost) return lost
  if (winner) {
    const [isYou, name] = [winner === you, named(winner)]
    const from = lastOf((one) => !isWon(one, winner)) + 1
    if (!from) return isYou ? 'You were winning from the start to the end.' : `${name} was winning from the start to the end.`
    const better = until('better', (one, of) => chance(one, of) >= BETTER)
    if (better) return better
    return isYou ? `You were winning from ${nth(from)} on.` : `${name} was winning from ${nth(from)} on.`
  }
  return until('better', (one, of) => chance(one, of) >= BETTER) ?? 'Neither player was clearly winning.'
}

/** Who stands how: "White wins in 9 plies, proved", "White's chances: 62 %". */
export function standingWords(standing: Standing | null): string {
  if (!standing) return 'not reviewed yet'
  const { proof, chance } = standing
  if (!proof) return `White's chances: ${percent(chance)}`
  if (!proof.winner) return 'a draw'
  if (proof.plies === 0) return `${named(proof.winner)} has won`
  if (proof.plies === null) return `${named(proof.winner)} wins, proved`
  return `${named(proof.winner)} wins in ${pliesText(proof.plies)}, proved`
}

/** Why a move is marked, in one or two sentences. */
export function reasonOf({ by, move, before, after, better, evaluation }: ReviewedMove): string {
  const best = better?.moves[0]
  const opponent = named(other(by))
  const answer = after?.result === 'loss' ? answerWords(move, opponent, after.plies) : ''
  if (before?.result === 'win') return `${missedWin(named(by), before.plies, best)} ${answer}`.trim()
  if (better?.score.wins === false && after?.plies) {
    return `${named(by)} loses either way, but ${best} lasts ${pliesText(better.score.plies!)} and ${move} only ${after.plies}.`
  }
  const instead = best ? `${best} is better.` : ''
  return `${answer || lossWords(named(by), better, evaluation)} ${instead}`.trim()
}

function missedWin(name: string, plies: number | null, best: string | undefined): string {
  if (plies === null) return best ? `${name} missed a win with ${best}.` : `${name} missed a win.`
  const distance = pliesText(plies)
  return best ? `${name} missed a win in ${distance} with ${best}.` : `${name} missed a win in ${distance}.`
}

function lossWords(name: string, better: ReviewedMove['better'], evaluation: ReviewedMove['evaluation']): string {
  if (!better || !evaluation) return `${name} gives away winning chances.`
  const [from, to] = [better.score.chance, evaluation.score.chance].map(percent)
  return `${name}'s chances fall from ${from} to ${to}.`
}

/** After a move the opponent wins; `plies` count from before the move. */
export function answerWords(move: string, opponent: string, plies: number | null): string {
  if (plies === null) return `After ${move} ${opponent} wins.`
  if (plies <= 2) return `After ${move} ${opponent} wins at once.`
  return `After ${move} ${opponent} wins in ${pliesText(plies - 1)}.`
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`
}

/** "2 blunders, 1 mistake, 1 missed win", or "no mistakes". */
export function countWords(moves: readonly ReviewedMove[], missedWins: number): string {
  const count = (mark: Mark) => moves.filter((move) => move.mark === mark).length
  const [blunders, mistakes, dubious] = [count('??'), count('?'), count('?!')]
  const counts = [
    blunders && plural(blunders, ['# blunder', '# blunders']),
    mistakes && plural(mistakes, ['# mistake', '# mistakes']),
    dubious && plural(dubious, ['# dubious move', '# dubious moves']),
    missedWins && plural(missedWins, ['# missed win', '# missed wins']),
  ]
  return counts.filter(Boolean).join(', ') || 'no mistakes'
}
