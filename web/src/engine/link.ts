/**
 * `Link`: a worker with questions and answers. It starts the worker with the first question or before, ends
 * questions in time, and begins again with a new worker where the old one does not listen.
 */

import type { Answers, FromWorker, Question, Setup, ToWorker } from './messages'
import type { Line } from './search'

/** Milliseconds that a worker without shared memory has to see a stop, before it is replaced. */
const GRACE = 30

/** The engine cannot go on, or cannot answer: the message is a sentence for people. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** A question that is not answered yet. `answer` is null where it was stopped too early for any. */
type Pending<K extends Question['kind']> = {
  question: Question
  onLines: (lines: Line[]) => void
  resolve: (answer: Answers[K] | null) => void
  reject: (error: Error) => void
}

/** Where a link gets its worker from; tests give it others. */
export type WorkerFactory = () => Worker

export class Link {
  readonly #make: WorkerFactory
  readonly #setup: Setup
  readonly #pending = new Map<number, Pending<Question['kind']>>()
  #worker: Worker | null = null
  #last = 0

  constructor(make: WorkerFactory, setup: Setup) {
    this.#make = make
    this.#setup = setup
  }

  /** Start the worker before there is a question, so that the first is answered sooner. */
  start(): void {
    this.#worker ??= this.#start()
  }

  /** Ask; `onLines` gets the lines found meanwhile. The answer is null if a stop came before any. */
  ask<Q extends Question>(
    question: Q,
    options: { signal?: AbortSignal | undefined; onLines?: (lines: Line[]) => void } = {},
  ): Promise<Answers[Q['kind']] | null> {
    const { signal, onLines = () => {} } = options
    if (signal?.aborted) return Promise.resolve(null)
    const number = ++this.#last
    return new Promise((resolve, reject) => {
      const stop = () => this.#stopUpTo(number)
      const ended = () => signal?.removeEventListener('abort', stop)
      signal?.addEventListener('abort', stop)
      this.#pending.set(number, {
        question,
        onLines,
        resolve: (answer) => (ended(), resolve(answer as Answers[Q['kind']] | null)),
        reject: (error) => (ended(), reject(error)),
      })
      this.#post({ number, question })
    })
  }

  /** End all questions asked so far, with what has been found. */
  stop(): void {
    if (this.#pending.size) this.#stopUpTo(this.#last)
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#abandon(() => true)
  }

  #stopUpTo(number: number): void {
    const { stops } = this.#setup
    if (stops) Atomics.store(stops, 0, number)
    this.#post({ stop: number })
    if (stops || ![...this.#pending.keys()].some((one) => one <= number)) return
    const worker = this.#worker
    setTimeout(() => {
      if (worker !== this.#worker || ![...this.#pending.keys()].some((one) => one <= number)) return
      // It is inside a search and does not see messages: a new worker takes its place.
      worker?.terminate()
      this.#worker = null
      this.#abandon((one) => one <= number)
      for (const [later, { question }] of this.#pending) this.#post({ number: later, question })
    }, GRACE)
  }

  #post(message: ToWorker): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    const worker = this.#make()
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.#worker) this.#receive(data)
    }
    worker.onerror = (event) => {
      if (worker === this.#worker) this.#fail(event.message || 'the engine could not be started')
    }
    worker.postMessage({ setup: this.#setup } satisfies ToWorker)
    return worker
  }

  #receive(message: FromWorker): void {
    if ('ready' in message) return
    if ('failed' in message) return this.#fail(message.failed)
    const asked = this.#pending.get(message.number)
    if (!asked) return
    if ('lines' in message) return asked.onLines(message.lines)
    this.#pending.delete(message.number)
    if ('refused' in message) asked.reject(new EngineError(message.refused))
    else asked.resolve(message.answer)
  }

  /** The worker is of no use: every question fails, and the next one starts another. */
  #fail(sentence: string): void {
    this.#worker?.terminate()
    this.#worker = null
    const asked = [...this.#pending.values()]
    this.#pending.clear()
    for (const one of asked) one.reject(new EngineError(sentence))
  }

  #abandon(which: (number: number) => boolean): void {
    for (const [number, asked] of this.#pending) {
      if (!which(number)) continue
      this.#pending.delete(number)
      asked.resolve(null)
    }
  }
}
