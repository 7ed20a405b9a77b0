/** Moves as text: an add like `33`, a step like `33-45`. Whether one is legal a position says. */

import type { Square } from './squares'
import { quoted, trimmed } from './texts'

export type Move = { kind: 'add'; to: Square } | { kind: 'step'; from: Square; to: Square }

const SHORT = /^(?:([0-7][0-7])-?)?([0-7][0-7])$/
const LONG = /^\[(?:add|step from ([0-7][0-7])) to ([0-7][0-7])\]$/

/** The move a text names, or null if it names none: `33`, `33-45`, `3345`, `[add to 33]` or
 * `[step from 33 to 45]`. */
export function parseMove(text: string): Move | null {
  const plain = trimmed(text)
  const [, from, to] = SHORT.exec(plain) ?? LONG.exec(plain) ?? []
  if (!to) return null
  return from ? { kind: 'step', from, to } : { kind: 'add', to }
}

/** The move a text names; throws a sentence if it names none. */
export function readMove(text: string): Move {
  const move = parseMove(text)
  if (!move) throw new Error(`${quoted(text)} is not a move: write an add like 33 or a step like 33-45`)
  return move
}

export function moveText(move: Move): string {
  return move.kind === 'add' ? move.to : `${move.from}-${move.to}`
}

export function sameMove(one: Move | null, two: Move | null): boolean {
  return one === two || (!!one && !!two && moveText(one) === moveText(two))
}
