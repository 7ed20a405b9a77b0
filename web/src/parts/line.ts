/** A game as a line of positions, and as the address of the study page. */
import { Position, readMove } from '../rules/position'

export type Line = { start: string; moves: string[] }

export const START = Position.start().text()

/** The positions of a game, from its start on: one more than there are moves. */
export function positionsOf({ start, moves }: Line): Position[] {
  const positions = [Position.parse(start)]
  for (const text of moves) {
    const move = readMove(text)
    positions.push(positions[positions.length - 1]!.play(move))
  }
  return positions
}

/** The study page's address for a line, `at` moves of it shown. */
export function studyAddress({ start, moves }: Line, at = moves.length): string {
  const words = []
  if (start !== START) words.push(`position=${start.replaceAll(' ', '+')}`)
  if (moves.length) words.push(`moves=${moves.join('+')}`)
  if (at !== moves.length) words.push(`at=${at}`)
  return words.length ? `/board?${words.join('&')}` : '/board'
}
