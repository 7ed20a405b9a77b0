/** What a page and the engine's worker say to each other. Every question has a number; answers
 * carry it. */

import type { BookMove } from './certificate'
import type { Game } from './game'
import type { Comparison, Line, Limit } from './search'

/** What a worker begins with. With `stops`, shared memory, it sees while it searches that all
 * questions up to the number in there have to end; without, it sees messages between searches. */
export type Setup = { module: WebAssembly.Module; megabytes: number; stops: Int32Array | null }

export type Question =
  | { kind: 'analyse'; game: Game; limit: Limit; lines: number }
  | { kind: 'compare'; game: Game; move: string; limit: Limit }
  | { kind: 'play'; game: Game; level: number; limit: Limit }
  | { kind: 'exact'; position: string; plies: number; steps: boolean; nodes: number }
  | { kind: 'book'; positions: string[] }
  | { kind: 'perft'; position: string; depth: number }
  | { kind: 'clear' }

/** What the exact search says: whether it is so, null if it was not decided; the winner's move if
 * the player to move wins by adds alone; and the positions looked at. */
export type Checked = { proved: boolean | null; move: string | null; nodes: number }

/** The last answer to each kind of question. */
export type Answers = {
  analyse: Line[]
  compare: Comparison
  play: Line[]
  exact: Checked
  book: (BookMove | null)[]
  perft: bigint
  clear: null
}

export type ToWorker =
  | { setup: Setup }
  | { number: number; question: Question }
  | { stop: number }

export type FromWorker =
  | { ready: true }
  | { failed: string }
  | { number: number; lines: Line[] }
  | { number: number; answer: Answers[Question['kind']] }
  | { number: number; refused: string }
