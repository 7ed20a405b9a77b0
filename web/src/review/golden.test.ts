/**
 * The review on the site says what `tenchips review` says: marks, evaluations, remarks, better lines,
 * missed wins and accuracy.
 *
 * `make test` writes that with tests/web/golden_review.py; TENCHIPS_GOLDEN_REVIEW names another file.
 */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Game } from '../engine/engine'
import type { Comparison, Limit } from '../engine/search'
import { Thinker } from '../engine/thinker'
import type { BookMove } from '../engine/certificate'
import { find, type Asked, type Finding, type ReviewGame } from './findings'
import { reviewOf, type Evaluation } from './review'
import { engineFile, progress, searching } from './searching.fixture'

type Golden = { reviews: GoldenReview[]; comparisons: GoldenComparison[] }

type GoldenComparison = { game: Game; move: string; limit: Limit; found: [number, number, string][] }

type GoldenReview = {
  game: ReviewGame
  limit: Limit
  certificates: boolean
  moves: {
    mark: string
    evaluation: string | null
    remark: string
    better: { evaluation: string; moves: string[] } | null
  }[]
  accuracy: (number | null)[]
  missedWins: number[]
  marks: Record<string, number>[]
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const file = process.env.TENCHIPS_GOLDEN_REVIEW ?? here('../../../build/golden-review.json')
if (!existsSync(file)) {
  throw new Error(`there is no ${file}: run 'make build/golden-review.json', or 'make test' for everything`)
}
const golden: Golden = JSON.parse(readFileSync(file, 'utf8'))

let module: WebAssembly.Module
beforeAll(async () => {
  module = await WebAssembly.compile(engineFile('engine.wasm'))
})

const blob = (name: string) => new Blob([engineFile(name)])
const library = async () => ({
  certificates: ['white.certificate', 'black.certificate'].map(blob),
  openings: blob('openings.book'),
})

/** The engine without a worker: one that searches, and one that looks up. */
function engine(book: Thinker): Asked {
  const thinker = new Thinker(module, 1, library)
  return {
    ...searching(thinker),
    book: async (positions) =>
      (await book.answer({ kind: 'book', positions: [...positions] }, progress)) as (BookMove | null)[],
  }
}

/** A score and a depth as records write them. */
function text(evaluation: Evaluation | null): string | null {
  if (!evaluation) return null
  const { score, depth } = evaluation
  const sign = score.points < 0 ? '-' : '+'
  return `${score.isProven ? `${sign}M${score.plies}` : score}/${depth}`
}

test('the games are of every kind', () => {
  const moves = golden.reviews.flatMap((one) => one.moves)
  for (const mark of ['?!', '?', '??']) expect(moves.some((move) => move.mark === mark), mark).toBe(true)
  for (const remark of ['missed a win', 'leaves the solved win', 'leaves the win proved by search', 'solved: 66 loses', 'proven: Black wins']) {
    expect(moves.some((move) => move.remark.startsWith(remark)), remark).toBe(true)
  }
  expect(golden.reviews.some(({ game }) => game.moves.some((move) => move.includes('-')))).toBe(true)
})

test('comparisons of two moves', async () => {
  for (const { game, move, limit, found } of golden.comparisons) {
    const thinker = new Thinker(module, 1, library)
    const { best, given } = (await thinker.answer({ kind: 'compare', game, move, limit }, progress)) as Comparison
    const said = [best, given].map(({ points, depth, moves }) => [points, depth, moves[0]])
    expect(said, JSON.stringify({ game, move, limit })).toEqual(found)
  }
}, 120_000)

test('reviews', async () => {
  const book = new Thinker(module, 1, library)
  for (const { game, limit, certificates, ...said } of golden.reviews) {
    let findings: Finding[] = []
    for await (const found of find(engine(book), game, limit, { certificates })) findings = found
    const review = reviewOf(game, findings)
    const moves = review.moves.map(({ mark, evaluation, remark, better }) => ({
      mark,
      evaluation: text(evaluation),
      remark,
      better: better && { evaluation: text(better), moves: better.moves },
    }))
    const where = JSON.stringify({ game, limit, certificates })
    expect(moves, where).toEqual(said.moves)
    const { accuracy, missedWins } = review
    expect([missedWins.white, missedWins.black], where).toEqual(said.missedWins)
    for (const [index, color] of (['white', 'black'] as const).entries()) {
      const expected = said.accuracy[index]!
      if (expected === null) expect(accuracy[color], where).toBeNull()
      else expect(accuracy[color], where).toBeCloseTo(expected, 9)
      const marks = review.moves.filter(({ by, mark }) => by === color && mark)
      expect(marks.length, where).toBe(Object.values(said.marks[index]!).reduce((a, b) => a + b, 0))
    }
    expect(review.standings.every((standing) => standing !== null), where).toBe(true)
  }
}, 120_000)
