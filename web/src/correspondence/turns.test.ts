import { expect, it } from 'vitest'
import { counted } from './turns.svelte'

it('counts turns in the title once', () => {
  expect(counted('Lobby · Tenchips', 2)).toBe('(2) Lobby · Tenchips')
  expect(counted('(2) Lobby · Tenchips', 3)).toBe('(3) Lobby · Tenchips')
  expect(counted('(3) Lobby · Tenchips', 0)).toBe('Lobby · Tenchips')
})
