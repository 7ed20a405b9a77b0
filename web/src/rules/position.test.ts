import { describe, expect, test } from 'vitest'
import { Position, moveText, parseMove, type Color, type Square } from './position'

const squares = (text: string): Square[] => text.split(/[ -]/).filter(Boolean)
const A = squares('20 60 42 13 33 25 35 55 65 57')
const C = squares('30 21 52 53 24 65 16 47')

function played(moves: string): Position {
  return squares(moves).reduce((position, to) => position.play({ kind: 'add', to }), Position.start())
}

describe('networks of diagram A', () => {
  const diagram = Position.diagram([], A, 'black')

  test.each(['60-65-55-33-35-57', '20-25-35-13-33-55-57', '57-35-33-55-65-60'])('%s is one', (path) => {
    expect(diagram.whyNotNetwork(squares(path), 'black')).toBeNull()
  })

  test.each([
    ['60-20-42-33-35-57', 'no goal inside', ['20']],
    ['20-42-60-65-55-57', 'no goal inside', ['60']],
    ['20-25-35-33-55-35-57', 'no chip twice', ['35']],
    ['60-42-33-35-55-57', 'turn at every chip', ['60', '42', '33']],
  ])('%s is none: %s', (path, rule, where) => {
    expect(diagram.whyNotNetwork(squares(path), 'black')).toMatchObject({ rule, squares: where })
  })

  test('a white chip on 56 breaks one, and others are left', () => {
    const broken = Position.diagram(['56'], A, 'black')
    const path = squares('20-25-35-13-33-55-57')
    expect(broken.whyNotNetwork(path, 'black')).toMatchObject({ rule: 'clear lines', squares: ['56'] })
    expect(broken.whyNotNetwork(squares('20-42-33-55-35-57'), 'black')).toBeNull()
    expect(broken.network('black')).toHaveLength(6)
  })

  test('the eleventh chip of diagram B gives 60-42-33-35-25-27 no turn', () => {
    const older = Position.diagram([], [...A, '27'], 'black')
    expect(older.whyNotNetwork(squares('60-42-33-35-25-27'), 'black')?.rule).toBe('turn at every chip')
  })
})

test('diagram C forbids exactly the squares marked', () => {
  const marked = squares('10 20 40 11 31 41 51 61 12 22 32 42 62 43 63 44 54 64 15 25 56')
  const diagram = Position.diagram([], C, 'black')
  expect(diagram.forbidden()).toEqual(marked.sort())
  for (const to of marked) expect(diagram.whyIllegal({ kind: 'add', to })?.reason).toBe('cluster')
  expect(diagram.legalTargets()).toHaveLength(48 - C.length - marked.length)
})

test('a refusal names the chips concerned in a sentence', () => {
  expect(played('33 10 34 20').whyIllegal({ kind: 'add', to: '43' })).toEqual({
    reason: 'cluster',
    chips: ['33', '34'],
    sentence: '43 would join 33 and 34 to a group of 3 white chips: at most 2 may touch',
  })
})

test('a player without a move loses', () => {
  const stuck = played('55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46')
  expect(stuck.outcome()).toEqual({ winner: 'black', termination: 'no move', network: null })
  expect(stuck.legalMoves()).toEqual([])
  expect(stuck.threats('black')).toEqual([])
})

test('a chip may step next to the square it leaves', () => {
  const white = squares('33 34 01 03 05 71 73 75 61 66')
  const position = Position.diagram(white, squares('10 30 50 12 15 52 55 24 46 64'), 'white')
  expect(position.whyIllegal({ kind: 'step', from: '33', to: '43' })).toBeNull()
  expect(position.whyIllegal({ kind: 'step', from: '33', to: '33' })?.reason).toBe('same square')
  expect(position.whyIllegal({ kind: 'add', to: '43' })?.reason).toBe('wrong kind of move')
})

test('positions are never changed by a move', () => {
  const start = Position.start()
  const next = start.play({ kind: 'add', to: '33' })
  expect(start.text()).toBe('8/8/8/8/8/8/8/8 w 0 1')
  expect(next.text()).toBe('8/8/8/3W4/8/8/8/8 b 0 1')
})

test.each(['', 'start', '8/8/8 w 0 1', '9/8/8/8/8/8/8/8 w 0 1', '8/8/8/8/8/8/8/WWWWWWWWW w 0 1'])(
  '%j is no position, and a sentence says so',
  (text) => {
    expect(() => Position.parse(text)).toThrow(/position/)
  },
)

test.each([
  ['33', '33'],
  ['33-45', '33-45'],
  ['3345', '33-45'],
  [' 33 ', '33'],
])('%j is the move %s', (text, move) => {
  expect(moveText(parseMove(text)!)).toBe(move)
})

test.each(['', '3', '38', '33-', '33--45', '33 45', 'resign'])('%j is no move', (text) => {
  expect(parseMove(text)).toBeNull()
})

test('breaks are the squares after which the enemy cannot win at once', () => {
  const position = Position.diagram(squares('01 31 62 14 74 46'), squares('20 25 35 13 33 57'), 'white')
  const enemy: Color = 'black'
  expect(position.threats(enemy)).toContain('55')
  const breaks = position.breaks()
  expect(breaks).toContain('55')
  for (const to of position.legalTargets()) {
    const safe = !position.play({ kind: 'add', to }).threats(enemy).length
    expect(breaks.includes(to), to).toBe(safe)
  }
})

describe('all networks of diagram A', () => {
  const diagram = Position.diagram([], A, 'black')
  const networks = diagram.networks('black').map((path) => path.join('-'))

  test('each once, the shortest first', () => {
    expect(networks).toContain('60-65-55-33-35-57')
    expect(networks).toContain('20-25-35-13-33-55-57')
    expect(networks[0]).toBe(diagram.network('black')!.join('-'))
    expect(new Set(networks).size).toBe(networks.length)
    expect(networks).toEqual(networks.toSorted((one, two) => one.length - two.length))
  })

  test('none of the other colour', () => expect(diagram.networks('white')).toEqual([]))
})

describe('all flaws of a path', () => {
  const diagram = Position.diagram(['34'], squares('20 22 26 42 33'), 'black')
  const rules = (path: string) => diagram.networkFlaws(squares(path), 'black').map(({ rule }) => rule)

  test.each([
    ['', ['length']],
    ['20', ['length']],
    ['33', ['length', 'goals at the ends']],
    ['33-42', ['length', 'goals at the ends', 'goals at the ends']],
    ['20-22-26', ['length', 'goals at the ends', 'turn at every chip']],
    ['20-33-26-34-22-20', ['own chips', 'goals at the ends', 'no chip twice', 'straight lines', 'straight lines', 'straight lines', 'straight lines']],
    ['33-34', ['own chips', 'length', 'goals at the ends', 'goals at the ends']],
  ])('%s: %s', (path, expected) => expect(rules(path)).toEqual(expected))
})

describe('the longest path from a goal', () => {
  test('turns at every chip and stays off the other goals', () => {
    const position = Position.diagram([], squares('20 22 26 62 40 37'), 'black')
    expect(position.longestPath('black')).toEqual(['20', '22', '62', '26'])
  })
  test('there is none without a chip in a goal', () => {
    expect(Position.diagram(['33'], []).longestPath('white')).toEqual([])
  })
})
