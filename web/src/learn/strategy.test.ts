/** The course on strategy, done from start to end, and with every wrong move. Its claims are proved in
 * Python, by tests/learn. */

import { describe, expect, it } from 'vitest'
import { THEME_WORDS } from '../puzzles/words'
import { moveText, parseMove, readMove } from '../rules/position'
import { COURSES } from './courses'
import type { Lesson } from './lessons'
import { answer, begin, choose, hint, move, type State } from './tutor'

const { lessons } = COURSES.strategy
const lesson = (id: string) => lessons.find((one) => one.id === id)!

/** A learner who follows the hints. */
function solve(one: Lesson): State {
  const { task } = one
  let state = begin(one)
  for (let turn = 0; turn < 9 && !state.done; turn++) {
    const squares = hint(one, state).marks.filter(({ kind }) => kind === 'hint').map(({ square }) => square)
    if (task.kind === 'answer') state = answer(one, state, task.right)
    else if (task.kind === 'line') state = move(one, state, parseMove(squares.join('-'))!)
    else state = choose(one, state, squares.at(-1)!)
  }
  return state
}

describe.each(lessons.map((one) => [one.id, one] as const))('%s', (_, one) => {
  it('can be done by following the hints', () => {
    const state = solve(one)
    expect(state.done).toBe(true)
    expect(state.said?.tone).toBe('right')
    expect(state.said?.text).toContain(one.done)
  })

  it('is short, and about a theme that the puzzles have', () => {
    expect(one.text.length).toBeLessThanOrEqual(230)
    if (one.theme) expect(Object.keys(THEME_WORDS)).toContain(one.theme)
  })

  it('refuses every other move with a reason, and lets the learner try again', () => {
    const { task } = one
    if (task.kind !== 'line') return
    let state = begin(one)
    for (const { accept } of task.turns) {
      const others = state.position.legalMoves().filter((made) => !accept.includes(moveText(made)))
      expect(others.length).toBeGreaterThan(0)
      for (const made of others) {
        const next = move(one, state, made)
        expect(next).toMatchObject({ position: state.position, round: state.round, done: false })
        // A reason names the squares it speaks of.
        expect(next.said?.text, moveText(made)).not.toMatch(/undefined| on [.,]| network ,/)
        expect(next.said?.text).toContain(moveText(made))
      }
      state = move(one, state, readMove(accept[0]!))
    }
  })
})

it('has ten lessons with names of their own', () => {
  expect(new Set(lessons.map(({ id }) => id)).size).toBe(10)
})

it.each([
  ['block', '33', 'After 33 White wins with a chip on 75. The path'],
  ['double', '11', 'After 11 you do not threaten to win.'],
  ['double', '22', '22 threatens to win on 52, but Black can stop that on '],
  ['trap', '55-71', 'After 55-71 Black has the network 10-12-45-43-52-57, so Black wins.'],
])('says in %s what is wrong with %s', (id, made, text) => {
  const one = lesson(id)
  expect(move(one, begin(one), readMove(made)).said?.text).toContain(text)
})

it('says which chips may leave, and draws what holds the network up', () => {
  const one = lesson('stay')
  expect(choose(one, begin(one), '12').said?.text).toContain('Black still has no network')
  expect(choose(one, begin(one), '14').said?.text).toBe('Tap one of your own chips.')
  const { position, network } = choose(one, begin(one), '43')
  expect(position.whyNotNetwork(network!, 'black')).toMatchObject({ rule: 'clear lines', squares: ['43'] })
})
