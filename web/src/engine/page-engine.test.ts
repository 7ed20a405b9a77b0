/** The engine of a page is loaded once, closed with the page, and tried again after a problem. */

import { expect, test, vi } from 'vitest'
import type { Engine, Opened } from './engine'
import { PageEngine } from './page-engine.svelte'

const engine = () => ({ close: vi.fn() }) as unknown as Engine
const opened = (one: Engine): Opened => ({ engine: one, problem: null })

test('it is loaded when it is first asked for, and once', async () => {
  const one = engine()
  const load = vi.fn(async () => opened(one))
  const own = new PageEngine(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([own.open(), own.open()])).toEqual([one, one])
  expect(load).toHaveBeenCalledTimes(1)
  expect(own.engine).toBe(one)
})

test('it is closed with the page, also while it is on its way', async () => {
  const [early, late] = [engine(), engine()]
  const load = vi.fn(async () => opened(early))
  const own = new PageEngine(load)
  const opening = own.open()
  own.close()
  expect(await opening).toBeNull()
  expect(early.close).toHaveBeenCalledTimes(1)
  load.mockResolvedValue(opened(late))
  await own.open()
  own.close()
  expect(late.close).toHaveBeenCalledTimes(1)
  expect(own.engine).toBeNull()
})

test('it says why there is none, and the next asking tries again', async () => {
  const one = engine()
  const sentence = 'This browser cannot run the engine.'
  const load = vi.fn(async (): Promise<Opened> => ({ engine: null, problem: { kind: 'unsupported', sentence } }))
  const own = new PageEngine(load)
  expect(await own.open()).toBeNull()
  expect(own.problem).toBe(sentence)
  load.mockResolvedValue(opened(one))
  expect(await own.open()).toBe(one)
  expect(own.problem).toBe('')
})

test('code that does not arrive is a problem with the connection', async () => {
  const own = new PageEngine(() => Promise.reject(new TypeError('failed to fetch')))
  expect(await own.open()).toBeNull()
  expect(own.problem).toContain('check the connection')
})

test('a question that failed is told, and the engine stays', async () => {
  const one = engine()
  const own = new PageEngine(async () => opened(one))
  await own.open()
  own.failed(new Error('no certificate'))
  expect(own.problem).toBe('The engine has failed: no certificate')
  expect(await own.open()).toBe(one)
})
