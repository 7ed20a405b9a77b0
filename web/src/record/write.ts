/** Records as text, word for word as `tenchips.record` writes them. */
import type { Game } from '../live/protocol'
import { START, positionsOf } from '../parts/line'
import { seatText } from '../parts/words'
import { RULES_TEXT, ending } from '../rules/houseRules'
import { Position } from '../rules/position'
import { lineThrough, treeOf, type Node, type Tree } from '../study/tree'

const WIDTH = 80

/** A comment that names the network which wins. */
const NETWORK = /network [0-9]+-/

type Facts = Pick<Game, 'start' | 'rules'> & {
  tree: Tree
  white: string
  black: string
  date: string
  result: string | null
  termination: string | null
  network: readonly string[] | null
}

/** The record of a game. */
export function gameRecord(game: Game): string {
  const date = game.created.slice(0, 10).replaceAll('-', '.')
  // Records have no word for a draw by agreement: the result says it.
  const termination = game.termination === 'agreement' ? null : game.termination
  const [white, black] = [seatText(game.white), seatText(game.black)]
  return write({ ...game, tree: treeOf(game.moves), white, black, date, termination })
}

/** The record of a study: its main line is the game, and nobody is known to have played it. */
export function studyRecord(start: string, tree: Tree): string {
  const end = ending(positionsOf({ start, moves: lineThrough(tree, []) }))
  const results = { white: '1-0', black: '0-1' }
  return write({
    start,
    rules: RULES_TEXT,
    tree,
    white: '?',
    black: '?',
    date: '????.??.??',
    result: end && (end.winner ? results[end.winner] : '1/2-1/2'),
    termination: end?.termination ?? null,
    network: end?.network ?? null,
  })
}

function write(facts: Facts): string {
  const { start, result, termination } = facts
  const tags: [string, string][] = [
    ['Game', 'Network'],
    ['Event', '?'],
    ['Date', facts.date],
    ['White', facts.white],
    ['Black', facts.black],
    ['Result', result ?? '*'],
    ['Rules', facts.rules],
  ]
  if (start !== START) tags.push(['Position', start])
  if (termination) tags.push(['Termination', termination])
  const lines = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`)
  return [...lines, '', ...wrap([...moves(facts), result ?? '*']), ''].join('\n')
}

/** The moves in pieces between which a line of text may end. */
function moves({ start, tree, network }: Facts): string[] {
  const { turn, number } = Position.parse(start)
  const [first, ...others] = tree.children
  const said = comments(tree.comments)
  if (!first) return said
  return [...said, ...line(first, others, 2 * (number - 1) + (turn === 'black' ? 1 : 0), network)]
}

/** A line from its first move on, with the moves that could replace it and so many plies before it.
 * Where it ends with a network, its last move says so. */
function line(node: Node, others: readonly Node[], ply: number, network: Facts['network'] = null): string[] {
  const pieces: string[] = []
  for (let isNumbered = true; ; ply++) {
    const number = `${(ply >> 1) + 1}`
    const mark = ply % 2 === 0 ? `${number}. ` : isNumbered ? `${number}... ` : ''
    const [next, ...rest] = node.children
    const isNamed = !network || next || node.comments.some((text) => NETWORK.test(text))
    const said = isNamed ? node.comments : [...node.comments, `network ${network.join('-')}`]
    pieces.push(mark + node.move + node.mark, ...comments(said))
    for (const other of others) {
      const inner = line(other, [], ply)
      inner[0] = `(${inner[0]}`
      inner[inner.length - 1] += ')'
      pieces.push(...inner)
    }
    if (!next) return pieces
    isNumbered = !!(said.length || others.length)
    node = next
    others = rest
  }
}

/** Comments in pieces; none of them begins with [, which would look like a tag. */
function comments(texts: readonly string[]): string[] {
  return texts.flatMap((text) => `{${text.replace(/[{}\\]/g, '\\$&')}}`.split(/ (?!\[)/))
}

function wrap(pieces: readonly string[]): string[] {
  const lines: string[] = []
  let words: string[] = []
  for (const piece of pieces) {
    if (words.length && [...words, piece].join(' ').length > WIDTH) {
      lines.push(words.join(' '))
      words = []
    }
    words.push(piece)
  }
  return [...lines, words.join(' ')]
}
