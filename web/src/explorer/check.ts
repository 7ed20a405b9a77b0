/**
 * Check a claim with the exact search: all games of that length, in slices, so that it can tell how
 * far it is. First by adds alone, where the chips in hand last: that is quick, since it remembers
 * what it has proved. Otherwise, or where that does not confirm the claim, with steps.
 */

import { numberText } from '../messages/numbers'
import { plural } from '../messages/plural'
import type { Engine } from '../engine/engine'
import { other, type Position } from '../rules/position'
import type { Proof } from './results'

export type Claimed = Proof & { plies: number }

/** What is asked of the exact search: a win within so many plies, and whether steps count. */
export type Bound = { plies: number; steps: boolean }

/** How a check stands: `isRight` is null while it is undecided; `bound` is what was asked last. */
export type Check = { isRight: boolean | null; bound: Bound; nodes: number; milliseconds: number }

const FIRST_SLICE = 200_000

/** The most plies that are checked here: by adds alone, with steps while both have chips in hand for them, and with
 * steps else. Measured from the proof's longest game, 12 plies by adds take up to two minutes and 9 plies with
 * steps seconds; each ply more takes about ten times as long. */
const LONGEST = { adds: 12, early: 9, steps: 6 }

/** From so many plies on a check by adds takes more than a few seconds. */
const LONG_ADDS = 11

/** A win counts an odd number of plies
 * for the player to move and an even one for the other: of a game that ends with the loser's own
 * step, which opens a line for the winner, one ply more is asked. */
export function pliesToAsk(position: Position, claim: Claimed): number {
  const isOwn = claim.winner === position.turn
  return isOwn === (claim.plies % 2 === 1) ? claim.plies : claim.plies + 1
}

/** Whether both have chips in hand for so many plies. */
function lastsWithAdds(position: Position, plies: number): boolean {
  return position.hand(position.turn) >= Math.ceil(plies / 2) && position.hand(other(position.turn)) >= Math.floor(plies / 2)
}

/** What to ask about a claim, in turn; nothing if that would take too long here. */
export function boundsOf(position: Position, claim: Claimed): Bound[] {
  const plies = pliesToAsk(position, claim)
  const hasAdds = lastsWithAdds(position, plies)
  const bounds: Bound[] = []
  if (hasAdds && plies <= LONGEST.adds) bounds.push({ plies, steps: false })
  if (plies <= (hasAdds ? LONGEST.early : LONGEST.steps)) bounds.push({ plies, steps: true })
  return bounds
}

/** Whether somebody who checks this should know that it takes more than a few seconds. */
export function isLong({ plies, steps }: Bound): boolean {
  return !steps && plies >= LONG_ADDS
}

/** How long a check would take that is not offered here. */
export function durationWords(plies: number): string {
  if (plies <= 12) return 'minutes or hours'
  if (plies === 13) return 'a quarter of an hour or more'
  return plies === 14 ? /* @wc-include */ 'hours' : /* @wc-include */ 'days'
}

/** What checks a claim on the command line. Of a certificate, all of it is checked. */
export function commandOf(position: Position, claim: Claimed): string {
  if (claim.source === 'certificate') return /* @wc-ignore */ 'tenchips verify'
  const plies = pliesToAsk(position, claim)
  const within = lastsWithAdds(position, plies) ? /* @wc-ignore */ ` --within ${plies}` : ''
  return /* @wc-ignore */ `tenchips solve '${position.text()}' --for ${claim.winner}${within}`
}

/** Yields after every slice, until it is decided or the signal comes. Slices grow, since each
 * begins anew. */
export async function* check(
  engine: Pick<Engine, 'exact'>,
  position: string,
  bounds: readonly Bound[],
  signal: AbortSignal,
): AsyncGenerator<Check> {
  const started = performance.now()
  let nodes = 0
  for (const bound of bounds) {
    let isRight: boolean | null = null
    for (let slice = FIRST_SLICE; isRight === null; slice *= 2) {
      const found = await engine.exact(position, bound.plies, { steps: bound.steps, nodes: slice, signal })
      if (signal.aborted) return
      nodes += found.nodes
      isRight = found.proved
      yield { isRight, bound, nodes, milliseconds: performance.now() - started }
    }
    if (isRight) return
  }
}

/** "Right: 65 positions in less than 0.1 seconds, with every move of both sides that can matter." */
export function verdictOf({ isRight, bound, nodes, milliseconds }: Check, claimed: number): string {
  const count = plural(nodes, ['# position', '# positions'])
  const seconds = numberText(Math.round(milliseconds / 100) / 10, 1)
  const looked = milliseconds < 100 ? `${count} in less than 0.1 seconds` : `${count} in ${seconds} seconds`
  if (isRight === null) return `Undecided so far: ${looked}.`
  const { plies } = bound
  const isSame = plies === claimed
  if (bound.steps) {
    if (isRight) {
      return isSame
        ? `Right: ${looked}, with every move of both sides.`
        : `Right within ${plies} plies: ${looked}, with every move of both sides.`
    }
    return isSame
      ? `Not confirmed: ${looked}, with every move of both sides.`
      : `Not confirmed within ${plies} plies: ${looked}, with every move of both sides.`
  }
  if (isRight) {
    return isSame
      ? `Right: ${looked}, with every move of both sides that can matter.`
      : `Right within ${plies} plies: ${looked}, with every move of both sides that can matter.`
  }
  return isSame
    ? `Not confirmed by adding chips alone: ${looked}, with every move of both sides that can matter.`
    : `Not confirmed by adding chips alone within ${plies} plies: ${looked}, with every move of both sides that can matter.`
}
