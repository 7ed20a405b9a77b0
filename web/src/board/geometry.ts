/**
 * Where things are drawn on the board, in the units of its picture.
 *
 * Left and below the squares there is room for the coordinates, as little as they need: on a phone
 * 390 pixels wide every tile is 44 pixels wide.
 */

import type { Square } from '../rules/position'

export const PITCH = 64
export const TILE = 61
export const RADIUS = 22
const ROOM = 22
const RIM = 6
export const VIEW = { x: -ROOM, y: -RIM, size: 8 * PITCH + ROOM + RIM }

export type Point = readonly [x: number, y: number]

export function centre(square: Square): Point {
  return [PITCH * Number(square[0]) + PITCH / 2, PITCH * Number(square[1]) + PITCH / 2]
}

export function translation(square: Square): string {
  const [x, y] = centre(square)
  return `translate(${x} ${y})`
}

/** The square at a point, or null beside the board. */
export function squareAt([x, y]: Point): Square | null {
  const [column, row] = [Math.floor(x / PITCH), Math.floor(y / PITCH)]
  return column >= 0 && column < 8 && row >= 0 && row < 8 ? `${column}${row}` : null
}

/** The place and size of a square's tile, `inset` smaller on each side, for a rect element. */
export function tile(square: Square, inset = 0) {
  const [x, y] = centre(square)
  const side = TILE - 2 * inset
  return { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: Math.max(4, 10 - inset) }
}

/** The line between two chips, from rim to rim. */
export function straight(start: Square, end: Square): string {
  const [[x1, y1], [x2, y2]] = [centre(start), centre(end)]
  const share = RADIUS / Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [share * (x2 - x1), share * (y2 - y1)]
  const [a, b, c, d] = [x1 + dx, y1 + dy, x2 - dx, y2 - dy].map((n) => n.toFixed(1))
  return `M${a} ${b}L${c} ${d}`
}
