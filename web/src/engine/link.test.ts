/** A link keeps its promises when its worker does not listen, or breaks. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EngineError, Link } from './link'
import type { FromWorker, ToWorker } from './messages'

/** A worker that only takes notes. */
class FakeWorker {
  heard: ToWorker[] = []
  isEnded = false
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  postMessage(message: ToWorker): void {
    this.heard.push(message)
  }
  terminate(): void {
    this.isEnded = true
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data })
  }
  /** The numbers of the questions it was asked. */
  get asked(): number[] {
    return this.heard.flatMap((message) => ('question' in message ? [message.number] : []))
  }
}

const perft = { kind: 'perft', position: '8/8/8/8/8/8/8/8 w 0 1', depth: 1 } as const

let workers: FakeWorker[]
let link: Link
const latest = () => workers.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  const make = () => workers[workers.push(new FakeWorker()) - 1] as unknown as Worker
  link = new Link(make, { module: {} as WebAssembly.Module, megabytes: 1, stops: null })
})
afterEach(() => vi.useRealTimers())

test('no worker starts before the first question', () => {
  expect(workers).toEqual([])
  void link.ask(perft)
  expect(workers.length).toBe(1)
  expect('setup' in latest().heard[0]!).toBe(true)
})

test('answers go to their questions', async () => {
  const [first, second] = [link.ask(perft), link.ask(perft)]
  latest().say({ number: 2, answer: 48n })
  latest().say({ number: 1, refused: 'no such thing' })
  await expect(second).resolves.toBe(48n)
  await expect(first).rejects.toThrow(new EngineError('no such thing'))
})

test('a worker that does not listen is replaced, and later questions move on', async () => {
  const stopped = link.ask(perft)
  link.stop()
  const later = link.ask(perft)
  const [deaf] = workers
  vi.advanceTimersByTime(50)
  await expect(stopped).resolves.toBeNull()
  expect(deaf!.isEnded).toBe(true)
  expect(latest().asked).toEqual([2])
  latest().say({ number: 2, answer: 48n })
  await expect(later).resolves.toBe(48n)
})

test('a worker that ends in time is kept', async () => {
  const stopped = link.ask(perft)
  link.stop()
  latest().say({ number: 1, answer: 7n })
  vi.advanceTimersByTime(50)
  await expect(stopped).resolves.toBe(7n)
  expect([workers.length, latest().isEnded]).toEqual([1, false])
})

test('a broken worker fails its questions, and the next question starts another', async () => {
  const lost = link.ask(perft)
  latest().onerror?.({ message: 'out of memory' })
  await expect(lost).rejects.toThrow(new EngineError('out of memory'))
  const again = link.ask(perft)
  expect(workers.length).toBe(2)
  latest().say({ number: 2, answer: 48n })
  await expect(again).resolves.toBe(48n)
})

test('a question whose signal was given before is not asked', async () => {
  await expect(link.ask(perft, { signal: AbortSignal.abort() })).resolves.toBeNull()
  expect(workers).toEqual([])
})

test('with shared memory a stop is written there, and the worker is trusted', () => {
  const stops = new Int32Array(new SharedArrayBuffer(4))
  const make = () => workers[workers.push(new FakeWorker()) - 1] as unknown as Worker
  link = new Link(make, { module: {} as WebAssembly.Module, megabytes: 1, stops })
  void link.ask(perft)
  void link.ask(perft)
  link.stop()
  vi.advanceTimersByTime(1000)
  expect([stops[0], latest().isEnded]).toEqual([2, false])
})
