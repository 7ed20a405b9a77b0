/** What a review says to people: one sentence for the game, reasons for marks, and results. */

import { pliesText } from '../parts/plies'
import { named, other, type Color, type Position } from '../rules/position'
import type { Ending } from './address'
import type { Mark } from './marking'
import type { Review, ReviewedMove, Standing } from './review'

export const MARK_NAMES: Record<Mark, string> = { '?!': 'dubious', '?': 'mistake', '??': 'blunder' }

/** From these estimated chances on a player is called better. */
const BETTER = 0.75

/** A player as a sentence calls them: "you" if the visitor played the colour. */
function called(color: Color, you: Color | null): { name: string; was: string } {
  return color === you ? { name: 'You', was: 'were' } : { name: named(color), was: 'was' }
}

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
  const { name } = ending.loser ? called(ending.loser, you) : { name: 'The players' }
  const did = { resignation: 'resigned', time: 'ran out of time', agreement: 'agreed on a draw' }[ending.how]
  if (!proof?.winner || proof.winner === (ending.loser && other(ending.loser))) {
    return `${courseOf(review, positions, you)} ${name} ${did}.`
  }
  const won = { resignation: 'a won game', time: 'in a won game', agreement: 'in a won game' }[ending.how]
  const missed = `${proof.winner === you ? 'you' : named(proof.winner)} could win`
  if (proof.plies === null) return `${name} ${did} ${won}: ${missed}.`
  return `${name} ${did} ${won}: ${missed} ${proof.plies === 1 ? 'at once' : `in ${proof.plies} plies`}.`
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
  const until = (how: string, holds: (standing: Standing | null, of: Color) => boolean) => {
    const lasts = losers.map((color) => ({ color, ply: lastOf((one) => holds(one, color)) }))
    const [last] = lasts.sort((one, two) => two.ply - one.ply)
    if (!last || last.ply < 0 || last.ply === moves.length) return null
    const { name, was } = called(last.color, you)
    return `${name} ${was} ${how} until ${nth(last.ply + 1)}.`
  }
  const lost = until('winning', isWon)
  if (lost) return lost
  if (winner) {
    const { name, was } = called(winner, you)
    const from = lastOf((one) => !isWon(one, winner)) + 1
    if (!from) return `${name} ${was} winning from the start to the end.`
    return until('better', (one, of) => chance(one, of) >= BETTER) ?? `${name} ${was} winning from ${nth(from)} on.`
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
  return `${named(proof.winner)} wins${proof.plies === null ? '' : ` in ${pliesText(proof.plies)}`}, proved`
}

/** Why a move is marked, in one or two sentences. */
export function reasonOf({ by, move, before, after, better, evaluation }: ReviewedMove): string {
  const best = better?.moves[0]
  const opponent = named(other(by))
  const answer = after?.result !== 'loss' ? '' : `After ${move} ${opponent} ${winsWords(after.plies, 1)}.`
  if (before?.result === 'win') {
    const missed = before.plies === null ? 'a win' : `a win in ${pliesText(before.plies)}`
    return `${named(by)} missed ${missed}${best ? ` with ${best}` : ''}. ${answer}`.trim()
  }
  if (better?.score.wins === false && after?.plies) {
    return `${named(by)} loses either way, but ${best} lasts ${pliesText(better.score.plies!)} and ${move} only ${after.plies}.`
  }
  const instead = best ? ` ${best} is better.` : ''
  if (answer) return answer + instead
  if (better && evaluation) {
    const [from, to] = [better.score.chance, evaluation.score.chance].map(percent)
    return `${named(by)}'s chances fall from ${from} to ${to}.${instead}`
  }
  return `${named(by)} gives away winning chances.${instead}`
}

/** "wins in 4 plies", "wins at once", "wins"; `less` plies have been played since the distance was counted. */
export function winsWords(plies: number | null, less = 0): string {
  if (plies === null) return 'wins'
  return plies - less <= 1 ? 'wins at once' : `wins in ${pliesText(plies - less)}`
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`
}

/** "2 blunders, 1 mistake, 1 missed win", or "no mistakes". */
export function countWords(moves: readonly ReviewedMove[], missedWins: number): string {
  const counts = (['??', '?', '?!'] as const).map((mark) => {
    const count = moves.filter((move) => move.mark === mark).length
    const [one, many] = { '??': ['blunder', 'blunders'], '?': ['mistake', 'mistakes'], '?!': ['dubious move', 'dubious moves'] }[mark]
    return count ? `${count} ${count === 1 ? one : many}` : ''
  })
  const missed = missedWins ? `${missedWins} missed win${missedWins === 1 ? '' : 's'}` : ''
  return [...counts, missed].filter(Boolean).join(', ') || 'no mistakes'
}
