/** Local games as their page plays them: judged, kept, timed and played by machines without a server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewGame } from '../live/api'
import { LiveGame } from '../live/game.svelte'
import type { Game, GameEvent } from '../live/protocol'
import { LocalConnection } from './connection'
import { newLocalGame, type LocalGame } from './game'
import { gameRecord } from '../record/write'
import type { Machines } from './machines'
import { keyOf, loadGame, localGames, pruneGames, saveGame } from './store'

const WHITE_WINS = '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' ')
const NEAR_THE_END = '2B5/7W/3W3W/WB1B2B1/1W1W4/2BB1BBW/WW3W2/1B3B2 w 0 11'
const ME = { kind: 'me' } as const
const NEW = { clock: null, rules: '', start: null, moves: [], public: false, rated: false }

/** Keeps texts as own properties, like the browser's. */
class FakeStorage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

/** Machines that play what a test tells them, when it does. */
class FakeMachines implements Machines {
  asked: { game: Game; signal: AbortSignal; answer: (move: string) => void; fail: () => void }[] = []
  move(game: Game, signal: AbortSignal): Promise<string | null> {
    return new Promise((answer, reject) => {
      this.asked.push({ game, signal, answer, fail: () => reject(new Error('no engine')) })
    })
  }
  close(): void {}
}

let machines: FakeMachines
let open: LiveGame[]
let told: GameEvent[]
let refused: string[]
let worlds: EventTarget[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new FakeStorage())
  machines = new FakeMachines()
  open = []
  told = []
  refused = []
  worlds = []
})

afterEach(() => {
  open.forEach((live) => live.close())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function page(local: LocalGame, pace = 0, atLeast = 0): Promise<LiveGame> {
  const world = new EventTarget()
  worlds.push(world)
  const live = new LiveGame(
    local.game,
    { event: (event) => told.push(event), refused: (detail) => refused.push(detail) },
    (owner) => new LocalConnection(owner, local, { machines, world, pace, pause: atLeast }),
  )
  open.push(live)
  await pause()
  return live
}

async function begin(asked: Partial<NewGame> & Pick<NewGame, 'white' | 'black'>): Promise<LiveGame> {
  const local = newLocalGame({ ...NEW, ...asked }, 'Ann', Date.now())
  saveGame(local)
  return page(local)
}

/** Let what is due happen. */
async function pause(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
}

async function answer(move: string): Promise<void> {
  machines.asked.at(-1)!.answer(move)
  await pause()
}

const machine = (level: number) => ({ kind: 'machine', level }) as const

describe('two at one device', () => {
  it('play to the end, and the record is the one that Python writes', async () => {
    const live = await begin({ white: ME, black: ME })
    for (const move of WHITE_WINS) live.move(move)
    expect(live.game).toMatchObject({ status: 'ended', result: '1-0', termination: 'network', role: 'both' })
    expect(live.game.network!.join('-')).toBe('02-32-65-62-26-46-73')
    expect(live.ownMoves).toEqual([])
    expect(gameRecord({ ...live.game, created: '2026-01-01T12:00:00Z' })).toBe(
      [
        '[Game "Network"]',
        '[Event "?"]',
        '[Date "2026.01.01"]',
        '[White "Ann"]',
        '[Black "Ann"]',
        '[Result "1-0"]',
        '[Rules "no_move=loss repetition=3 step_limit=200"]',
        '[Termination "network"]',
        '',
        '1. 62 27 2. 02 67 3. 32 16 4. 65 56 5. 46 34 6. 26 14 7. 73 {network',
        '02-32-65-62-26-46-73} 1-0',
        '',
      ].join('\n'),
    )
  })

  it('hear why a move is illegal', async () => {
    const live = await begin({ white: ME, black: ME })
    live.move('20')
    expect(refused).toEqual([expect.stringContaining("Black's goal")])
    expect(live.moves).toEqual([])
  })

  it('draw by repetition and by agreement', async () => {
    const live = await begin({ white: ME, black: ME, start: NEAR_THE_END })
    const around = ['72-73', '63-62', '73-72', '62-63']
    for (const move of [...around, ...around]) live.move(move)
    expect(live.game).toMatchObject({ result: '1/2-1/2', termination: 'repetition' })
    const other = await begin({ white: ME, black: ME })
    other.offer('draw')
    expect(other.game).toMatchObject({ result: '1/2-1/2', termination: 'agreement' })
  })

  it('draw at the step limit', async () => {
    const live = await begin({ white: ME, black: ME, start: NEAR_THE_END.replace('w 0 11', 'w 198 110') })
    live.move('72-73')
    expect(live.game.status).toBe('live')
    live.move('63-62')
    expect(live.game.termination).toBe('step limit')
  })

  it('resign for the side to move, and play again', async () => {
    const live = await begin({ white: ME, black: ME, moves: ['33'] })
    live.resign()
    expect(live.game).toMatchObject({ result: '1-0', termination: 'resignation' })
    live.offer('rematch')
    const next = loadGame(live.game.rematch!)!
    expect(next.game).toMatchObject({ status: 'live', moves: ['33'], role: 'both', v: 0 })
  })
})

describe('a machine', () => {
  it('answers every move, and gives way to an undo', async () => {
    const live = await begin({ white: ME, black: machine(3) })
    expect(machines.asked).toHaveLength(0)
    live.move('33')
    await pause()
    expect(machines.asked[0]!.game.moves).toEqual(['33'])
    await answer('55')
    live.move('22')
    await pause()
    const { signal } = machines.asked[1]!
    live.offer('takeback')
    expect(signal.aborted).toBe(true)
    expect(live.moves).toEqual(['33', '55'])
    live.offer('takeback')
    expect(live.moves).toEqual([])
    live.offer('takeback')
    expect(refused).toEqual(['you have made no move that could be taken back'])
  })

  it.each([
    [9, 700],
    [10, 0],
  ])('of level %s takes %s ms for a move at least', async (level, least) => {
    const local = newLocalGame({ ...NEW, white: machine(level), black: ME }, 'Ann', Date.now())
    saveGame(local)
    const live = await page(local, 0, 700)
    await answer('33')
    if (least) {
      await pause(least - 1)
      expect(live.moves).toEqual([])
      await pause(1)
    }
    expect(live.moves).toEqual(['33'])
  })

  it('begins as White, and the next game has the colours exchanged', async () => {
    const live = await begin({ white: machine(10), black: ME })
    live.move('33')
    expect(refused).toEqual(["it is your opponent's turn"])
    await answer('33')
    live.resign()
    expect(live.game).toMatchObject({ result: '1-0', role: 'black' })
    live.offer('rematch')
    expect(told.at(-1)).toMatchObject({ k: 'rematch', game: live.game.rematch })
    const { game } = loadGame(live.game.rematch!)!
    expect(game).toMatchObject({ role: 'white', white: { kind: 'person' }, black: { level: 10 }, moves: [] })
  })

  it('is asked again where the engine has failed', async () => {
    const live = await begin({ white: machine(5), black: ME })
    machines.asked[0]!.fail()
    await pause()
    expect(live.away).toBe(true)
    await pause(5_000)
    await answer('33')
    expect(live.away).toBe(false)
    expect(live.moves).toEqual(['33'])
  })

  it('plays another at a pace', async () => {
    const local = newLocalGame({ ...NEW, white: machine(1), black: { kind: 'random' } }, '', Date.now())
    const live = await page(local, 700)
    expect(live.game.role).toBe('owner')
    expect(machines.asked).toHaveLength(0)
    await pause(700)
    await answer('33')
    expect(live.moves).toEqual(['33'])
  })
})

describe('the clock', () => {
  const clock = { base: 60, increment: 2 }

  it('runs once both have moved, gives the increment, and runs out', async () => {
    const live = await begin({ white: ME, black: ME, clock })
    live.move('33')
    await pause(10_000)
    live.move('55')
    expect(live.game).toMatchObject({ running: 'white', left: { white: 60_000, black: 60_000 } })
    await pause(5_000)
    live.move('22')
    expect(live.game.left).toEqual({ white: 57_000, black: 60_000 })
    await pause(59_999)
    expect(live.game.status).toBe('live')
    await pause(1)
    expect(live.game).toMatchObject({ result: '1-0', termination: 'time', left: { black: 0 } })
  })

  it('stands still while the game is closed', async () => {
    const live = await begin({ white: ME, black: ME, clock, moves: [] })
    live.move('33')
    live.move('55')
    await pause(4_000)
    live.close()
    await pause(600_000)
    const again = await page(loadGame(live.game.id)!)
    expect(again.left('white')).toBe(56_000)
    await pause(1_000)
    again.offer('takeback')
    expect(again.game).toMatchObject({ moves: ['33'], left: { white: 60_000, black: 60_000 } })
  })
})

describe('the browser', () => {
  it('keeps every move, and forgets the oldest of many ended games only', async () => {
    const live = await begin({ white: ME, black: machine(2) })
    live.move('33')
    expect(loadGame(live.game.id)!.game).toMatchObject({ moves: ['33'], status: 'live' })
    for (let count = 0; count < 14; count++) {
      await pause(1)
      const other = await begin({ white: ME, black: ME })
      other.resign()
    }
    pruneGames()
    expect(localGames().filter(({ game }) => game.status === 'ended')).toHaveLength(12)
    expect(localGames().some(({ game }) => game.id === live.game.id)).toBe(true)
  })

  it('has no game where the stored text is none', () => {
    localStorage.setItem(keyOf('local-1'), '{"game":{"start":"x","moves":[]}}')
    localStorage.setItem(keyOf('local-2'), 'nonsense')
    expect(loadGame('local-1')).toBeNull()
    expect(loadGame('local-2')).toBeNull()
    expect(loadGame('other')).toBeNull()
  })

  it('may have the game open twice', async () => {
    const one = await begin({ white: ME, black: machine(2) })
    const two = await page(loadGame(one.game.id)!)
    one.move('33')
    worlds[1]!.dispatchEvent(Object.assign(new Event('storage'), { key: keyOf(one.game.id) }))
    expect(two.moves).toEqual(['33'])
    await pause()
    // Both ask their machine; the first answer counts.
    machines.asked[0]!.answer('55')
    await pause()
    machines.asked[1]!.answer('22')
    await pause()
    expect(one.moves).toEqual(['33', '55'])
    expect(two.moves).toEqual(['33', '55'])
    expect(loadGame(one.game.id)!.game.moves).toEqual(['33', '55'])
  })
})
