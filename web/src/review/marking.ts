/**
 * Which moves a review marks, and how accurate moves are: the rules of `tenchips.engine.marking`,
 * which docs/engine.md states in words. They search nothing and know no board.
 */

import type { Score } from '../engine/score'

export type Mark = '?!' | '?' | '??'

/** The winning chances that a move must give away for each mark, worst first. */
export const MARKS: readonly (readonly [number, Mark])[] = [
  [0.3, '??'],
  [0.2, '?'],
  [0.1, '?!'],
]

/** In a lost position, a move is marked if the best one lasts at least this many times as long. */
const MUCH_FASTER = 2
const FASTER_LOSS: Mark = '?!'
/** In a position that is known to be won, though the search does not see how, a move with such an
 * estimate is not marked. */
const EVEN = 0.5

export type Result = 'win' | 'draw' | 'loss'

/** What a move or a position is worth to the player to move: winning chances from 0 to 1, and if the
 * result is proven, the result and how many plies away it is, where that is known. */
export type Value = { chance: number; result: Result | null; plies: number | null }

/** A value whose result is proven. */
export type Proven = Value & { result: Result }

const CHANCES: Record<Result, number> = { win: 1, draw: 0.5, loss: 0 }
const EXCHANGED: Record<Result, Result> = { win: 'loss', draw: 'draw', loss: 'win' }

export function proven(result: Result, plies: number | null = null): Proven {
  return { chance: CHANCES[result], result, plies }
}

/** The value of a search's score. */
export function valueOf(score: Score): Value {
  if (score.wins === null) return { chance: score.chance, result: null, plies: null }
  return proven(score.wins ? 'win' : 'loss', score.plies)
}

/** The same, seen by the player who moved to this position, before that move. */
export function onePlyEarlier({ result, plies }: Proven): Proven {
  return proven(EXCHANGED[result], plies === null ? null : plies + 1)
}

/** What is known of a move: the values of the best move and of the played one from one search at one
 * depth; and what is proven otherwise, if anything, of the position and of the move. */
export type Known = { best: Value; played: Value; position: Proven | null; proof: Proven | null }

/** The winning chances that a move gave away; null if there were none, because every move loses. */
export function givenAway({ best, played: searched, position, proof }: Known): number | null {
  const played = proof ?? searched
  if (played.result === 'win') return 0
  if (best.result === 'loss' || position?.result === 'loss') return null
  let compared = best
  if (position?.result === 'win' && played.result === null) {
    // The move may win as well, though its search does not see it. It is compared with the
    // estimate beside it, and only if it looks worse than even.
    if (best.result === null && played.chance >= EVEN) return 0
  } else if (position) compared = position
  return Math.max(0, compared.chance - played.chance)
}

/** The mark of a move, or an empty text. */
export function markOf(known: Known): Mark | '' {
  const lost = givenAway(known)
  if (lost !== null) return MARKS.find(([least]) => lost >= least - 1e-9)?.[1] ?? ''
  // Every move loses. How fast is compared only within one search: other proofs give bounds.
  return losesMuchFaster(known.best, known.proof ?? known.played) ? FASTER_LOSS : ''
}

function losesMuchFaster(best: Value, played: Value): boolean {
  if (best.result !== 'loss' || best.plies === null || played.plies === null) return false
  return MUCH_FASTER * played.plies <= best.plies
}

/** How accurate some moves were, from 0 to 100, by the chances that each gave away: the mean of
 * (1 - chances)^4. Moves from lost positions do not count; null if no other move was made. */
export function accuracyOf(losses: readonly (number | null)[]): number | null {
  const counted = losses.filter((lost) => lost !== null).map((lost) => (1 - lost) ** 4)
  if (!counted.length) return null
  return (100 * counted.reduce((sum, one) => sum + one, 0)) / counted.length
}
