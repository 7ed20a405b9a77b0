/**
 * `Link`: a worker with questions and answers. It starts the worker with the first question, ends
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
type Asked<K extends Question['kind']> = {
  question: Question
  tell: (lines: Line[]) => void
  resolve: (answer: Answers[K] | null) => void
  reject: (error: Error) => void
}

/** Where a link gets its worker from; tests give it others. */
export type Makes = () => Worker

export class Link {
  readonly #make: Makes
  readonly #setup: Setup
  readonly #asked = new Map<number, Asked<Question['kind']>>()
  #worker: Worker | null = null
  #last = 0

  constructor(make: Makes, setup: Setup) {
    this.#make = make
    this.#setup = setup
  }

  /** Ask; `tell` hears of lines found meanwhile. The answer is null if a stop came before any. */
  ask<Q extends Question>(
    question: Q,
    options: { signal?: AbortSignal | undefined; tell?: (lines: Line[]) => void } = {},
  ): Promise<Answers[Q['kind']] | null> {
    const { signal, tell = () => {} } = options
    if (signal?.aborted) return Promise.resolve(null)
    const number = ++this.#last
    return new Promise((resolve, reject) => {
      const stop = () => this.#stopUpTo(number)
      const ended = () => signal?.removeEventListener('abort', stop)
      signal?.addEventListener('abort', stop)
      this.#asked.set(number, {
        question,
        tell,
        resolve: (answer) => (ended(), resolve(answer as Answers[Q['kind']] | null)),
        reject: (error) => (ended(), reject(error)),
      })
      this.#post({ number, question })
    })
  }

  /** End all questions asked so far, with what has been found. */
  stop(): void {
    if (this.#asked.size) this.#stopUpTo(this.#last)
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#giveUp(() => true)
  }

  #stopUpTo(number: number): void {
    const { stops } = this.#setup
    if (stops) Atomics.store(stops, 0, number)
    this.#post({ stop: number })
    if (stops || ![...this.#asked.keys()].some((one) => one <= number)) return
    const worker = this.#worker
    setTimeout(() => {
      if (worker !== this.#worker || ![...this.#asked.keys()].some((one) => one <= number)) return
      // It is inside a search and hears nothing: a new worker takes its place.
      worker?.terminate()
      this.#worker = null
      this.#giveUp((one) => one <= number)
      for (const [later, { question }] of this.#asked) this.#post({ number: later, question })
    }, GRACE)
  }

  #post(message: ToWorker): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    const worker = this.#make()
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.#worker) this.#hear(data)
    }
    worker.onerror = (event) => {
      if (worker === this.#worker) this.#fail(event.message || 'the engine could not be started')
    }
    worker.postMessage({ setup: this.#setup } satisfies ToWorker)
    return worker
  }

  #hear(message: FromWorker): void {
    if ('ready' in message) return
    if ('failed' in message) return this.#fail(message.failed)
    const asked = this.#asked.get(message.number)
    if (!asked) return
    if ('lines' in message) return asked.tell(message.lines)
    this.#asked.delete(message.number)
    if ('refused' in message) asked.reject(new EngineError(message.refused))
    else asked.resolve(message.answer)
  }

  /** The worker is of no use: every question fails, and the next one starts another. */
  #fail(sentence: string): void {
    this.#worker?.terminate()
    this.#worker = null
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const one of asked) one.reject(new EngineError(sentence))
  }

  #giveUp(which: (number: number) => boolean): void {
    for (const [number, asked] of this.#asked) {
      if (!which(number)) continue
      this.#asked.delete(number)
      asked.resolve(null)
    }
  }
}
