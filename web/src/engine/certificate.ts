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

/** White's tenth add is ply 19; counted from Black's first move the same holds for Black. */
const LONGEST = 19
/** The winner's chips, then the other's, on a board where the winner plays from left to right. */
type Images = [bigint, bigint]

/** A move of a strategy: the winner's, with the plies within which it wins, or the longest
 * resistance against it, with the plies within which it loses. */
export type BookMove = { winner: Color; move: string; plies: number }

export class Certificate {
  readonly #own: BigUint64Array
  readonly #others: BigUint64Array
  readonly #squares: Uint8Array
  readonly #plies: Uint8Array

  /** The rows as columns, sorted by the winner's chips and then the other's. */
  private constructor(
    readonly winner: Color,
    /** Wins within so many plies are left out. */
    readonly left: number,
    columns: Uint8Array,
    readonly count: number,
    readonly exact: Exact,
  ) {
    this.#own = words(columns, 0, count)
    this.#others = words(columns, 8, count)
    this.#squares = columns.subarray(16 * count, 17 * count)
    this.#plies = columns.subarray(17 * count)
  }

  /** Read the file that wasm/certificates.py writes. */
  static async read(file: Blob, exact: Exact): Promise<Certificate> {
    const stream = file.stream().pipeThrough(new DecompressionStream('gzip'))
    const data = new Uint8Array(await new Response(stream).arrayBuffer())
    const count = new DataView(data.buffer).getUint32(4, true)
    if (data.length !== 8 + 18 * count) throw new Error('the certificate is damaged')
    return new Certificate(data[0] ? 'black' : 'white', data[1]!, data.subarray(8), count, exact)
  }

  /** The winner's move and the plies it takes at most; null where neither the certificate nor a
   * look at the next plies knows one. */
  move(position: Position): BookMove | null {
    if (position.turn !== this.winner || !position.hand(this.winner) || position.outcome()) return null
    const [own, others] = this.#seenByWinner(position)
    for (const [number, [a, b]] of images(own, others).entries()) {
      const row = this.#find(a, b)
      if (row >= 0) return this.#found(turned(this.#squares[row]!, number), this.#plies[row]!)
    }
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
        best = { winner: this.winner, move: move.to, plies: answer.plies + 1 }
      }
    }
    return best
  }

  /** The move of whoever is to move, or null if this certificate says nothing of the position. */
  answer(position: Position): BookMove | null {
    return position.turn === this.winner ? this.move(position) : this.resistance(position)
  }

  /** Every row: the winner's and the other's chips, the square and the plies. */
  *rows(): Generator<[bigint, bigint, number, number]> {
    for (let row = 0; row < this.count; row++) {
      yield [this.#own[row]!, this.#others[row]!, this.#squares[row]!, this.#plies[row]!]
    }
  }

  #seenByWinner(position: Position): Images {
    const { white, black } = chipsOf(position)
    return this.winner === 'white' ? [white, black] : [transposed(black), transposed(white)]
  }

  #found(square: number, plies: number): BookMove {
    const number = this.winner === 'white' ? square : across(square)
    return { winner: this.winner, move: NAMES[number]!, plies }
  }

  /** The row of a position, or -1. */
  #find(own: bigint, others: bigint): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      const [a, b] = [this.#own[middle]!, this.#others[middle]!]
      if (a < own || (a === own && b < others)) low = middle + 1
      else high = middle
    }
    return this.#own[low] === own && this.#others[low] === others ? low : -1
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

/** 64-bit numbers of which all first bytes come first, then all second ones and so on. */
function words(columns: Uint8Array, first: number, count: number): BigUint64Array {
  const bytes = new Uint8Array(8 * count)
  for (let column = 0; column < 8; column++) {
    const at = (first + column) * count
    for (let row = 0; row < count; row++) bytes[8 * row + column] = columns[at + row]!
  }
  return new BigUint64Array(bytes.buffer)
}

/** A position, and with its columns, its rows, and both exchanged. */
function images(own: bigint, others: bigint): Images[] {
  const columns: Images = [otherColumns(own), otherColumns(others)]
  const rows: Images = [otherRows(own), otherRows(others)]
  return [[own, others], columns, rows, [otherRows(columns[0]), otherRows(columns[1])]]
}

function mapped(bits: bigint, to: (square: number) => number): bigint {
  let found = 0n
  for (let square = 0; bits; square++, bits >>= 1n) {
    if (bits & 1n) found |= 1n << BigInt(to(square))
  }
  return found
}

const otherColumns = (bits: bigint): bigint => mapped(bits, (square) => square ^ 0o70)
const otherRows = (bits: bigint): bigint => mapped(bits, (square) => square ^ 0o07)
export const transposed = (bits: bigint): bigint => mapped(bits, across)

/** The square with column and row exchanged. */
export function across(square: number): number {
  return ((square & 7) << 3) | (square >> 3)
}

/** A square of an image as the position itself has it: the images are their own inverses. */
function turned(square: number, image: number): number {
  return square ^ [0, 0o70, 0o07, 0o77][image]!
}
