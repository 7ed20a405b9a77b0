/** The explorer's address: the moves of a line, and how many of them are made on the board. */

import { Position, readMove } from '../rules/position'

export type Line = { moves: string[]; at: number }

export function explorerAddress({ moves, at }: Line): string {
  if (!moves.length) return '/explorer'
  return `/explorer?moves=${moves.join('+')}${at < moves.length ? `&at=${at}` : ''}`
}

/** The line that the search part of an address names; throws a sentence if a move is not legal. */
export function readExplorerAddress(search: string): Line {
  const words = new URLSearchParams(search)
  const moves = (words.get('moves') ?? '').split(/[\s,]+/).filter(Boolean)
  positionsOf(moves)
  const at = Number(words.get('at') ?? moves.length)
  return { moves, at: Number.isInteger(at) && at >= 0 && at <= moves.length ? at : moves.length }
}

/** The positions from the empty board on: one more than there are moves. */
export function positionsOf(moves: readonly string[]): Position[] {
  const positions = [Position.start()]
  for (const [index, text] of moves.entries()) {
    const move = readMove(text)
    const refusal = positions[index]!.whyIllegal(move)
    if (refusal) throw new Error(`move ${index + 1}, ${text}: ${refusal.sentence}`)
    positions.push(positions[index]!.play(move))
  }
  return positions
}

/** The line after one more move: the rest of the line is kept if it goes on with that move. */
export function withMove({ moves, at }: Line, move: string): Line {
  if (moves[at] === move) return { moves, at: at + 1 }
  return { moves: [...moves.slice(0, at), move], at: at + 1 }
}
