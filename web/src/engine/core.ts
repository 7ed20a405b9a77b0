/**
 * `Core`: the compiled rules, search and exact search, as WebAssembly, with types.
 *
 * There is one position to work on, and one question at a time. Squares are numbers, sets of
 * squares 64 bits, a move is its action number: an add is the square, a step `64 + 64·from + to`.
 * Nothing here knows of texts, of clocks on the wall, or of other threads; wasm/engine.pyx says
 * what each function does.
 */

type Pointer = number

/** What engine.wasm exports. */
type Exports = {
  memory: WebAssembly.Memory
  _initialize(): void
  tc_moves(): Pointer
  tc_keys(): Pointer
  tc_stop(): Pointer
  tc_set(white: bigint, black: bigint, turn: number): void
  tc_push(move: number): void
  tc_pop(move: number): void
  tc_key(): bigint
  tc_legal(): number
  tc_has_network(color: number): number
  tc_winning_move(): number
  tc_perft(depth: number): bigint
  tc_links(color: number): number
  tc_strain(color: number): number
  tc_new_table(buckets: number): Pointer
  tc_clear_table(table: Pointer): void
  tc_age_table(table: Pointer): void
  tc_permill_full(table: Pointer): number
  tc_new_searcher(table: Pointer): Pointer
  tc_reset_searcher(searcher: Pointer, table: Pointer): void
  tc_begin(searcher: Pointer, drawn: number, stepsLeft: number, stuckScore: number): void
  tc_run(
    searcher: Pointer,
    depth: number,
    alpha: number,
    beta: number,
    deadline: number,
    nodes: number,
    excluded: number,
  ): number
  tc_nodes(searcher: Pointer): number
  tc_seldepth(searcher: Pointer): number
  tc_best(searcher: Pointer): number
  tc_line(searcher: Pointer): number
  tc_new_exact(entries: number): Pointer
  tc_exact_wins(exact: Pointer, own: bigint, other: bigint, plies: number, nodes: number): number
  tc_exact_loses(exact: Pointer, own: bigint, other: bigint, plies: number, nodes: number): number
  tc_exact_move(exact: Pointer, own: bigint, other: bigint, plies: number): number
  tc_exact_nodes(exact: Pointer): number
  tc_new_exact_steps(): Pointer
  tc_exact_steps_wins(exact: Pointer, own: bigint, other: bigint, plies: number, nodes: number): number
  tc_exact_steps_loses(exact: Pointer, own: bigint, other: bigint, plies: number, nodes: number): number
  tc_exact_steps_nodes(exact: Pointer): number
}

/** 0 is White, 1 Black. */
export type Side = 0 | 1

/** Chips and whose turn it is. */
export type Chips = { white: bigint; black: bigint; turn: Side }

const MEGABYTE = 2 ** 20
const BUCKET = 64
const EXACT_ENTRY = 24
const NO_SQUARE = 64
const STOPPED = 1 << 20
const MAX_DRAWN = 920

/** There was not enough memory for a table of any size. */
export class OutOfMemory extends Error {}

export class Core {
  readonly #exports: Exports
  #stopping: () => boolean = () => false

  /** An instance of the compiled module, ready to be asked. */
  constructor(module: WebAssembly.Module) {
    const clock_time_get = (_clock: number, _precision: bigint, at: Pointer): number => {
      const view = new DataView(this.#exports.memory.buffer)
      // A search asks for the time every few hundred positions: the moment to look whether it has
      // to end.
      if (this.#stopping()) view.setInt32(this.#exports.tc_stop(), 1, true)
      view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
      return 0
    }
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: { clock_time_get },
    })
    this.#exports = instance.exports as unknown as Exports
    this.#exports._initialize()
  }

  /** Let searches from here on run until this says that they have to end. */
  stopWhen(stopping: () => boolean): void {
    this.#stopping = stopping
    new DataView(this.#exports.memory.buffer).setInt32(this.#exports.tc_stop(), 0, true)
  }

  // Rules

  set({ white, black, turn }: Chips): void {
    this.#exports.tc_set(white, black, turn)
  }

  /** Make a move, which is taken to be legal. */
  push(move: number): void {
    this.#exports.tc_push(move)
  }

  /** Take back the move just made. */
  pop(move: number): void {
    this.#exports.tc_pop(move)
  }

  /** A 64-bit key of chips and turn. */
  key(): bigint {
    return BigInt.asUintN(64, this.#exports.tc_key())
  }

  /** The legal moves in rising order, whether or not somebody has a network. */
  legal(): number[] {
    return this.#moves(this.#exports.tc_legal())
  }

  hasNetwork(side: Side): boolean {
    return this.#exports.tc_has_network(side) !== 0
  }

  /** A move that wins at once, or 0; meant for a position in which nobody has won. */
  winningMove(): number {
    return this.#exports.tc_winning_move()
  }

  /** The number of legal move sequences of a length, in a position in which nobody has won. */
  perft(depth: number): bigint {
    return BigInt.asUintN(64, this.#exports.tc_perft(depth))
  }

  /** How many pairs of a colour's chips see each other. */
  links(side: Side): number {
    return this.#exports.tc_links(side)
  }

  /** How hard the plainest network of a colour is to see, a step's two points apart. */
  strain(side: Side): number {
    return this.#exports.tc_strain(side)
  }

  #moves(count: number): number[] {
    return [...new Uint16Array(this.#exports.memory.buffer, this.#exports.tc_moves(), count)]
  }

  // Search

  /** A table of so many megabytes, or of the largest half of it that there is memory for. */
  newTable(megabytes: number): Table {
    for (let size = megabytes; size >= 1; size /= 2) {
      const at = this.#exports.tc_new_table(Math.floor((size * MEGABYTE) / BUCKET))
      if (at) return new Table(this.#exports, at, size)
    }
    throw new OutOfMemory('there is no memory for a hash table of 1 MB')
  }

  newSearcher(table: Table): Searcher {
    const at = this.#exports.tc_new_searcher(table.at)
    if (!at) throw new OutOfMemory('there is no memory for a search')
    return new Searcher(this.#exports, at, table, (count) => this.#moves(count))
  }

  /** An exact search with a table of so many megabytes, rounded down to a power of two. */
  newExact(megabytes: number): Exact {
    for (let entries = 2 ** Math.floor(Math.log2((megabytes * MEGABYTE) / EXACT_ENTRY)); entries >= 1024; entries /= 2) {
      const at = this.#exports.tc_new_exact(entries)
      if (at) return new Exact(this.#exports, at)
    }
    throw new OutOfMemory('there is no memory for an exact search')
  }

  newExactSteps(): ExactSteps {
    const at = this.#exports.tc_new_exact_steps()
    if (!at) throw new OutOfMemory('there is no memory for an exact search')
    return new ExactSteps(this.#exports, at)
  }
}

/** The memory of a search. */
export class Table {
  constructor(
    readonly exports: Exports,
    readonly at: Pointer,
    readonly megabytes: number,
  ) {}

  clear(): void {
    this.exports.tc_clear_table(this.at)
  }

  /** Mark what is there as old, to be replaced first. */
  newSearch(): void {
    this.exports.tc_age_table(this.at)
  }

  /** How much of the table the present search has filled, in thousandths. */
  permillFull(): number {
    return this.exports.tc_permill_full(this.at)
  }
}

/** A search in a position, one depth and window at a time: `Searcher` of tenchips.engine.search. */
export class Searcher {
  readonly #exports: Exports
  readonly #at: Pointer
  readonly #readMoves: (count: number) => number[]

  constructor(
    exports: Exports,
    at: Pointer,
    readonly table: Table,
    readMoves: (count: number) => number[],
  ) {
    this.#exports = exports
    this.#at = at
    this.#readMoves = readMoves
  }

  /** Forget everything, as a new searcher. */
  reset(): void {
    this.#exports.tc_reset_searcher(this.#at, this.table.at)
  }

  /** Take the position of the core, the keys of positions that are drawn if they come again, the
   * moves until the step limit draws (-1: never), and the score of having no move (-1 or 0). */
  begin(drawn: readonly bigint[], stepsLeft: number, stuckScore: number): void {
    const some = drawn.slice(0, MAX_DRAWN)
    new BigUint64Array(this.#exports.memory.buffer, this.#exports.tc_keys(), some.length).set(some)
    this.#exports.tc_begin(this.#at, some.length, stepsLeft, stuckScore)
  }

  /** Search to a depth within a window; null if a limit ended it early. The deadline is in
   * milliseconds of `performance.now`; 0 stands for no limit, as it does for nodes. */
  run(
    depth: number,
    alpha: number,
    beta: number,
    deadline = 0,
    nodes = 0,
    excluded: readonly number[] = [],
  ): number | null {
    const moves = new Uint16Array(this.#exports.memory.buffer, this.#exports.tc_moves(), excluded.length)
    moves.set(excluded)
    const score = this.#exports.tc_run(this.#at, depth, alpha, beta, deadline / 1000, nodes, excluded.length)
    return score === STOPPED ? null : score
  }

  /** Positions looked at since `begin`. */
  get nodes(): number {
    return this.#exports.tc_nodes(this.#at)
  }

  get seldepth(): number {
    return this.#exports.tc_seldepth(this.#at)
  }

  /** The best first move of the last run, as far as it came, or 0. */
  get best(): number {
    return this.#exports.tc_best(this.#at)
  }

  /** The line that the last run expects. */
  get line(): number[] {
    return this.#readMoves(this.#exports.tc_line(this.#at))
  }
}

/** The search for wins by adding chips, with rules of its own: `Exact` of tenchips.book.exact. The
 * attacker plays between the left and right goals, as White does. */
export class Exact {
  readonly #exports: Exports
  readonly #at: Pointer

  constructor(exports: Exports, at: Pointer) {
    this.#exports = exports
    this.#at = at
  }

  /** Whether the attacker, to move, wins within so many plies, an odd number; null if that was not
   * decided within so many nodes (0: no limit). */
  wins(own: bigint, other: bigint, plies: number, nodes = 0): boolean | null {
    return decided(this.#exports.tc_exact_wins(this.#at, own, other, plies, nodes))
  }

  /** Whether the defender, to move, loses within so many plies, an even number. */
  loses(own: bigint, other: bigint, plies: number, nodes = 0): boolean | null {
    return decided(this.#exports.tc_exact_loses(this.#at, own, other, plies, nodes))
  }

  /** A square where the attacker adds a chip and wins within so many plies, or null. */
  move(own: bigint, other: bigint, plies: number): number | null {
    const square = this.#exports.tc_exact_move(this.#at, own, other, plies)
    return square === NO_SQUARE ? null : square
  }

  /** Positions looked at so far. */
  get nodes(): number {
    return this.#exports.tc_exact_nodes(this.#at)
  }
}

/** The search for wins that knows steps too, and that a player without a move has lost: `ExactSteps`
 * of tenchips.book.exact_steps. It remembers nothing, so it is slow. */
export class ExactSteps {
  readonly #exports: Exports
  readonly #at: Pointer

  constructor(exports: Exports, at: Pointer) {
    this.#exports = exports
    this.#at = at
  }

  /** As of `Exact`. */
  wins(own: bigint, other: bigint, plies: number, nodes = 0): boolean | null {
    return decided(this.#exports.tc_exact_steps_wins(this.#at, own, other, plies, nodes))
  }

  /** As of `Exact`. */
  loses(own: bigint, other: bigint, plies: number, nodes = 0): boolean | null {
    return decided(this.#exports.tc_exact_steps_loses(this.#at, own, other, plies, nodes))
  }

  /** Positions looked at so far. */
  get nodes(): number {
    return this.#exports.tc_exact_steps_nodes(this.#at)
  }
}

function decided(answer: number): boolean | null {
  return answer < 0 ? null : answer !== 0
}
