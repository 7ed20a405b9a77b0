import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer, someGame } from './fake'
import { LiveGame } from './game.svelte'
import type { Game, GameEvent } from './protocol'
import { LiveSocket } from './socket'

let server: FakeServer
let live: LiveGame
let told: GameEvent[]
let refused: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { protocol: 'https:', host: 'example.org' } })
  server = new FakeServer()
  told = []
  refused = []
})

afterEach(() => {
  live.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function begin(changes: Partial<Game> = {}) {
  live = new LiveGame(
    someGame(changes),
    { event: (event) => told.push(event), refused: (detail) => refused.push(detail) },
    (owner) => new LiveSocket(owner, server.open, new EventTarget()),
  )
  server.last.hello(live.game.v)
}

function move(v: number, m: string, by: 'white' | 'black' = v % 2 ? 'white' : 'black'): GameEvent {
  const left = live.game.left && { white: 60_000, black: 60_000 }
  const running = live.game.left && (by === 'white' ? 'black' : 'white')
  return { t: 'event', v, k: 'move', ply: v - 1, m, by, left, running, at: performance.now() }
}

function ended(): GameEvent {
  const end = { t: 'event', v: 1, k: 'end', result: '1-0', termination: 'resignation' } as const
  return { ...end, network: null, by: 'black', left: null }
}

function reconnect(v = live.game.v) {
  server.last.cut()
  vi.advanceTimersByTime(11_000)
  server.last.hello(v)
}

describe('events', () => {
  it('are folded in order and told', () => {
    begin()
    server.last.hear(move(1, '33'))
    server.last.hear(move(2, '44'))
    expect(live.moves).toEqual(['33', '44'])
    expect(told).toHaveLength(2)
  })

  it('that come twice count once', () => {
    begin()
    server.last.hear(move(1, '33'))
    server.last.hear(move(1, '33'))
    expect(live.moves).toEqual(['33'])
    expect(told).toHaveLength(1)
  })

  it('with a gap before them are not believed: the game asks for what it missed', () => {
    begin()
    server.last.hear(move(1, '33'))
    server.last.hear(move(3, '55'))
    expect(live.moves).toEqual(['33'])
    vi.advanceTimersByTime(300)
    expect(server.wires).toHaveLength(2)
    expect(server.last.address).toBe('wss://example.org/ws/v1/games/abcdefghijkl?v=1')
    server.last.hello(3)
    server.last.hear(move(2, '44'))
    server.last.hear(move(3, '55'))
    expect(live.moves).toEqual(['33', '44', '55'])
  })

  it('missed while away are caught up with', () => {
    begin()
    server.last.hear(move(1, '33'))
    reconnect(3)
    expect(server.last.address).toContain('?v=1')
    server.last.hear(move(2, '44'))
    server.last.hear(move(3, '55'))
    expect(live.moves).toEqual(['33', '44', '55'])
  })

  it('that are too many come as a whole state', () => {
    begin()
    reconnect(7)
    const game = someGame({ v: 7, moves: ['33', '44', '55'], turn: 'black' })
    server.last.hear({ t: 'state', v: 7, game })
    expect(live.game).toEqual(game)
    server.last.hear(move(8, '66'))
    expect(live.moves).toEqual(['33', '44', '55', '66'])
  })
})

describe('a move made here', () => {
  it('is shown at once and sent with its ply', () => {
    begin()
    live.move('33')
    expect(live.moves).toEqual(['33'])
    expect(live.turn).toBe('black')
    expect(server.last.commands).toMatchObject([{ t: 'move', ply: 0, m: '33' }])
  })

  it('is the same move when the server tells it', () => {
    begin()
    live.move('33')
    const { id } = server.last.commands[0]!
    server.last.hear({ t: 'ack', id, v: 1 })
    expect(live.moves).toEqual(['33'])
    server.last.hear(move(1, '33'))
    expect(live.moves).toEqual(['33'])
    expect(live.ownMoves).toEqual([])
  })

  it('is taken off again, with the reason, if it is refused', () => {
    begin()
    live.move('33')
    const { id } = server.last.commands[0]!
    server.last.hear({ t: 'nack', id, code: 'illegal', detail: '33 already holds a chip', v: 0 })
    expect(live.moves).toEqual([])
    expect(refused).toEqual(['33 already holds a chip'])
  })

  it('gives way to another one made in a second tab', () => {
    begin()
    live.move('33')
    const { id } = server.last.commands[0]!
    server.last.hear(move(1, '35'))
    expect(live.moves).toEqual(['35'])
    server.last.hear({ t: 'nack', id, code: 'stale', detail: 'that move is made', v: 1 })
    expect(live.moves).toEqual(['35'])
  })

  it('survives a lost connection: it stays shown and is sent again', () => {
    begin()
    live.move('33')
    const [sent] = server.last.commands
    reconnect(0)
    expect(live.moves).toEqual(['33'])
    expect(server.last.commands).toEqual([sent])
  })

  it('is not doubled if it was kept before the connection broke', () => {
    begin()
    live.move('33')
    const { id } = server.last.commands[0]!
    reconnect(1)
    server.last.hear(move(1, '33'))
    server.last.hear({ t: 'ack', id, v: 1 })
    expect(live.moves).toEqual(['33'])
  })

  it('is settled by a state that knows it', () => {
    begin()
    live.move('33')
    reconnect(1)
    server.last.hear({ t: 'state', v: 1, game: someGame({ v: 1, moves: ['33'], turn: 'black' }) })
    expect(live.moves).toEqual(['33'])
  })

  it('made just as the game ended is forgotten', () => {
    begin()
    live.move('33')
    server.last.hear(ended())
    expect(live.moves).toEqual([])
  })
})

describe('moves for both sides', () => {
  const sent = () => server.last.commands.map((command) => 'm' in command && command.m)

  function quickly(...moves: string[]) {
    begin({ role: 'both', between_people: false })
    for (const m of moves) live.move(m)
  }

  it('are shown at once, and each is sent when the one before it is told', () => {
    quickly('33', '44', '53')
    expect(live.moves).toEqual(['33', '44', '53'])
    expect(live.turn).toBe('black')
    expect(sent()).toEqual(['33'])
    server.last.hear(move(1, '33'))
    expect(sent()).toEqual(['33', '44'])
    server.last.hear(move(2, '44'))
    expect(server.last.commands).toMatchObject([{ ply: 0 }, { ply: 1 }, { ply: 2, m: '53' }])
    server.last.hear(move(3, '53'))
    expect(live.moves).toEqual(['33', '44', '53'])
    expect(live.ownMoves).toEqual([])
  })

  it('survive a lost connection in their order', () => {
    quickly('33', '44')
    reconnect(0)
    expect(live.moves).toEqual(['33', '44'])
    expect(sent()).toEqual(['33'])
    server.last.hear(move(1, '33'))
    expect(sent()).toEqual(['33', '44'])
  })

  it('are settled by a state that knows the first of them', () => {
    quickly('33', '44')
    reconnect(1)
    server.last.hear({ t: 'state', v: 1, game: someGame({ v: 1, moves: ['33'], turn: 'black' }) })
    expect(live.moves).toEqual(['33', '44'])
    expect(sent()).toEqual(['33', '44'])
  })

  it('go with one that is refused', () => {
    quickly('33', '44')
    const { id } = server.last.commands[0]!
    server.last.hear({ t: 'nack', id, code: 'illegal', detail: '33 already holds a chip', v: 0 })
    expect(live.moves).toEqual([])
    expect(sent()).toEqual(['33'])
  })

  it.each([
    ['another move of a second tab', () => move(1, '35')],
    ['the end of the game', () => ended()],
  ])('are forgotten after %s', (_, event) => {
    quickly('33', '44')
    server.last.hear(event())
    expect(live.ownMoves).toEqual([])
    expect(sent()).toEqual(['33'])
  })
})

describe('the clock', () => {
  const clocked = {
    clock: { base: 60, increment: 0 },
    left: { white: 60_000, black: 60_000 },
    running: 'white',
  } as const

  it('runs between the updates for the player to move', () => {
    begin(clocked)
    vi.advanceTimersByTime(1_500)
    expect(live.left('white')).toBe(58_500)
    expect(live.left('black')).toBe(60_000)
  })

  it('stands while the own move is on its way', () => {
    begin(clocked)
    live.move('33')
    const left = live.left('white')
    vi.advanceTimersByTime(1_500)
    expect(live.left('white')).toBe(left)
  })

  it('never shows less than nothing', () => {
    begin(clocked)
    vi.advanceTimersByTime(90_000)
    expect(live.left('white')).toBe(0)
  })

  it('counts the time since a move that was missed', () => {
    begin(clocked)
    const made = move(1, '33')
    reconnect(1)
    server.last.hear(made)
    expect(live.left('black')).toBe(60_000 - 11_000)
  })

  it('is not there in a game without one', () => {
    begin()
    expect(live.left('white')).toBeNull()
  })
})

describe('what passes', () => {
  it('is shown: who thinks, until the next move, and who is here', () => {
    begin()
    server.last.hear({ t: 'thinking', color: 'black', place: 2 })
    expect(live.thinking).toMatchObject({ color: 'black', place: 2 })
    server.last.hear({ t: 'presence', white: true, black: false, watchers: 3, claim: null })
    expect(live.presence).toMatchObject({ black: false, watchers: 3 })
    server.last.hear(move(1, '33'))
    expect(live.thinking).toBeNull()
  })

  it('is sent: offers and answers', () => {
    begin()
    live.offer('draw')
    live.accept('takeback')
    live.decline('rematch')
    live.resign()
    expect(server.last.commands.map(({ t }) => t)).toEqual(['offer', 'accept', 'decline', 'resign'])
    expect(new Set(server.last.commands.map(({ id }) => id)).size).toBe(4)
  })
})
