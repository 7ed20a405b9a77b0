/**
 * The engine at the study page: on or off, what it has found so far, and why there is none. It is
 * loaded when it is switched on, and looks at one position at a time.
 */

import type { BookMove, Engine, Game, Info } from '../engine/engine'
import { EngineError } from '../engine/link'
import type { PageEngine } from '../engine/page-engine.svelte'
import { sentence } from '../board/words'
import type { Color } from '../rules/position'
import { withKnown } from './known'

/** A position is searched for this long at most, in milliseconds: a phone has to cool down. */
const LONGEST = 60_000

export class Analysis {
  /** What the certificates and the opening book say of the position. */
  known = $state.raw<BookMove | null>(null)
  isSearching = $state(false)

  #found = $state.raw<readonly Info[]>([])
  #turn: Color = 'white'
  readonly #own: PageEngine
  /** Why there is no analysis of this position. */
  #refused = $state('')
  #leaving = new AbortController()

  constructor(own: PageEngine) {
    this.#own = own
  }

  /** The best line of the search. */
  get best(): Info | undefined {
    return this.#found[0]
  }

  /** The best lines, the best one first, with what is known without a search. */
  get lines(): readonly Info[] {
    return withKnown(this.#found, this.known, this.#turn)
  }

  /** Why there is no engine, or no analysis of this position. */
  get problem(): string {
    return this.#own.problem || this.#refused
  }

  /** Load the engine before it is asked: the first evaluation comes sooner. */
  prepare(): void {
    void this.#own.open()
  }

  /** Analyse a game's last position, given as text too, until a proof, a minute, or another call. */
  async look(game: Game, position: string, lines: number): Promise<void> {
    this.stop()
    const { signal } = (this.#leaving = new AbortController())
    this.isSearching = true
    this.#turn = position.split(' ')[1] === 'w' ? 'white' : 'black'
    try {
      const engine = await this.#own.open()
      if (!engine || signal.aborted) return
      void this.#ask(engine, position, signal)
      for await (const found of engine.analyse(game, { lines, time: LONGEST, signal })) {
        if (signal.aborted) return
        this.#found = found
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      if (!signal.aborted) this.#refused = sentence(error.message)
    } finally {
      if (!signal.aborted) this.isSearching = false
    }
  }

  /** End the search, and forget what it has found. */
  stop(): void {
    this.#leaving.abort()
    this.isSearching = false
    this.#found = []
    this.known = null
    this.#refused = ''
  }

  /** End everything: the engine's memory goes with it. */
  close(): void {
    this.stop()
    this.#own.close()
  }

  /** Ask the certificates. Without an answer from them there is still the search. */
  async #ask(engine: Engine, position: string, signal: AbortSignal): Promise<void> {
    const [known] = await engine.book([position], { signal }).catch(() => [null])
    if (!signal.aborted) this.known = known ?? null
  }
}
