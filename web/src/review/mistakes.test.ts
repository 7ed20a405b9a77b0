import { beforeEach, expect, test, vi } from 'vitest'
import { MOST, forgetMistake, keepMistakes, keptMistakes, mistakeId, type Mistake } from './mistakes'

const KEY = 'tenchips.mistakes'
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

function mistake(position: string, played = '62'): Mistake {
  const rest = { start: '', moves: ['33', '44'], best: ['72'], line: ['72'], plies: 1 }
  return { id: mistakeId(position), kind: 'win', position, played, ...rest }
}

test('mistakes are kept, the newest first, one for each position', () => {
  keepMistakes([mistake('a'), mistake('b')])
  keepMistakes([mistake('c'), mistake('a', '11')])
  expect(keptMistakes().map(({ position, played }) => `${position} ${played}`)).toEqual(['c 62', 'a 11', 'b 62'])
  forgetMistake(mistakeId('a'))
  expect(keptMistakes().map(({ position }) => position)).toEqual(['c', 'b'])
})

test('only so many are kept', () => {
  keepMistakes(Array.from({ length: MOST }, (_, number) => mistake(`old ${number}`)))
  keepMistakes([mistake('new')])
  expect(keptMistakes().length).toBe(MOST)
  expect(keptMistakes()[0]!.position).toBe('new')
})

test('what is not readable is nothing', () => {
  for (const text of ['{', '7', '{}', '[null, 3, {"id": "x"}]']) {
    stored.set(KEY, text)
    expect(keptMistakes()).toEqual([])
  }
  stored.set(KEY, JSON.stringify([{ ...mistake('a'), best: [] }, mistake('b')]))
  expect(keptMistakes()).toEqual([mistake('b')])
})

test('an id is short and the same for the same position', () => {
  const ids = ['a', 'b', '8/8/8/3W4/8/8/8/8 b 0 1'].map(mistakeId)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^m[0-9a-f]{8}$/)
  expect(mistakeId('a')).toBe(ids[0])
})
