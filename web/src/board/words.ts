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
import { ground } from '../rules/squares'
import { freed, those, type Preview } from './preview'

/** A sentence under the board, and its tone. */
export type Caption = { tone: 'plain' | 'bad' | 'warn' | 'good'; text: string }

/** A tone is never told by colour alone. */
export const SIGNS: Record<Caption['tone'], string> = { plain: '', bad: '×', warn: '!', good: '✓' }

/** A sentence of the rules as a sentence on its own. */
export function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

/** What a legal move would do. `replies`: where the opponent could complete a network then. */
export function previewCaption(some: Preview, replies: Square[] = []): Caption {
  const { to } = some.move
  const [mover, enemy] = [named(some.mover), named(other(some.mover))]
  if (some.winner === some.mover) {
    const how = some.network ? `completes ${mover}'s network` : `leaves ${enemy} no move`
    return { tone: 'good', text: `${to} ${how} and wins.` }
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
  return { tone: 'plain', text: `${to} ${changes(some) || 'makes no link'}.` }
}

function changes(some: Preview): string {
  const { to } = some.move
  const made = those(some, some.mover, 'made')
  const partners = made.filter((link) => link.includes(to)).map(([a, b]) => (a === to ? b : a))
  const cut = those(some, other(some.mover), 'cut').map((link) => link.join('–'))
  return [
    partners.length ? `links with ${list(partners)}` : '',
    cut.length ? `cuts ${named(other(some.mover))}'s ${list(cut)}` : '',
  ]
    .filter(Boolean)
    .join(' and ')
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

/** "3 chips", "1 chip". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** A chip that was lifted to be stepped. */
export function chosenWords(square: Square, targets: number): string {
  return `${square} chosen: ${counted(targets, 'square')} to go to.`
}

/** What a square is and holds, for those who do not see it. */
export function squareWords(position: Position, square: Square): string {
  const where = ground(parseInt(square, 8))
  if (where === 'corner') return `${spoken(square)}, corner`
  const chip = position.at(square)
  const holds = chip ? `${chip} chip` : 'empty'
  return where === 'inner'
    ? `${spoken(square)}, ${holds}`
    : `${spoken(square)}, ${holds}, ${named(where)}'s goal`
}

/** A move that was made. */
export function moveWords(move: Move, by: Color): string {
  const how = move.kind === 'add' ? `adds ${move.to}` : `steps from ${move.from} to ${move.to}`
  return spoken(`${named(by)} ${how}.`)
}

/** "33", "33 and 44", "33, 44 and 55". */
export function list(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
