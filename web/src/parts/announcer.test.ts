import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announcer, notify, say } from './announcer.svelte'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const heard = () => announcer.sayings.map(({ text }) => text)

describe('what is said', () => {
  it('is not come upon when it is no longer news', () => {
    say('White adds 3 3')
    vi.advanceTimersByTime(20_000)
    say('Black adds 4 4')
    expect(heard()).toEqual(['White adds 3 3', 'Black adds 4 4'])
    vi.advanceTimersByTime(15_000)
    expect(heard()).toEqual(['Black adds 4 4'])
    vi.advanceTimersByTime(15_000)
    expect(heard()).toEqual([])
  })

  it('does not pile up', () => {
    for (let ply = 0; ply < 20; ply++) say(`move ${ply}`)
    expect(heard()).toEqual([15, 16, 17, 18, 19].map((ply) => `move ${ply}`))
  })

  it('is shown for a while, the newest notice only', () => {
    notify('first')
    vi.advanceTimersByTime(4_000)
    notify('second')
    vi.advanceTimersByTime(4_000)
    expect(announcer.notice?.text).toBe('second')
    vi.advanceTimersByTime(4_000)
    expect(announcer.notice).toBeNull()
    expect(heard()).toEqual(['first', 'second'])
  })
})
