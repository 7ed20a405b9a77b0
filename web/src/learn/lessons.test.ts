/** Every claim of the lessons, held against the rules; and every lesson done from start to end. */
import { describe, expect, it } from 'vitest'
import { moveText, parseMove, type Square } from '../rules/position'
import { NAMES } from '../rules/squares'
import { rulesCourse as lessons, type Lesson } from './lessons'
import { answer, begin, choose, chipsOf, hasHint, hint, move, nextPath, takeBack } from './tutor'
import type { State } from './tutor'

function lesson(id: string): Lesson {
  return lessons.find((one) => one.id === id)!
}

const diagramA = '20 60 42 13 33 25 35 55 65 57'
const diagramC = '30 21 52 53 24 65 16 47'

/** A learner who follows the hints and answers as the rules do. */
function solve(one: Lesson): State {
  let state = begin(one)
  for (let turn = 0; turn < 30 && !state.done; turn++) state = advance(one, state)
  return state
}

function advance(one: Lesson, state: State): State {
  const { task } = one
  if (task.kind === 'judge' && state.answered) return nextPath(one, state)
  if (task.kind === 'judge') {
    return answer(one, state, state.position.whyNotNetwork(state.picked, one.diagram.turn) ? 1 : 0)
  }
  if (task.kind === 'answer') return answer(one, state, task.right)
  const helped = hint(one, state)
  const squares = helped.marks.filter((mark) => mark.kind === 'hint').map((mark) => mark.square)
  if (task.kind !== 'move') return choose(one, state, squares.at(-1)!)
  return move(one, state, parseMove(squares.join('-'))!)
}

describe('each lesson', () => {
  it.each(lessons.map((one) => [one.id, one] as const))('%s can be done', (_, one) => {
    const state = solve(one)
    expect(state.done).toBe(true)
    expect(state.said?.tone).toBe('right')
    expect(state.said?.text).toContain(one.done)
  })

  it.each(lessons.map((one) => [one.id, one] as const))('%s has chips that rules allow', (_, one) => {
    const faults = begin(one).position.faults()
    // Diagrams leave chips out that do not matter, so only their number may be odd.
    const kinds = faults.map((fault) => fault.kind)
    expect(kinds.filter((kind) => kind !== 'turn' && kind !== 'number')).toEqual([])
  })

  it('is short, and has a name of its own', () => {
    expect(new Set(lessons.map((one) => one.id)).size).toBe(lessons.length)
    for (const one of lessons) expect(one.text.length).toBeLessThanOrEqual(230)
  })
})

describe("the rules' own examples", () => {
  const paths = (id: string) => {
    const { task } = lesson(id)
    return task.kind === 'judge' ? task.paths : []
  }
  const flaws = (id: string) =>
    paths(id).map((path) => {
      const { position } = begin(lesson(id))
      return position.whyNotNetwork(chipsOf(path), 'black')?.rule ?? 'network'
    })

  it('turns', () => {
    expect(paths('turns')).toContain('60-42-33-35-55-57')
    expect(paths('turns')).toContain('60-42-33-35-25-27')
    expect(flaws('turns')).toEqual(['turn at every chip', 'network', 'turn at every chip'])
  })

  it('the other conditions', () => {
    expect(paths('conditions')).toEqual([
      '60-20-42-33-35-57',
      '20-42-33-55-35-57',
      '20-25-35-33-55-35-57',
      '20-42-60-65-55-57',
      '20-42-33-35-57',
    ])
    expect(flaws('conditions')).toEqual([
      'no goal inside',
      'network',
      'no chip twice',
      'no goal inside',
      'length',
    ])
  })

  it('the networks of diagram A', () => {
    for (const [id, path] of [
      ['network', '60-65-55-33-35-57'],
      ['longer', '20-25-35-13-33-55-57'],
      ['around', '20-42-33-55-35-57'],
    ] as const) {
      const one = lesson(id)
      expect(one.diagram.black).toBe(diagramA)
      expect(one.task).toMatchObject({ kind: 'draw', example: path })
      expect(begin(one).position.whyNotNetwork(chipsOf(path), 'black')).toBeNull()
    }
  })

  it('56 breaks the longer one', () => {
    const one = lesson('cut')
    const { position } = begin(one)
    expect(position.whyNotNetwork(begin(one).picked, 'black')).toBeNull()
    const state = choose(one, begin(one), '56')
    expect(state.position.whyNotNetwork(state.picked, 'black')?.rule).toBe('clear lines')
    expect(state.said?.text).toContain('a chip between 55 and 57: 56')
    expect(choose(one, begin(one), '44').said?.tone).toBe('wrong')
  })

  it('the squares of diagram C', () => {
    const one = lesson('clusters')
    expect(one.diagram.black).toBe(diagramC)
    const marked = '10 20 40 11 31 41 51 61 12 22 32 42 62 43 63 44 54 64 15 25 56'.split(' ')
    const crosses = solve(one).marks.map((mark) => mark.square)
    expect(crosses.sort()).toEqual(marked.sort())
    for (const square of NAMES) {
      const next = choose(one, begin(one), square)
      expect(next.said?.tone).toBe(marked.includes(square) ? 'right' : 'wrong')
    }
  })

  it('networks are not made before they are taught', () => {
    const early = lessons.slice(0, lessons.indexOf(lesson('network')))
    for (const one of early.filter(({ task }) => task.kind === 'move')) {
      const { position } = begin(one)
      for (const made of position.legalMoves()) expect(position.play(made).outcome(), one.id).toBeNull()
    }
  })

  it('every name is asked of a square that could be mistaken for another', () => {
    const { task } = lesson('names')
    const squares = task.kind === 'names' ? task.squares : []
    expect(squares).toContain('52')
    expect(squares).toContain('25')
    const said = choose(lesson('names'), begin(lesson('names')), '43').said
    expect(said).toEqual({ tone: 'wrong', text: 'That is 43: column 4, row 3. Find column 3, row 4.' })
  })

  it('a chip next to 47 that makes a pair', () => {
    const one = lesson('pairs')
    const { position } = begin(one)
    const near = position
      .legalTargets()
      .filter((square) => Math.abs(+square[0]! - 4) <= 1 && Math.abs(+square[1]! - 7) <= 1)
    expect(one.task).toMatchObject({ kind: 'move' })
    expect(one.task.kind === 'move' && [...one.task.moves].sort()).toEqual(near.sort())
  })

  it('the step that loses and the ones that win', () => {
    const { position } = begin(lesson('uncover'))
    const after = position.play(parseMove('56-31')!)
    expect(after.network('white')).toEqual(chipsOf('06-16-14-32-31-71'))
    expect(after.outcome()).toMatchObject({ winner: 'black' })
    expect(after.outcome()!.network).toEqual(chipsOf('20-25-35-13-33-55-57'))
    const better = lesson('better')
    expect(move(better, begin(better), parseMove('56-31')!).done).toBe(false)
    const lost = 'After 56-31 Black has the network 20-25-35-13-33-55-57, so Black wins.'
    expect(move(better, begin(better), parseMove('56-31')!).said).toEqual({ tone: 'wrong', text: lost })
    // What the hint says: a chip that the path does not use, but not 56, to 31.
    const path = chipsOf('06-16-14-32-31-71')
    const free = position.chips('white').filter((chip) => !path.includes(chip) && chip !== '56')
    const wins = position.legalMoves().filter((made) => move(better, begin(better), made).done)
    expect(wins.map(moveText)).toEqual(expect.arrayContaining(free.map((chip) => `${chip}-31`)))
  })

  it('the step that only lifting makes legal', () => {
    const { position } = begin(lesson('steps'))
    expect(position.whyIllegal(parseMove('72-73')!)).toBeNull()
    expect(position.play(parseMove('72-73')!).outcome()).toBeNull()
    expect(position.whyIllegal(parseMove('03-73')!)?.chips).toEqual(['71', '72'])
  })

  it('White without a move', () => {
    const one = lesson('no move')
    const { position } = begin(one)
    expect(position.outcome()).toEqual({ winner: 'black', termination: 'no move', network: null })
    expect(position.hand('white')).toBe(1)
    const free = NAMES.filter((square) => !position.at(square))
    const usable = free.filter((square) => !/^[0-7][07]$/.test(square))
    expect(answer(one, begin(one), 1).marks.map((mark) => mark.square).sort()).toEqual(usable.sort())
  })

  it('two networks after one step', () => {
    const { position } = begin(lesson('end'))
    expect(position.network('white')).not.toBeNull()
    expect(position.outcome()!.winner).toBe('black')
  })

  it('a wrong answer says who wins', () => {
    const one = lesson('end')
    const said = answer(one, begin(one), 0).said!
    expect(said.tone).toBe('wrong')
    expect(said.text).toContain('Your opponent, Black, wins')
  })

  it('the winning chip of the whole game', () => {
    const one = lesson('win')
    const { position } = begin(one)
    const wins = position.legalMoves().filter((made) => move(one, begin(one), made).done)
    expect(wins.map(moveText)).toContain('73')
    expect(wins.length).toBeLessThan(position.legalMoves().length)
  })
})

describe('the tutor', () => {
  const drawing = lesson('network')
  const draw = (...squares: Square[]) =>
    squares.reduce((state, square) => choose(drawing, state, square), begin(drawing))

  it.each([
    [['33'], 'Start with the chip on 60.'],
    [['20'], 'Start with the chip on 60.'],
    [['44'], 'Black has no chip on 44.'],
    [['60', '33'], '60 does not see 33: the chip on 42 is in between.'],
    [['60', '55'], '60 and 55 are not on one straight line.'],
    [['60', '42', '33'], '60-42-33 goes straight on: a network must turn at 42.'],
    [['60', '65', '55', '60'], 'A network may use each chip only once, and 60 is already in it.'],
    [['60', '42', '20'], '20 is in the same goal as 60, and a network has only one chip in each goal.'],
    [['60', '65', '55', '57'], 'That path has only 4 chips, and a network has at least 6.'],
  ])('says at once what is wrong with %s', (squares, text) => {
    expect(draw(...squares).said).toEqual({ tone: 'wrong', text })
  })

  it('leaves out a chip that cannot come next, and takes the last one back', () => {
    expect(draw('60', '42', '33').picked).toEqual(['60', '42'])
    expect(draw('60', '42', '42').picked).toEqual(['60'])
    expect(takeBack(drawing, draw('60', '42')).picked).toEqual(['60'])
  })

  it('takes every network that begins as asked, and no other', () => {
    const { position } = begin(drawing)
    const answers = lessons.filter(({ task }) => task.kind === 'draw').map((one) => {
      const { position } = begin(one)
      const ways = position.networks('black').flatMap((path) => [path, [...path].reverse()])
      const taken = ways.filter((path) => path.reduce((s, chip) => choose(one, s, chip), begin(one)).done)
      return [one.id, ways, taken] as const
    })
    expect(position.networks('black').length).toBeGreaterThan(1)
    const wanted: Record<string, (path: Square[]) => boolean> = {
      network: (path) => path[0] === '60',
      longer: (path) => path[0] === '20' && path.length >= 7,
      around: () => true,
    }
    for (const [id, ways, taken] of answers) expect(taken, id).toEqual(ways.filter(wanted[id]!))
  })

  it('lets a path go on that has come to a goal too early', () => {
    expect(draw('60', '65', '55', '57').picked).toEqual(['60', '65', '55'])
  })

  it('asks for seven chips where it says so', () => {
    const one = lesson('longer')
    const six = chipsOf('20-42-33-55-35-57').reduce((s, chip) => choose(one, s, chip), begin(one))
    expect(six.done).toBe(false)
    expect(six.said?.text).toBe('That is a network of 6 chips. Now find one with 7.')
  })

  it('leads back from a wrong turn', () => {
    const state = hint(drawing, draw('60', '42'))
    expect(state.said?.text).toBe('Take chips back until 42 is gone. Then choose 65.')
  })

  it('names the reason of a wrong judgement, and goes on', () => {
    const one = lesson('conditions')
    const state = answer(one, begin(one), 0)
    expect(state.said).toEqual({
      tone: 'wrong',
      text: 'Not right. It is not a network: only the first and the last chip may be in a goal, and 20 is in one.',
    })
    expect(nextPath(one, state)).toMatchObject({ round: 1, answered: false, said: null })
  })

  it('wants one closed square of each kind', () => {
    const one = lesson('closed')
    const tries = ['00', '70', '44', '20', '33']
    const said: string[] = []
    tries.reduce((state, square) => {
      const next = choose(one, state, square)
      said.push(next.said!.text)
      return next
    }, begin(one))
    expect(said).toEqual([
      'Nobody may use 00: it is a corner.',
      "Nobody may use 70: it is a corner. Now look for a square in the other player's goal and a square with a chip on it.",
      'White may play on 44.',
      "White may not use 20: it is in Black's goal.",
      `33 already holds a chip. ${one.done}`,
    ])
  })

  it('has no hint where there are only two answers', () => {
    expect(lessons.filter((one) => !hasHint(one)).map((one) => one.task.kind)).toEqual([
      'judge',
      'judge',
      'answer',
      'answer',
    ])
  })
})
