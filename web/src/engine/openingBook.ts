/**
 * The opening book: who wins positions of a few chips, by a certificate or by a search of the
 * solver. The same as `tenchips.book.opening_book`, read from a copy made for browsers. A position
 * that is not in it is unknown.
 */

import { other, type Position } from '../rules/position'
import { NAMES } from '../rules/squares'
import type { BookMove } from './certificate'
import { chipsOf } from './game'
import { Rows } from './rows'

/** The last byte of a row: plies in its lowest six bits, and two signs. */
const [MOST_PLIES, LOSES, CERTIFIED] = [63, 64, 128]

export class OpeningBook {
  private constructor(readonly rows: Rows) {}

  static async read(file: Blob): Promise<OpeningBook> {
    return new OpeningBook(await Rows.read(file))
  }

  /** What is known of a position, or null. */
  lookUp(position: Position): BookMove | null {
    const { white, black } = chipsOf(position)
    const found = position.outcome() ? null : this.rows.look(white, black)
    if (!found) return null
    const { square, value } = found
    return {
      winner: value & LOSES ? other(position.turn) : position.turn,
      move: NAMES[square]!,
      plies: value & MOST_PLIES,
      source: value & CERTIFIED ? 'certificate' : 'solver',
    }
  }
}
