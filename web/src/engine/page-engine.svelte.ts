/**
 * The engine of one page or component: loaded when it is first needed, closed with the page. Each
 * has an engine of its own, so that none ends another's search.
 *
 *     const own = useEngine()
 *     void own.open()                        // at once, or when it is needed
 *     {#if own.problem}…{/if}                // why there is none, as a sentence
 *     own.engine?.evaluate(…)                // null until it is loaded
 */

import { onDestroy } from 'svelte'
import type { Engine, Opened } from './engine'

export class PageEngine {
  /** The engine, once it is loaded. */
  engine = $state.raw<Engine | null>(null)
  /** Why there is no engine, or why it cannot go on; empty if all is well. */
  problem = $state('')

  readonly #load: () => Promise<Opened>
  #opening: Promise<Engine | null> | null = null

  constructor(load = async () => (await import('./engine')).open()) {
    this.#load = load
  }

  /** Load the engine, unless that has been done; after a problem it is tried again. */
  open(): Promise<Engine | null> {
    if (this.#opening) return this.#opening
    this.problem = ''
    const opening = this.#load()
      .catch(() => unreachable)
      .then(({ engine, problem }) => {
        // It was closed while it was on its way.
        if (this.#opening !== opening) return (engine?.close(), null)
        this.engine = engine
        if (problem) {
          this.problem = problem.sentence
          this.#opening = null
        }
        return engine
      })
    return (this.#opening = opening)
  }

  /** Show that a question to the engine has failed. The next one may succeed. */
  failed(error: unknown): void {
    this.problem = `The engine has failed: ${error instanceof Error ? error.message : String(error)}`
  }

  /** End everything: the engine's memory goes with it. */
  close(): void {
    this.engine?.close()
    this.engine = null
    this.#opening = null
    this.problem = ''
  }
}

const unreachable: Opened = {
  engine: null,
  problem: {
    kind: 'unreachable',
    sentence: 'The engine could not be loaded: check the connection and try again.',
  },
}

/** An engine that is closed with the component that asks for it. */
export function useEngine(): PageEngine {
  const own = new PageEngine()
  onDestroy(() => own.close())
  return own
}
