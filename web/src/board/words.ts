/** What the board says in words: the caption, the labels of its squares, its announcements. */

import {
  named,
  other,
  type Color,
  type Move,
  type Position,
  type Refusal,
  type Square,
} from '../rules/position'
import { ground, listed as list } from '../rules/squares'
import { plural } from '../messages/plural'
import { freed, those, type Preview } from './preview'

/** A sentence under the board, and its tone. */
export type Caption = { tone: 'plain' | 'bad' | 'warn' | 'good'; text: string }

/** A tone is never told by colour alone. */
export const SIGNS: Record<Caption['tone'], string> = { plain: '', bad: '×', warn: '!', good: '✓' }

/** A sentence of the rules as a sentence on its own. */
export function sentence(text: string): string {
  return /* @wc-include */ `${text[0]!.toUpperCase() + text.slice(1)}.`
}

/** What a legal move would do. `replies`: where the opponent could complete a network then. */
export function previewCaption(some: Preview, replies: Square[] = []): Caption {
  const { to } = some.move
  const [mover, enemy] = [named(some.mover), named(other(some.mover))]
  if (some.winner === some.mover) {
    const text = some.network
      ? `${to} completes ${mover}'s network and wins.`
      : `${to} leaves ${enemy} no move and wins.`
    return { tone: 'good', text }
  }
  if (some.winner) {
    return { tone: 'warn', text: `Careful: ${to} gives ${enemy} the network ${some.network!.join('-')}.` }
  }
  const opened = freed(some).map((link) => link.join('–'))
  if (replies.length) {
    return { tone: 'warn', text: `Careful: after ${to} ${enemy} can win at ${list(replies)}.` }
  }
  if (opened.length) {
    return { tone: 'warn', text: `Careful: ${to} opens ${enemy}'s line ${list(opened)}.` }
  }
  return { tone: 'plain', text: changes(some) }
}

function changes(some: Preview): string {
  const { to } = some.move
  const enemy = named(other(some.mover))
  const made = those(some, some.mover, 'made')
  const partners = made.filter((link) => link.includes(to)).map(([a, b]) => (a === to ? b : a))
  const cut = those(some, other(some.mover), 'cut').map((link) => link.join('–'))
  if (!partners.length) return cut.length ? `${to} cuts ${enemy}'s ${list(cut)}.` : `${to} makes no link.`
  if (!cut.length) return `${to} links with ${list(partners)}.`
  return `${to} links with ${list(partners)} and cuts ${enemy}'s ${list(cut)}.`
}

export function refusalCaption(refusal: Refusal): Caption {
  return { tone: 'bad', text: sentence(refusal.sentence) }
}

/** Two digits that name a square, and do not count or number things. */
const SQUARE_NAME =
  /(?<!\b(?:move|of|level|number|within) )\b([0-7])([0-7])\b(?! (?:(?:white|black) )?(?:chips|squares|plies|moves|steps|seconds|minutes)\b)/gi

/** Squares as they are read aloud: `3 3`, not thirty-three. Other numbers stay as they are. */
export function spoken(text: string): string {
  return text.replace(SQUARE_NAME, '$1 $2')
}

/** A chip that was lifted to be stepped. */
export function chosenWords(square: Square, targets: number): string {
  const squares = plural(targets, ['# square', '# squares'])
  return `${square} chosen: ${squares} to go to.`
}

/** What a square is and holds, for those who do not see it. */
export function squareWords(position: Position, square: Square): string {
  const where = ground(parseInt(square, 8))
  if (where === 'corner') return `${spoken(square)}, corner`
  const chip = position.at(square)
  const holds = chip ? (chip === 'white' ? 'white chip' : 'black chip') : /* @wc-include */ 'empty'
  return where === 'inner'
    ? /* @wc-include */ `${spoken(square)}, ${holds}`
    : `${spoken(square)}, ${holds}, ${named(where)}'s goal`
}

/** A move that was made. */
export function moveWords(move: Move, by: Color): string {
  return spoken(
    move.kind === 'add'
      ? `${named(by)} adds ${move.to}.`
      : `${named(by)} steps from ${move.from} to ${move.to}.`,
  )
}

export { list }
