/** A game as a line of positions, and as the address of the study board. */
import { Position, parseMove } from '../rules/position'

export type Line = { start: string; moves: string[] }

export const START = Position.start().text()

/** The positions of a game, from its start on: one more than there are moves. */
export function positionsOf({ start, moves }: Line): Position[] {
  const positions = [Position.parse(start)]
  for (const text of moves) {
    const move = parseMove(text)
    if (!move) throw new Error(`${text} is not a move: write an add like 33 or a step like 33-45`)
    positions.push(positions[positions.length - 1]!.play(move))
  }
  return positions
}

/** The positions of moves that nobody has judged yet; throws a sentence if they are not legal. */
export function judgedPositionsOf(line: Line): Position[] {
  const positions = positionsOf(line)
  line.moves.forEach((text, index) => {
    const why = positions[index]!.whyIllegal(parseMove(text)!)
    if (why) throw new Error(`move ${index + 1}, ${text}: ${why.sentence}`)
  })
  return positions
}

/** The study board's address for a line, `at` moves of it shown. */
export function studyAddress({ start, moves }: Line, at = moves.length): string {
  const words = []
  if (start !== START) words.push(`position=${start.replaceAll(' ', '+')}`)
  if (moves.length) words.push(`moves=${moves.join('+')}`)
  if (at !== moves.length) words.push(`at=${at}`)
  return words.length ? `/board?${words.join('&')}` : '/board'
}

/** The line that the search part of such an address names; throws a sentence if it names none. */
export function readStudyAddress(search: string): Line & { at: number } {
  const words = new URLSearchParams(search)
  const start = words.get('position')?.trim() || START
  const moves = (words.get('moves') ?? '').split(/[\s,]+/).filter(Boolean)
  judgedPositionsOf({ start, moves })
  const at = Number(words.get('at') ?? moves.length)
  return { start, moves, at: at >= 0 && at <= moves.length ? Math.floor(at) : moves.length }
}
