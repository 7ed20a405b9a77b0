/** What a move would change, for the board to show before it is made. */

import { COLORS, other, type Color, type Move, type Position, type Square } from '../rules/position'

export type Link = readonly [Square, Square]

/** A link stays as it is, would come by the move, or would go by it. */
export type Fate = 'kept' | 'made' | 'cut'
export type FatedLink = { color: Color; link: Link; fate: Fate }

export type Preview = {
  move: Move
  mover: Color
  links: FatedLink[]
  /** The network the move completes or, by leaving a line, hands to the opponent. */
  network: Square[] | null
  winner: Color | null
}

export function preview(position: Position, move: Move): Preview {
  const after = position.play(move)
  const outcome = after.outcome()
  return {
    move,
    mover: position.turn,
    links: COLORS.flatMap((color) => fates(color, position.links(color), after.links(color))),
    network: outcome?.network ?? null,
    winner: outcome?.winner ?? null,
  }
}

/** The links of a position as they are. */
export function standing(position: Position): FatedLink[] {
  return COLORS.flatMap((color) =>
    position.links(color).map((link): FatedLink => ({ color, link, fate: 'kept' })),
  )
}

/** The links of a colour with one fate. */
export function those(some: Preview, color: Color, fate: Fate): Link[] {
  return some.links.filter((it) => it.color === color && it.fate === fate).map(({ link }) => link)
}

/** The enemy's lines that a step frees by leaving them. */
export function freed(some: Preview): Link[] {
  return those(some, other(some.mover), 'made')
}

function fates(color: Color, before: Link[], after: Link[]): FatedLink[] {
  const [old, now] = [before, after].map((links) => new Set(links.map(String))) as [
    Set<string>,
    Set<string>,
  ]
  return [
    ...before
      .filter((link) => !now.has(String(link)))
      .map((link): FatedLink => ({ color, link, fate: 'cut' })),
    ...after.map((link): FatedLink => ({ color, link, fate: old.has(String(link)) ? 'kept' : 'made' })),
  ]
}
