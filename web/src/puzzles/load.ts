/** Loads the puzzles, once for all visits to the page. */

import { readPuzzles, type Puzzle, type PuzzleFile } from './puzzle'
import address from './puzzles.json?url'

let loading: Promise<Puzzle[]> | null = null

/** All puzzles. After a failure the next call tries again. */
export function loadPuzzles(): Promise<Puzzle[]> {
  loading ??= load()
  loading.catch(() => (loading = null))
  return loading
}

async function load(): Promise<Puzzle[]> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(response.statusText)
  return readPuzzles((await response.json()) as PuzzleFile)
}
