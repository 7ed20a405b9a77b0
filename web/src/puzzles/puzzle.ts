/** The puzzles of the package, as web/write_puzzles.py writes them for browsers, and one's own. */

import type { Mistake } from '../review/mistakes'

export type Puzzle = {
  id: string
  position: string
  /** `win`: the only move that wins in time; `defend`: the only move that does not lose; `better`, in
   * one's own only: a better move than the one that was played. */
  kind: 'win' | 'defend' | 'better'
  /** The plies within which to win, or within which all other moves lose. */
  plies: number
  /** The main line: the solver's moves and the replies. */
  solution: string[]
  themes: string[]
  rating: number
  /** The mistake of a game that it was made from; the puzzles of the package have none. */
  own?: Mistake
}

type Row = [string, string, Puzzle['kind'], number, string, number[], number]

/** The file's contents. */
export type PuzzleFile = { themes: string[]; puzzles: Row[] }

export function readPuzzles(file: PuzzleFile): Puzzle[] {
  return file.puzzles.map(([id, position, kind, plies, solution, themes, rating]) => ({
    id,
    position,
    kind,
    plies,
    solution: solution.split(' '),
    themes: themes.map((index) => file.themes[index]!),
    rating,
  }))
}
