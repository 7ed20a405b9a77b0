/**
 * A certificate: a winning strategy in a file, White's from the start or Black's after the first
 * move that loses. The same as `tenchips.book.certificate`, read from a copy made for browsers.
 *
 * It looks positions up and does not check what it reads. Wins within a few plies are left out of it,
 * and found by the exact search.
 */

import { Position } from '../rules/position'
import { NAMES, type Color } from '../rules/squares'
import type { Exact } from './core'
import { chipsOf } from './game'
import { Rows, mapped } from './rows'

/** White's tenth add is ply 19; counted from Black's first move the same holds for Black. */
const LONGEST = 19
/** The winner's chips, then the other's, on a board where the winner plays from left to right. */
type Sides = [bigint, bigint]

/** A move of a strategy: the winner's, with the plies within which it wins, or the longest
 * resistance against it, with the plies within which it loses; and what proves it. */
export type BookMove = { winner: Color; move: string; plies: number; source: 'certificate' | 'solver' }

export class Certificate {
  readonly winner: Color
  /** Wins within so many plies are left out. */
  readonly left: number

  private constructor(
    readonly rows: Rows,
    readonly exact: Exact,
  ) {
    this.winner = rows.head[0] ? 'black' : 'white'
    this.left = rows.head[1]
  }

  /** Read the file that wasm/certificates.py writes. */
  static async read(file: Blob, exact: Exact): Promise<Certificate> {
    return new Certificate(await Rows.read(file), exact)
  }

  /** The winner's move and the plies it takes at most; null where neither the certificate nor a
   * look at the next plies knows one. */
  move(position: Position): BookMove | null {
    if (position.turn !== this.winner || !position.hand(this.winner) || position.outcome()) return null
    const [own, others] = this.#seenByWinner(position)
    const row = this.rows.look(own, others)
    if (row) return this.#found(row.square, row.value)
    const most = Math.min(this.left, LONGEST - 2 * position.chips(this.winner).length)
    for (let plies = 1; plies <= most; plies += 2) {
      const square = this.exact.move(own, others, plies)
      if (square !== null) return this.#found(square, plies)
    }
    return null
  }

  /** Where every reply of the other side is known to lose: the one that loses last; else null. */
  resistance(position: Position): BookMove | null {
    if (position.turn === this.winner || !position.hand(position.turn)) return null
    let best: BookMove | null = null
    for (const move of position.legalMoves()) {
      const answer = this.move(position.play(move))
      if (!answer) return null
      if (!best || answer.plies + 1 > best.plies) {
        best = { ...answer, move: move.to, plies: answer.plies + 1 }
      }
    }
    return best
  }

  /** The move of whoever is to move, or null if this certificate says nothing of the position. */
  answer(position: Position): BookMove | null {
    return position.turn === this.winner ? this.move(position) : this.resistance(position)
  }

  #seenByWinner(position: Position): Sides {
    const { white, black } = chipsOf(position)
    return this.winner === 'white' ? [white, black] : [transposed(black), transposed(white)]
  }

  #found(square: number, plies: number): BookMove {
    const number = this.winner === 'white' ? square : across(square)
    return { winner: this.winner, move: NAMES[number]!, plies, source: 'certificate' }
  }
}

/** The two strategies that are known, in the order in which they are asked. */
export function bookMove(certificates: readonly Certificate[], position: Position): BookMove | null {
  for (const certificate of certificates) {
    const found = certificate.answer(position)
    if (found) return found
  }
  return null
}

export const transposed = (bits: bigint): bigint => mapped(bits, across)

/** The square with column and row exchanged. */
export function across(square: number): number {
  return ((square & 7) << 3) | (square >> 3)
}
