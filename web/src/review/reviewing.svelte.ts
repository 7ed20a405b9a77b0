/** A review on a page: it runs, can be stopped and continued, and answers questions about its mistakes. */

import { EngineError } from '../engine/link'
import type { PageEngine } from '../engine/page-engine.svelte'
import { find, type Finding, type ReviewGame } from './findings'
import type { Verdict } from './lessons'
import { mistakesOf, type Mistake } from './mistakes'
import { reviewOf, type Review, type ReviewedMove } from './review'

/** For each position. The nodes end a search, so that the same game gets the same review on a busy machine;
 * the milliseconds are for devices that are very slow. With them a game of 20 plies takes less than 10 seconds
 * on one core; benchmarks/browser.py measures that. */
export const LIMIT = { nodes: 400_000, time: 5_000 }

export class Reviewing {
  readonly game: ReviewGame
  review = $state.raw<Review | null>(null)
  isRunning = $state(false)
  isComplete = $derived(this.review !== null && this.review.done === this.review.standings.length)

  readonly #own: PageEngine
  #findings: Finding[] = []
  #leaving = new AbortController()

  constructor(game: ReviewGame, own: PageEngine) {
    this.game = game
    this.#own = own
  }

  /** Begin, or go on where it was stopped. */
  async run(): Promise<void> {
    const { signal } = (this.#leaving = new AbortController())
    this.isRunning = true
    try {
      const engine = await this.#own.open()
      if (!engine || signal.aborted) return
      const from = this.#findings.length ? this.#findings : undefined
      // What another game has taught the engine does not count.
      if (!from) await engine.clear()
      for await (const found of find(engine, this.game, LIMIT, { signal, from })) {
        this.#findings = found
        this.review = reviewOf(this.game, found)
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      if (!signal.aborted) this.#own.failed(error)
    } finally {
      if (!signal.aborted) this.isRunning = false
    }
  }

  stop(): void {
    this.#leaving.abort()
    this.isRunning = false
  }

  /** Whether a move is good enough where a mistake was made; null if that cannot be said. */
  async judge(mistake: ReviewedMove, move: string): Promise<Verdict | null> {
    const engine = await this.#own.open()
    if (!engine) return null
    const { judgeTry } = await import('./learning')
    return judgeTry(engine, this.#question(mistake), move)
  }

  /** The better line of a mistake; while the review runs, as far as it is known. */
  async line(mistake: ReviewedMove): Promise<string[]> {
    const engine = this.isRunning ? null : await this.#own.open()
    if (!engine) return mistake.better?.moves ?? []
    const { wholeLine } = await import('./learning')
    return wholeLine(engine, this.#question(mistake))
  }

  /** Some of the moves as the puzzles keep mistakes. */
  mistakes(moves: readonly ReviewedMove[]): Mistake[] {
    return mistakesOf(this.game, this.#findings, moves)
  }

  #question(mistake: ReviewedMove) {
    return { game: this.game, findings: this.#findings, mistake }
  }
}
