/**
 * Where things are drawn on the board, in the units of its picture.
 *
 * Left and below the squares there is room for the coordinates, as little as they need: on a phone
 * 390 pixels wide every tile is 44 pixels wide.
 */

import { getContext, setContext } from 'svelte'
import type { Square } from '../rules/position'

export const PITCH = 64
export const TILE = 61
export const RADIUS = 22
const ROOM = 22
const RIM = 6
/** The part of the plane that a picture shows, a square. */
export type View = { x: number; y: number; size: number }
export const VIEW: View = { x: -ROOM, y: -RIM, size: 8 * PITCH + ROOM + RIM }
/** Without coordinates. */
export const PLAIN_VIEW: View = { x: -RIM, y: -RIM, size: 8 * PITCH + 2 * RIM }

export type Point = readonly [x: number, y: number]

/** The square at a point of a board that is not flipped, or null beside it. */
function squareUnder([x, y]: Point): Square | null {
  const [column, row] = [Math.floor(x / PITCH), Math.floor(y / PITCH)]
  return column >= 0 && column < 8 && row >= 0 && row < 8 ? `${column}${row}` : null
}

/** Where squares are on a board that may be flipped: seen from the other side, the last row on top. */
export class Geometry {
  constructor(readonly isFlipped: () => boolean = () => false) {}

  centre = (square: Square): Point => {
    const [column, row] = [Number(square[0]), Number(square[1])]
    const [x, y] = this.isFlipped() ? [7 - column, 7 - row] : [column, row]
    return [PITCH * x + PITCH / 2, PITCH * y + PITCH / 2]
  }

  translation = (square: Square): string => {
    const [x, y] = this.centre(square)
    return `translate(${x} ${y})`
  }

  /** The square at a point, or null beside the board. */
  squareAt = ([x, y]: Point): Square | null =>
    squareUnder(this.isFlipped() ? [8 * PITCH - x, 8 * PITCH - y] : [x, y])

  /** The place and size of a square's tile, `inset` smaller on each side, for a rect element. */
  tile = (square: Square, inset = 0) => {
    const [x, y] = this.centre(square)
    const side = TILE - 2 * inset
    return { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: Math.max(4, 10 - inset) }
  }

  /** The line between two chips, from rim to rim. */
  straight = (start: Square, end: Square): string => {
    const [[x1, y1], [x2, y2]] = [this.centre(start), this.centre(end)]
    const share = RADIUS / Math.hypot(x2 - x1, y2 - y1)
    const [dx, dy] = [share * (x2 - x1), share * (y2 - y1)]
    const [a, b, c, d] = [x1 + dx, y1 + dy, x2 - dx, y2 - dy].map((n) => n.toFixed(1))
    return `M${a} ${b}L${c} ${d}`
  }
}

const KEY = Symbol('geometry')

/** Give the parts of a board its geometry; call it in the board's component. */
export function provideGeometry(geometry: Geometry): Geometry {
  return setContext(KEY, geometry)
}

/** The geometry of the board that a component is part of. */
export function useGeometry(): Geometry {
  return getContext(KEY)
}
