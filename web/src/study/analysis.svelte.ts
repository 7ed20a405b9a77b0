/**
 * The engine at the study page: on or off, what it has found so far, and why there is none. It is
 * loaded when it is switched on, and looks at one position at a time.
 */

import type { BookMove, Engine, Game, Info, Opened } from '../engine/engine'
import { EngineError } from '../engine/link'
import { sentence } from '../board/words'

/** A position is searched for this long at most, in milliseconds: a phone has to cool down. */
const LONGEST = 60_000

export class Analysis {
  /** The best lines, the best one first. */
  lines = $state.raw<Info[]>([])
  /** What the certificates say of the position. */
  known = $state.raw<BookMove | null>(null)
  /** Why there is no engine, or no analysis of this position. */
  problem = $state('')
  isSearching = $state(false)

  readonly #open: () => Promise<Opened>
  #opened: Promise<Opened> | null = null
  #leaving = new AbortController()

  constructor(open = async () => (await import('../engine/engine')).open()) {
    this.#open = open
  }

  /** Analyse a game's last position, given as text too, until a proof, a minute, or another call. */
  async look(game: Game, position: string, lines: number): Promise<void> {
    this.stop()
    const { signal } = (this.#leaving = new AbortController())
    this.isSearching = true
    try {
      const engine = await this.#start()
      if (!engine || signal.aborted) return
      void this.#ask(engine, position, signal)
      for await (const found of engine.analyse(game, { lines, time: LONGEST, signal })) {
        if (signal.aborted) return
        this.lines = found
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      if (!signal.aborted) this.problem = sentence(error.message)
    } finally {
      if (!signal.aborted) this.isSearching = false
    }
  }

  /** End the search, and forget what it has found. */
  stop(): void {
    this.#leaving.abort()
    this.isSearching = false
    this.lines = []
    this.known = null
    this.problem = ''
  }

  /** End everything: the engine's memory goes with it. */
  close(): void {
    this.stop()
    void this.#opened?.then(({ engine }) => engine?.close())
    this.#opened = null
  }

  async #start(): Promise<Engine | null> {
    const opening = (this.#opened ??= this.#load())
    const { engine, problem } = await opening
    if (problem && this.#opened === opening) {
      this.problem = problem.sentence
      this.#opened = null
    }
    return engine
  }

  async #load(): Promise<Opened> {
    try {
      return await this.#open()
    } catch {
      const sentence = 'The engine could not be loaded: check the connection and try again.'
      return { engine: null, problem: { kind: 'unreachable', sentence } }
    }
  }

  /** Ask the certificates. Without an answer from them there is still the search. */
  async #ask(engine: Engine, position: string, signal: AbortSignal): Promise<void> {
    const [known] = await engine.book([position], { signal }).catch(() => [null])
    if (!signal.aborted) this.known = known ?? null
  }
}
