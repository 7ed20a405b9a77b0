/** What Study draws on the board of the engine's lines and of threats, and the same in words. */

import { list } from '../board/words'
import type { Arrow } from '../board/types'
import type { Info } from '../engine/engine'
import { named, other, parseMove, type Color, type Position } from '../rules/position'
import { shortScore } from './evaluation'

/** The first move of every line. */
export function arrowsOf(lines: readonly Info[], turn: Color): Arrow[] {
  return lines.map(({ rank, move: text, score }) => {
    const move = parseMove(text)!
    const value = shortScore(score, turn)
    const words =
      move.kind === 'step'
        ? `engine's move ${rank} from ${move.from}, ${value}`
        : `engine's move ${rank}, ${value}`
    return { rank, move, text: words }
  })
}

/** Where the player to move wins at once, and where the opponent would, if it were their turn. */
export function threatWords(position: Position): string {
  const { turn } = position
  const [wins, threats] = [turn, other(turn)].map((color) => position.threats(color)) as [string[], string[]]
  const sentences = [
    wins.length && `${named(turn)} can win now at ${list(wins)}.`,
    threats.length && `${named(other(turn))} threatens to win at ${list(threats)}.`,
  ].filter(Boolean)
  return sentences.join(' ') || 'Neither player can win with the next move.'
}
