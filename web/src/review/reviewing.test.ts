/** A review is the same on a slow machine and on a fast one, and whatever the engine was asked before. */

import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Engine } from '../engine/engine'
import { PageEngine } from '../engine/page-engine.svelte'
import { Thinker } from '../engine/thinker'
import { START } from '../parts/line'
import { Reviewing } from './reviewing.svelte'
import { engineFile, progress, searching } from './searching.fixture'

const GAME = { start: START, moves: '06 37 36 43 72 40 63 22'.split(' '), you: null, at: null, ending: null }
const ANOTHER = { ...GAME, moves: '06 37 36 43 72 40 62 23'.split(' ') }

let module: WebAssembly.Module
beforeAll(async () => {
  module = await WebAssembly.compile(engineFile('engine.wasm'))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The engine without a worker and without what is known of openings. */
function newEngine() {
  const thinker = new Thinker(module, 8, () => Promise.reject(new Error('not here')))
  return {
    ...searching(thinker),
    book: async (positions) => positions.map(() => null),
    clear: async () => void (await thinker.answer({ kind: 'clear' }, progress)),
  } satisfies Partial<Engine> as unknown as Engine
}

/** What the review of a game says, without the time it took. */
async function reviewed(game: typeof GAME, engine: Engine) {
  const reviewing = new Reviewing(game, new PageEngine(async () => ({ engine, problem: null })))
  await reviewing.run()
  expect(reviewing.isComplete).toBe(true)
  return JSON.stringify(reviewing.review, (name, value) => (name === 'time' ? undefined : value))
}

/** A clock that goes on by so many milliseconds whenever it is looked at, as a search does again and again. */
function clock(step: number) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += step))
}

it('says the same where everything takes five times as long', async () => {
  clock(1)
  const first = await reviewed(GAME, newEngine())
  clock(5)
  expect(await reviewed(GAME, newEngine())).toBe(first)
})

it('says the same after another game', async () => {
  const engine = newEngine()
  const first = await reviewed(GAME, engine)
  await reviewed(ANOTHER, engine)
  expect(await reviewed(GAME, engine)).toBe(first)
})
