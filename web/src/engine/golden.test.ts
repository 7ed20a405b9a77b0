/**
 * The engine in WebAssembly agrees with the native one to the node, and the parts written again in
 * TypeScript (deepening, levels, certificates, scores) with those in Python.
 *
 * `make test` writes what they say with tests/web/golden_engine.py; TENCHIPS_GOLDEN_ENGINE names
 * another file. tests/web/test_engine.py asks the same in a browser.
 */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { Position } from '../rules/position'
import { Certificate, type BookMove } from './certificate'
import { Core, type Side } from './core'
import { chipsOf, situationOf, type Game } from './game'
import { LEVELS, LevelSearch, TABLE, type Level, type Luck } from './levels'
import { OpeningBook } from './openingBook'
import { Score } from './score'
import type { Limit, Line } from './search'
import { Thinker } from './thinker'

type Checked = { position: string; plies: number; proved: boolean; move: string | null; nodes: number }

type Golden = {
  rules: { position: string; legal: number[]; networks: boolean[]; links: number[]; winning: number }[]
  counts: { position: string; depth: number; count: number }[]
  searches: { game: Game; limit: Limit; lines: number; found: Omit<Line, 'time'>[] }[]
  levels: {
    level: number
    seed: number
    game: Game
    rated: [number, number][]
    nodes: number
    depth: number
  }[]
  checks: Checked[]
  step_checks: Checked[]
  openings: { position: string; found: BookMove | null }[]
  strategies: {
    winner: string
    left: number
    count: number
    sha256: string
    answers: { position: string; move: string | null; plies: number | null }[]
  }[]
  scores: { points: number; text: string; plies: number | null; chance: number }[]
  table: Record<string, Level>
  hash: number
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const file = process.env.TENCHIPS_GOLDEN_ENGINE ?? here('../../../build/golden-engine.json')
if (!existsSync(file)) {
  throw new Error(`there is no ${file}: run 'make build/golden-engine.json', or 'make test' for everything`)
}
const golden: Golden = JSON.parse(readFileSync(file, 'utf8'))
const certificateFiles = ['white', 'black'].map((color) => here(`${color}.certificate`))

let module: WebAssembly.Module
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(here('engine.wasm')))
})

/** Nobody waits, nobody stops it. */
const progress = { report: () => {}, isStopped: () => false, pause: async () => {} }
const blob = (name: string) => new Blob([readFileSync(name)])
const library = async () => ({ certificates: certificateFiles.map(blob), openings: blob(here('openings.book')) })
const thinker = (megabytes = 1) => new Thinker(module, megabytes, library)

/** Numbers that look random enough, and that Python makes as well. */
class ScriptedLuck implements Luck {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  random(): number {
    this.#state = Number((BigInt(this.#state) * 1664525n + 1013904223n) % 2n ** 32n)
    return this.#state / 2 ** 32
  }
  gauss(spread: number): number {
    return spread * (this.random() + this.random() + this.random() + this.random() - 2)
  }
}

test('rules', () => {
  const core = new Core(module)
  for (const { position, ...said } of golden.rules) {
    core.set(chipsOf(Position.parse(position)))
    const networks = [0, 1].map((side) => core.hasNetwork(side as Side))
    const links = [0, 1].map((side) => core.links(side as Side))
    const isOver = networks.some(Boolean) || !core.legal().length
    const winning = isOver ? 0 : core.winningMove()
    expect({ legal: core.legal(), networks, links, winning }, position).toEqual(said)
  }
})

test('move sequences', async () => {
  const counter = thinker()
  expect(golden.counts.length).toBeGreaterThan(20)
  for (const { position, depth, count } of golden.counts) {
    const found = await counter.answer({ kind: 'perft', position, depth }, progress)
    expect(Number(found), `${position} to depth ${depth}`).toBe(count)
  }
})

test('searches', async () => {
  for (const { game, limit, lines, found } of golden.searches) {
    const answer = await thinker(golden.hash).answer({ kind: 'analyse', game, limit, lines }, progress)
    const shown = (answer as Line[]).map(({ time: _, ...line }) => line)
    expect(shown, JSON.stringify({ game, limit, lines })).toEqual(found)
  }
})

test('the levels are the same', () => {
  const table = Object.fromEntries(LEVELS.map((level, number) => [number, level]).slice(1))
  expect(table).toEqual(golden.table)
})

test('estimates of each level with the same luck', () => {
  const core = new Core(module)
  const searcher = core.newSearcher(core.newTable(TABLE))
  for (const { level, seed, game, rated, nodes, depth } of golden.levels) {
    const search = new LevelSearch(core, LEVELS[level]!, situationOf(core, game), new ScriptedLuck(seed), searcher)
    const found = search.ratedMoves().map(({ action, points }) => [action, points])
    const where = `level ${level} at ${game.position}`
    expect({ found, nodes: search.nodes, depth: search.depth }, where).toEqual({ found: rated, nodes, depth })
  }
})

test.each([
  ['the exact search', false, golden.checks, 5],
  ['the exact search that knows steps', true, golden.step_checks, 4],
] as const)('%s', async (_, steps, checks, longest) => {
  for (let plies = 1; plies <= longest; plies++) {
    const answers = new Set(checks.filter((it) => it.plies === plies).map((it) => it.proved))
    expect([...answers].length, `yes and no within ${plies} plies`).toBe(2)
  }
  for (const { position, plies, ...said } of checks) {
    const answer = await thinker().answer({ kind: 'exact', position, plies, steps, nodes: 0 }, progress)
    expect(answer, `${position} within ${plies}`).toEqual(said)
  }
})

test.each([0, 1])('certificate %i holds what the package has, and answers the same', async (index) => {
  const said = golden.strategies[index]!
  const exact = new Core(module).newExact(1)
  const certificate = await Certificate.read(blob(certificateFiles[index]!), exact)
  const hash = createHash('sha256')
  for (const row of certificate.rows.all()) hash.update(`${row.join(' ')}\n`)
  const { winner, left, rows: { count } } = certificate
  expect({ winner, left, count, sha256: hash.digest('hex') }).toEqual({ ...said, answers: undefined })
  for (const { position, move, plies } of said.answers) {
    const answer = certificate.answer(Position.parse(position))
    expect([answer?.move ?? null, answer?.plies ?? null], position).toEqual([move, plies])
  }
})

test('the opening book answers as the package does', async () => {
  const book = await OpeningBook.read(blob(here('openings.book')))
  expect(golden.openings.filter(({ found }) => found).length).toBeGreaterThan(20)
  for (const { position, found } of golden.openings) {
    expect(book.lookUp(Position.parse(position)), position).toEqual(found)
  }
})

test.each(golden.scores)('a score of $points is $text', ({ points, text, plies, chance }) => {
  const score = new Score(points)
  expect([score.toString(), score.plies, score.chance]).toEqual([text, plies, chance])
})
