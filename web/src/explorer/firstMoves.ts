/**
 * Who wins after each first move, as `tenchips.book.first_moves` and the certificates in
 * docs/certificates say: within how many plies from the empty board, at most. A test compares
 * this table with them. There are twelve first moves up to the board's mirror images.
 */

import type { Square } from '../rules/squares'
import type { Proof } from './results'

const white = (plies: number): Proof => ({ winner: 'white', plies, source: 'certificate' })

export const TWELVE: Readonly<Record<Square, Proof>> = {
  '01': white(19),
  '02': white(19),
  '03': white(19),
  '11': { winner: 'black', plies: 20, source: 'certificate' },
  '12': white(29),
  '13': white(19),
  '21': white(19),
  '22': white(19),
  '23': white(19),
  '31': white(19),
  '32': white(19),
  '33': white(15),
}

/** The result of a first move on any square that White may use. */
export function firstMove(square: Square): Proof | null {
  const fold = (digit: string) => Math.min(Number(digit), 7 - Number(digit))
  return TWELVE[`${fold(square[0]!)}${fold(square[1]!)}`] ?? null
}
