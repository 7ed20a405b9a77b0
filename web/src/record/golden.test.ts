/**
 * The site reads in a text what `tenchips.record` reads: the same games, and the same sentence with
 * its line where one is broken.
 *
 * `make test` writes the texts with tests/web/golden_records.py; TENCHIPS_GOLDEN_RECORDS names another
 * file.
 */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readTree } from '../study/movetext'
import { readRecords, type RecordGame } from './read'

type Game = Omit<RecordGame, 'tree'> & { movetext: string }
type Fault = { line: number; sentence: string }

const file =
  process.env.TENCHIPS_GOLDEN_RECORDS ??
  fileURLToPath(new URL('../../../build/golden-records.json', import.meta.url))
if (!existsSync(file)) {
  throw new Error(`there is no ${file}: run 'make build/golden-records.json', or 'make test' for everything`)
}
const golden: { text: string; games: (Game | Fault)[] }[] = JSON.parse(readFileSync(file, 'utf8'))

/** A game of the golden file as the reader gives it. */
function withTree({ movetext, ...rest }: Game): RecordGame {
  return { ...rest, tree: readTree(movetext) }
}

test('the same games and the same sentences', () => {
  for (const { text, games } of golden) {
    const found = readRecords(text)
    const faults: Fault[] = found.errors.map(({ line, message }) => ({ line, sentence: message }))
    expect({ games: found.games, faults }, JSON.stringify(text)).toEqual({
      games: games.filter((game) => 'movetext' in game).map(withTree),
      faults: games.filter((game) => 'sentence' in game),
    })
  }
})

test('the texts hold games of every ending, and many mistakes', () => {
  const games = golden.flatMap(({ games }) => games)
  const endings = new Set(games.map((game) => ('sentence' in game ? '' : game.termination)))
  for (const one of ['network', 'no move', 'repetition', 'step limit', 'time']) expect(endings).toContain(one)
  const sentences = new Set(games.map((game) => ('sentence' in game ? game.sentence.replace(/[0-9]+|'.*'/g, '') : '')))
  expect(sentences.size).toBeGreaterThan(60)
})
