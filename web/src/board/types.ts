/** What a page tells the board and the board tells the page. */

import type { Color, Move, Square } from '../rules/position'

export type Mover = Color | 'both' | null

/** What the board shows of its own accord to help a player. */
export type Assist = {
  /** Lines of sight of both colours. */
  sights: boolean
  /** What a move makes and cuts, and warnings. */
  previews: boolean
  /** Squares the rules forbid, with the reason. */
  illegal: boolean
  /** Squares that complete a network now, for either colour. */
  threats: boolean
}

/** A sign on a square, for lessons. */
export type Mark = { square: Square; kind: 'goal' | 'hint' | 'ring' | 'bad'; text?: string }

/** What is known of a move to a square, for the player to move. A proof has a source and, where it
 * is known, the plies within which the game ends; `text` says all of it. */
export type SquareResult = {
  square: Square
  result: 'win' | 'loss' | 'open'
  source: 'certificate' | 'search' | 'solver' | null
  plies: number | null
  text: string
}

/** A move that an engine proposes, 1 for the best; `text` says so on the square where it ends. */
export type Arrow = { rank: number; move: Move; text: string }

/** A path that is put together chip by chip. */
export type PathPick = {
  picked: readonly Square[]
  /** Whether to draw it as a network already. */
  isNetwork?: boolean
  onpick: (square: Square) => void
}
