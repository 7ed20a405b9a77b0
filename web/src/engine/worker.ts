/** The engine's worker: it takes questions from a page and lets a `Thinker` answer them in turn. */

import blackCertificate from './black.certificate?url'
import type { FromWorker, Setup, ToWorker } from './messages'
import openingBook from './openings.book?url'
import { Thinker, type Library } from './thinker'
import whiteCertificate from './white.certificate?url'

const send = (message: FromWorker): void => postMessage(message)

let thinker: Thinker | null = null
let stops: Int32Array | null = null
/** All questions up to this number have to end. */
let lastStopped = 0
let waiting: Promise<void> = Promise.resolve()

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('setup' in data) begin(data.setup)
  else if ('stop' in data) lastStopped = Math.max(lastStopped, data.stop)
  else waiting = waiting.then(() => answer(data))
}

function begin(setup: Setup): void {
  try {
    stops = setup.stops
    thinker = new Thinker(setup.module, setup.megabytes, library)
    send({ ready: true })
  } catch (error) {
    send({ failed: sentence(error) })
  }
}

async function answer({ number, question }: Extract<ToWorker, { number: number }>): Promise<void> {
  const isStopped = () => number <= lastStopped || (!!stops && number <= Atomics.load(stops, 0))
  try {
    const progress = { report: (lines: Lines) => send({ number, lines }), isStopped, pause }
    send({ number, answer: await thinker!.answer(question, progress) })
  } catch (error) {
    send({ number, refused: sentence(error) })
  }
}

type Lines = Extract<FromWorker, { lines: unknown }>['lines']

/** Messages come in only while nothing runs, and without shared memory a stop is one. */
async function pause(): Promise<void> {
  if (!stops) await new Promise<void>((resolve) => setTimeout(resolve))
}

const library: Library = async () => {
  const [openings, ...certificates] = await Promise.all([openingBook, whiteCertificate, blackCertificate].map(loaded))
  return { certificates, openings: openings! }
}

async function loaded(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`a certificate or the opening book could not be loaded: ${response.statusText}`)
  return response.blob()
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
