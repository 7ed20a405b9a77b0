/** Paths that somebody draws chip by chip, and what the rules say of them. */

import { sentence } from '../board/words'
import { named, type Color, type Position, type Square } from '../rules/position'

/** What is said of a path: its colour, whether it is a network, and otherwise all reasons why not. */
export type Verdict = { color: Color; isNetwork: boolean; reasons: string[]; squares: Square[] }

/** The path with a chip added, or, by the chip that is last, taken back. */
export function withChip(path: readonly Square[], square: Square): Square[] {
  return path.at(-1) === square ? path.slice(0, -1) : [...path, square]
}

/** What the rules say of a path, which is of its first chip's colour. */
export function judge(position: Position, path: readonly Square[]): Verdict {
  const color = (path[0] && position.at(path[0])) || 'white'
  const flaws = position.networkFlaws(path, color)
  return {
    color,
    isNetwork: !flaws.length,
    reasons: flaws.map((flaw) => sentence(flaw.sentence)),
    // That it is too short is the fault of no chip.
    squares: [...new Set(flaws.filter(({ rule }) => rule !== 'length').flatMap((flaw) => flaw.squares))],
  }
}

/** "White, 6 chips: 02-32-…". */
export function pathWords(position: Position, path: readonly Square[]): string {
  const color = position.at(path[0]!)!
  return `${named(color)}, ${path.length} ${path.length === 1 ? 'chip' : 'chips'}: ${path.join('-')}`
}
