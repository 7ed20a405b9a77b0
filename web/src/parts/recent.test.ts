import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetGame, inviteOf, keepGame, recentGames } from './recent'

beforeEach(() => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const ids = () => recentGames().map(({ id }) => id)

it('keeps the latest game in front, each once', () => {
  keepGame('a')
  keepGame('b')
  keepGame('a')
  expect(ids()).toEqual(['a', 'b'])
})

it('keeps an invitation until the game is forgotten', () => {
  keepGame('a', 'secret')
  keepGame('a')
  expect(inviteOf('a')).toBe('secret')
  forgetGame('a')
  expect(inviteOf('a')).toBeNull()
})

it('keeps only the latest twelve', () => {
  for (let i = 0; i < 20; i++) keepGame(String(i))
  expect(ids()).toHaveLength(12)
  expect(ids()[0]).toBe('19')
})

it('does without a browser that remembers', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
  })
  keepGame('a')
  expect(recentGames()).toEqual([])
})
