/**
 * The rows of a file that wasm/certificates.py writes: positions, each with a square and a value.
 * Of a position's four mirror images one is there; `look` finds it.
 */

/** Two sets of chips, as 64 bits each. */
type Images = [bigint, bigint]

export class Rows {
  readonly #first: BigUint64Array
  readonly #second: BigUint64Array
  readonly #squares: Uint8Array
  readonly #values: Uint8Array

  /** The rows as columns, sorted by the first and then the second chips. */
  private constructor(
    /** The file's first two bytes. */
    readonly head: readonly [number, number],
    columns: Uint8Array,
    readonly count: number,
  ) {
    this.#first = words(columns, 0, count)
    this.#second = words(columns, 8, count)
    this.#squares = columns.subarray(16 * count, 17 * count)
    this.#values = columns.subarray(17 * count)
  }

  static async read(file: Blob): Promise<Rows> {
    const stream = file.stream().pipeThrough(new DecompressionStream('gzip'))
    const data = new Uint8Array(await new Response(stream).arrayBuffer())
    const count = new DataView(data.buffer).getUint32(4, true)
    if (data.length !== 8 + 18 * count) throw new Error('the certificate or opening book is damaged')
    return new Rows([data[0]!, data[1]!], data.subarray(8), count)
  }

  /** The square and the value of a position, or null. */
  look(first: bigint, second: bigint): { square: number; value: number } | null {
    for (const [number, [a, b]] of images(first, second).entries()) {
      const row = this.#find(a, b)
      if (row >= 0) return { square: turned(this.#squares[row]!, number), value: this.#values[row]! }
    }
    return null
  }

  /** Every row: both sets of chips, the square and the value. */
  *all(): Generator<[bigint, bigint, number, number]> {
    for (let row = 0; row < this.count; row++) {
      yield [this.#first[row]!, this.#second[row]!, this.#squares[row]!, this.#values[row]!]
    }
  }

  /** The row of a position, or -1. */
  #find(first: bigint, second: bigint): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      const [a, b] = [this.#first[middle]!, this.#second[middle]!]
      if (a < first || (a === first && b < second)) low = middle + 1
      else high = middle
    }
    return this.#first[low] === first && this.#second[low] === second ? low : -1
  }
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

/** A set of squares, each taken to another one. */
export function mapped(bits: bigint, to: (square: number) => number): bigint {
  let found = 0n
  for (let square = 0; bits; square++, bits >>= 1n) {
    if (bits & 1n) found |= 1n << BigInt(to(square))
  }
  return found
}

const otherColumns = (bits: bigint): bigint => mapped(bits, (square) => square ^ 0o70)
const otherRows = (bits: bigint): bigint => mapped(bits, (square) => square ^ 0o07)

/** A square of an image as the position itself has it: the images are their own inverses. */
function turned(square: number, image: number): number {
  return square ^ [0, 0o70, 0o07, 0o77][image]!
}
