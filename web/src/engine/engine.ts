/**
 * The engine as pages use it: analysis, moves of every level, the certificates of the solved game,
 * and the exact search that checks claims. It runs in the visitor's browser, in workers, so that
 * the page stays responsive. Nothing is loaded before `open` is called.
 *
 *     const opened = await open()
 *     if (!opened.engine) return show(opened.problem.sentence)
 *     for await (const lines of opened.engine.analyse({ moves: ['33', '22'] }, { lines: 3 })) {
 *       console.log(lines[0].score.toString(), lines[0].moves)
 *     }
 *
 * docs/browser-engine.md tells more.
 */

import address from './engine.wasm?url'
import type { BookMove } from './certificate'
import type { Game } from './game'
import { EngineError, Link, type WorkerFactory } from './link'
import type { Checked } from './messages'
import { Score } from './score'
import type { Limit, Line } from './search'

export type { BookMove } from './certificate'
export type { Game, Rules } from './game'
export { EngineError } from './link'
export type { Checked } from './messages'
export { Score } from './score'
export type { Limit } from './search'

/** A line of play: its moves, what it is worth for the player to move, and how that was found. */
export type Info = Omit<Line, 'points'> & { score: Score; move: string }

export type Compared = { best: Info; given: Info }

/** Why there is no engine, with a sentence to show. The site plays without. */
export type Problem = { kind: 'unsupported' | 'unreachable' | 'broken'; sentence: string }

export type Opened = { engine: Engine; problem: null } | { engine: null; problem: Problem }

/** One question at a time: a new `analyse`, `evaluate`, `compare` or `play` ends the one before. The others
 * wait for their turn, and disturb no search. A `signal` ends a question early. */
export interface Engine {
  /** The best lines again and again as they get better, the best line first. It ends with a limit,
   * a proof, `stop`, the signal, or when the loop is left. Throws an EngineError if the game is
   * over, is impossible, or the engine fails. */
  analyse(game: Game, options?: AnalyseOptions): AsyncIterableIterator<Info[]>
  /** The best lines when a limit (a second, unless told otherwise) has ended the search; none if it
   * was stopped before there was any. */
  evaluate(game: Game, options?: AnalyseOptions): Promise<Info[]>
  /** The best move and a given legal one, scored by one search at one depth, so that they can be
   * compared; a proven score may come from a lower depth. Null if it was stopped. */
  compare(game: Game, move: string, options?: PlayOptions): Promise<Compared | null>
  /** A move of a level from 1 to 10, with what the level thinks of it; null if it was stopped. */
  play(level: number, game: Game, options?: PlayOptions): Promise<Info | null>
  /** End the search that is going on; it keeps what it has found. */
  stop(): void
  /** Whether the player to move wins (an odd number of plies) or loses (an even one) within so many
   * plies: by adds alone, up to 19 plies and with the winning move; or with `steps`, up to 11, by
   * whatever the rules allow. Undecided after so many nodes, or when stopped. */
  exact(position: string, plies: number, options?: ExactOptions): Promise<Checked>
  /** What the certificates of the solved game say of positions: for the winner to move the move
   * that wins, for the loser the longest resistance; null where they say nothing. */
  book(positions: readonly string[], options?: { signal?: AbortSignal }): Promise<(BookMove | null)[]>
  /** The number of legal move sequences of a length. */
  perft(position: string, depth: number): Promise<bigint>
  /** Forget what was learnt from earlier searches. */
  clear(): Promise<void>
  /** End everything; the memory goes with it. */
  close(): void
}

export type AnalyseOptions = Limit & {
  /** How many lines; 1 by default. */
  lines?: number
  signal?: AbortSignal
}

export type ExactOptions = {
  /** Whether steps and players without a move count; false by default. */
  steps?: boolean
  nodes?: number
  signal?: AbortSignal
}

export type PlayOptions = Limit & { signal?: AbortSignal }

const SECOND = 1000

let compiling: Promise<WebAssembly.Module> | null = null

/** An engine of its own for whoever asks, with a table of so many megabytes (by default as the
 * device's memory allows), or why there is none. */
export async function open(options: { megabytes?: number } = {}): Promise<Opened> {
  if (typeof WebAssembly !== 'object' || typeof Worker !== 'function') {
    const sentence = 'This browser cannot run the engine: it has no WebAssembly or no workers.'
    return { engine: null, problem: { kind: 'unsupported', sentence } }
  }
  // The worker starts while the module is loaded: a visitor waits for the first evaluation.
  const start = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  let started: Worker | null = start()
  let module: WebAssembly.Module
  try {
    module = await (compiling ??= compile())
  } catch (error) {
    started.terminate()
    compiling = null
    const kind = error instanceof WebAssembly.CompileError ? 'broken' : 'unreachable'
    const sentence =
      kind === 'broken'
        ? 'The engine could not be prepared: reload the page, or use another browser.'
        : 'The engine could not be loaded: check the connection and try again.'
    return { engine: null, problem: { kind, sentence } }
  }
  const make = () => {
    const worker = started ?? start()
    started = null
    return worker
  }
  const megabytes = options.megabytes ?? tableSize(deviceMemory())
  return { engine: new BrowserEngine(module, megabytes, make), problem: null }
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(response.statusText)
  return WebAssembly.compile(await response.arrayBuffer())
}

/** The gigabytes of the device, where the browser tells. */
function deviceMemory(): number | undefined {
  return (navigator as { deviceMemory?: number }).deviceMemory
}

/** Megabytes of table for a device with so many gigabytes. */
export function tableSize(gigabytes: number | undefined): number {
  if (gigabytes === undefined) return 32
  return gigabytes >= 8 ? 64 : gigabytes >= 4 ? 32 : gigabytes >= 2 ? 16 : 8
}

/** The engine in workers: one searches, another looks up and checks. */
export class BrowserEngine implements Engine {
  readonly #searching: Link
  readonly #checking: Link

  constructor(module: WebAssembly.Module, megabytes: number, make: WorkerFactory) {
    // Memory that a page shares with a worker tells a search at once to end. Browsers allow it
    // only where no other site shares the page's process.
    const isIsolated = globalThis.crossOriginIsolated === true
    const stops = isIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null
    this.#searching = new Link(make, { module, megabytes, stops })
    this.#searching.start()
    this.#checking = new Link(make, { module, megabytes: 1, stops: null })
  }

  async *analyse(game: Game, options: AnalyseOptions = {}): AsyncGenerator<Info[]> {
    const { lines = 1, signal, ...limit } = options
    const found: Line[][] = []
    let wake = () => {}
    let isOver = false
    let failure: unknown = null
    this.#searching.stop()
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    if (signal?.aborted) return
    signal?.addEventListener('abort', leave)
    this.#searching
      .ask(
        { kind: 'analyse', game, limit, lines },
        { signal: leaving.signal, onLines: (some) => (found.push(some), wake()) },
      )
      .catch((error: unknown) => (failure = error))
      .finally(() => ((isOver = true), wake()))
    try {
      for (;;) {
        // Whoever is slow sees the latest lines, not all of them.
        const latest = found.pop()
        found.length = 0
        if (latest) yield latest.map(info)
        else if (isOver) break
        else await new Promise<void>((resolve) => (wake = resolve))
      }
      if (failure) throw failure
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  async evaluate(game: Game, options: AnalyseOptions = {}): Promise<Info[]> {
    let last: Info[] = []
    for await (const lines of this.analyse(game, { ...options, ...limited(options) })) last = lines
    return last
  }

  async compare(game: Game, move: string, { signal, ...limit }: PlayOptions = {}): Promise<Compared | null> {
    this.#searching.stop()
    const question = { kind: 'compare', game, move, limit: limited(limit) } as const
    const found = await this.#searching.ask(question, { signal })
    return found && !signal?.aborted ? { best: info(found.best), given: info(found.given) } : null
  }

  async play(level: number, game: Game, { signal, ...limit }: PlayOptions = {}): Promise<Info | null> {
    this.#searching.stop()
    const question = { kind: 'play', game, level, limit: limited(limit) } as const
    const lines = await this.#searching.ask(question, { signal })
    return lines?.[0] ? info(lines[0]) : null
  }

  stop(): void {
    this.#searching.stop()
  }

  async exact(
    position: string,
    plies: number,
    { steps = false, nodes = 0, signal }: ExactOptions = {},
  ): Promise<Checked> {
    const answer = await this.#checking.ask({ kind: 'exact', position, plies, steps, nodes }, { signal })
    return answer ?? { proved: null, move: null, nodes: 0 }
  }

  async book(
    positions: readonly string[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<(BookMove | null)[]> {
    const answer = await this.#checking.ask({ kind: 'book', positions: [...positions] }, { signal })
    return answer ?? positions.map(() => null)
  }

  async perft(position: string, depth: number): Promise<bigint> {
    const count = await this.#checking.ask({ kind: 'perft', position, depth })
    if (count === null) throw new EngineError('the engine was closed')
    return count
  }

  async clear(): Promise<void> {
    await this.#searching.ask({ kind: 'clear' })
  }

  close(): void {
    this.#searching.close()
    this.#checking.close()
  }
}

/** A second, unless told otherwise. */
function limited({ depth, nodes, time, clock, increment }: Limit): Limit {
  const isLimited = [depth, nodes, time, clock].some((limit) => limit !== undefined)
  return isLimited ? { depth, nodes, time, clock, increment } : { time: SECOND }
}

function info({ points, ...line }: Line): Info {
  return { ...line, score: new Score(points), move: line.moves[0]! }
}
