/** Moves as text: an add like `33`, a step like `33-45`. Whether one is legal a position says. */

import type { Square } from './squares'

export type Move = { kind: 'add'; to: Square } | { kind: 'step'; from: Square; to: Square }

/** The move a text names, or null if it names none. */
export function parseMove(text: string): Move | null {
  const [, from, to] = /^(?:([0-7][0-7])-?)?([0-7][0-7])$/.exec(text.trim()) ?? []
  if (!to) return null
  return from ? { kind: 'step', from, to } : { kind: 'add', to }
}

/** The move a text names; throws a sentence if it names none. */
export function readMove(text: string): Move {
  const move = parseMove(text)
  if (!move) throw new Error(`'${text.slice(0, 20)}' is not a move: write an add like 33 or a step like 33-45`)
  return move
}

export function moveText(move: Move): string {
  return move.kind === 'add' ? move.to : `${move.from}-${move.to}`
}

export function sameMove(one: Move | null, two: Move | null): boolean {
  return one === two || (!!one && !!two && moveText(one) === moveText(two))
}
