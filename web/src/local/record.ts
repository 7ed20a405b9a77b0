/** The record of a game as text, word for word as `tenchips.record` writes it. */
import type { Game } from '../live/protocol'
import { START } from '../parts/line'
import { seatText } from '../parts/words'
import { Position } from '../rules/position'

const WIDTH = 80

export function recordText(game: Game): string {
  const { result, termination, start } = game
  const tags: [string, string][] = [
    ['Game', 'Network'],
    ['Event', '?'],
    ['Date', game.created.slice(0, 10).replaceAll('-', '.')],
    ['White', seatText(game.white)],
    ['Black', seatText(game.black)],
    ['Result', result ?? '*'],
    ['Rules', game.rules],
  ]
  if (start !== START) tags.push(['Position', start])
  // Records have no word for a draw by agreement: the result says it.
  if (termination && termination !== 'agreement') tags.push(['Termination', termination])
  const lines = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`)
  return [...lines, '', ...wrap([...moves(game), result ?? '*']), ''].join('\n')
}

/** The moves in pieces between which a line of text may end. */
function moves(game: Game): string[] {
  const { turn, number } = Position.parse(game.start)
  const before = 2 * (number - 1) + (turn === 'black' ? 1 : 0)
  const pieces = game.moves.map((move, index) => {
    const ply = before + index
    if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`
    return index === 0 ? `${(ply - 1) / 2 + 1}... ${move}` : move
  })
  return game.network ? [...pieces, '{network', `${game.network.join('-')}}`] : pieces
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
