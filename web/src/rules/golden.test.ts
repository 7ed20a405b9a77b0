/**
 * The browser's rules agree with the judge's on thousands of positions of every kind.
 *
 * `make test` writes them with tests/web/golden.py; TENCHIPS_GOLDEN names another file.
 */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { COLORS, Position, moveText, outcomeText, parseMove, type Move, type Square } from './position'

type Judged = {
  position: string
  kind: string
  legal: string
  links: [string, string]
  networks: [string, string]
  outcome: [number, string, string] | null
  wins: [string, string]
  sights: [Square, string]
  forbidden: string
  breaks: string | null
  refusals: { move: string; reason: string; squares: Square[]; sentence: string }[]
  paths: { path: string; color: 0 | 1; flaw: [string, Square[], string] | null }[]
}
type Refused = { refused: string; sentence: string }

const file =
  process.env.TENCHIPS_GOLDEN ?? fileURLToPath(new URL('../../../build/golden.jsonl', import.meta.url))
if (!existsSync(file)) {
  throw new Error(`there is no ${file}: run 'make build/golden.jsonl', or 'make test' for everything`)
}
const lines: (Judged | Refused)[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const judged = lines.filter((line) => 'position' in line)
const refused = lines.filter((line) => 'refused' in line)

/** Compare answers about every position, telling of the first that differs. */
function agree<T>(theirs: (it: Judged) => T, ours: (position: Position, it: Judged) => T) {
  for (const it of judged) {
    const [our, their] = [ours(Position.parse(it.position), it), theirs(it)]
    // Only where the texts differ is the slow comparison asked, which tells what differs.
    if (JSON.stringify(our) !== JSON.stringify(their)) expect(our, it.position).toEqual(their)
  }
}

const words = (text: string): string[] => text.split(' ').filter(Boolean)
const squares = (path: string): Square[] => path.split('-').filter(Boolean)
const move = (text: string): Move => parseMove(text)!

test('there are ten thousand positions, of every kind', () => {
  expect(judged.length).toBeGreaterThanOrEqual(10_000)
  expect(refused.length).toBeGreaterThanOrEqual(500)
  const kinds = ['add', 'step', "mover's network", 'handed over', 'both at once', 'no move']
  for (const kind of kinds) {
    expect(judged.filter((it) => it.kind === kind).length, kind).toBeGreaterThan(50)
  }
})

test('texts', () => agree((it) => it.position, (position) => position.text()))

test('legal moves', () => {
  agree((it) => it.legal, (position) => position.legalMoves().map(moveText).join(' '))
})

test('legal targets', () => {
  agree(
    (it) => words(it.legal),
    (position) => {
      if (position.phase() === 'add') return position.legalTargets()
      const steps = (from: Square) => position.legalTargets(from).map((to) => `${from}-${to}`)
      return position.chips(position.turn).flatMap(steps)
    },
  )
})

test('reasons', () => {
  agree(
    (it) => it.refusals.map(({ reason, squares, sentence }) => ({ reason, chips: squares, sentence })),
    (position, it) => it.refusals.map((refusal) => position.whyIllegal(move(refusal.move))!),
  )
})

test('no reason against a legal move', () => {
  agree(
    () => [],
    (position, it) => words(it.legal).filter((text) => position.whyIllegal(move(text))),
  )
})

test('links', () => {
  agree(
    (it) => it.links.map((links) => links.split(' ').sort().join(' ')),
    (position) => COLORS.map((color) => position.links(color).map((link) => link.join('-')).sort().join(' ')),
  )
})

test('sights', () => {
  agree((it) => it.sights[1], (position, it) => position.sights(it.sights[0]).join(' '))
})

test('forbidden squares', () => {
  agree((it) => it.forbidden, (position) => position.forbidden().join(' '))
})

test('networks', () => {
  agree(
    (it) => it.networks,
    (position) =>
      COLORS.map((color) => position.networks(color).map((path) => path.join('-')).join(' ')) as Judged['networks'],
  )
  agree(
    (it) => it.networks.map((paths) => words(paths)[0] ?? null),
    (position) => COLORS.map((color) => position.network(color)?.join('-') ?? null),
  )
})

test('outcomes', () => {
  agree(
    (it) => it.outcome,
    (position) => {
      const outcome = position.outcome()
      return outcome && [COLORS.indexOf(outcome.winner), outcome.termination, outcomeText(outcome)]
    },
  )
})

test('threats', () => {
  agree((it) => it.wins, (position) => COLORS.map((color) => position.threats(color).join(' ')) as Judged['wins'])
})

test('squares that break threats', () => {
  const some = judged.filter((it) => it.breaks !== null)
  expect(some.length).toBeGreaterThan(50)
  for (const it of some) {
    expect(Position.parse(it.position).breaks().join(' '), it.position).toBe(it.breaks)
  }
})

test('why a path is no network', () => {
  agree(
    (it) => it.paths.map(({ flaw }) => flaw && { rule: flaw[0], squares: flaw[1], sentence: flaw[2] }),
    (position, it) =>
      it.paths.map(({ path, color }) => position.whyNotNetwork(squares(path), COLORS[color]!)),
  )
})

test('impossible positions', () => {
  for (const { refused: text, sentence } of refused) {
    expect(() => Position.parse(text), text).toThrow(new Error(sentence))
  }
})
