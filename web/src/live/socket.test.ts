import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from './fake'
import type { Command, ServerMessage } from './protocol'
import { LiveSocket } from './socket'

const MOVE: Command = { t: 'move', id: 'one', ply: 0, m: '33', lag: 0 }

let server: FakeServer
let world: EventTarget
let heard: ServerMessage[]
let away: boolean[]
let version: number
let socket: LiveSocket

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  world = new EventTarget()
  heard = []
  away = []
  version = 4
  socket = new LiveSocket(
    {
      address: () => `?v=${version}`,
      message: (message) => heard.push(message),
      away: (gone) => away.push(gone),
    },
    server.open,
    world,
  )
})

afterEach(() => {
  socket.close()
  vi.useRealTimers()
})

function cutAndWait(): number {
  const before = server.wires.length
  server.last.cut()
  let waited = 0
  while (server.wires.length === before && waited < 60_000) {
    vi.advanceTimersByTime(50)
    waited += 50
  }
  return waited
}

describe('a connection', () => {
  it('asks for what came after the last version seen', () => {
    expect(server.last.address).toBe('?v=4')
    version = 9
    cutAndWait()
    expect(server.last.address).toBe('?v=9')
  })

  it('is tried again after delays that double up to ten seconds, half of them luck', () => {
    const delays = Array.from({ length: 9 }, cutAndWait)
    const longest = [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]
    delays.forEach((delay, index) => {
      expect(delay).toBeGreaterThanOrEqual(longest[index]! / 2)
      expect(delay).toBeLessThanOrEqual(longest[index]! + 50)
    })
  })

  it('that held for a while is replaced quickly, as after a restart (1012)', () => {
    for (let i = 0; i < 6; i++) cutAndWait()
    server.last.hello(4)
    vi.advanceTimersByTime(4_000)
    server.last.hear('0')
    vi.advanceTimersByTime(2_000)
    expect(cutAndWait()).toBeLessThanOrEqual(300)
  })

  it('that breaks right after the greeting waits longer each time', () => {
    for (let i = 0; i < 6; i++) {
      server.last.hello(4)
      cutAndWait()
    }
    server.last.hello(4)
    expect(cutAndWait()).toBeGreaterThanOrEqual(5_000)
  })

  it.each(['online', 'visibilitychange', 'pageshow'])('comes back at once on %s', (sign) => {
    for (let i = 0; i < 6; i++) cutAndWait()
    server.last.cut()
    const before = server.wires.length
    world.dispatchEvent(new Event(sign))
    expect(server.wires.length).toBe(before + 1)
    vi.advanceTimersByTime(30)
    expect(server.wires.length).toBe(before + 1)
  })

  it('ends for good when closed', () => {
    socket.close()
    expect(server.last.isClosed).toBe(true)
    world.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(server.wires.length).toBe(1)
    expect(away).toEqual([])
  })
})

describe('being away', () => {
  it('is told at once when the socket closes, and its end', () => {
    server.last.hello(4)
    server.last.cut()
    expect(away).toEqual([true])
    vi.advanceTimersByTime(600)
    server.last.hello(4)
    expect(away).toEqual([true, false])
  })

  it('is told at once when the browser is offline, and there is a new socket when it is back', () => {
    server.last.hello(4)
    world.dispatchEvent(new Event('offline'))
    expect(away).toEqual([true])
    expect(server.last.isClosed).toBe(true)
    world.dispatchEvent(new Event('online'))
    server.last.hello(4)
    expect(away).toEqual([true, false])
  })

  it('is told when a command gets no answer, until it does', () => {
    server.last.hello(4)
    socket.send(MOVE)
    vi.advanceTimersByTime(2_900)
    expect(away).not.toContain(true)
    vi.advanceTimersByTime(200)
    expect(away.at(-1)).toBe(true)
    server.last.hear({ t: 'ack', id: 'one', v: 5 })
    expect(away.at(-1)).toBe(false)
  })

  it('is not spoken of when the line is renewed on purpose', () => {
    server.last.hello(4)
    socket.resync()
    vi.advanceTimersByTime(600)
    server.last.hello(4)
    vi.advanceTimersByTime(4_000)
    expect(away).not.toContain(true)
  })

  it('is told when there is no connection from the start', () => {
    vi.advanceTimersByTime(2_100)
    expect(away).toEqual([true])
  })
})

describe('a command', () => {
  it('waits for the greeting', () => {
    socket.send(MOVE)
    expect(server.last.commands).toEqual([])
    server.last.hello(4)
    expect(server.last.commands).toEqual([MOVE])
  })

  it('is sent again, with the same id, until it is acknowledged', () => {
    server.last.hello(4)
    socket.send(MOVE)
    cutAndWait()
    server.last.hello(4)
    expect(server.last.commands).toEqual([MOVE])
    server.last.hear({ t: 'ack', id: 'one', v: 5 })
    cutAndWait()
    server.last.hello(5)
    expect(server.last.commands).toEqual([])
  })

  it('is not sent again once it is refused', () => {
    server.last.hello(4)
    socket.send(MOVE)
    server.last.hear({ t: 'nack', id: 'one', code: 'stale', detail: 'too late', v: 5 })
    cutAndWait()
    server.last.hello(5)
    expect(server.last.commands).toEqual([])
  })

  it('is answered once: the second answer is not told', () => {
    server.last.hello(4)
    socket.send(MOVE)
    server.last.hear({ t: 'ack', id: 'one', v: 5 })
    server.last.hear({ t: 'ack', id: 'one', v: 5 })
    expect(heard.filter(({ t }) => t === 'ack')).toHaveLength(1)
  })

  it('keeps its order among others', () => {
    socket.send(MOVE)
    socket.send({ t: 'resign', id: 'two' })
    server.last.hello(4)
    expect(server.last.commands.map(({ id }) => id)).toEqual(['one', 'two'])
  })
})

describe('the beat', () => {
  it('measures the way there and back', () => {
    server.last.hello(4)
    expect(server.last.pings).toBe(1)
    vi.advanceTimersByTime(120)
    server.last.hear('0')
    expect(socket.lag).toBe(120)
  })

  it('gives up a silent connection', () => {
    server.last.hello(4)
    const silent = server.last
    vi.advanceTimersByTime(15_100)
    expect(silent.isClosed).toBe(true)
    expect(server.wires.length).toBe(2)
    expect(away).toContain(true)
  })

  it('gives up a call that nobody answers', () => {
    vi.advanceTimersByTime(15_100)
    expect(server.wires.length).toBeGreaterThan(1)
  })

  it('keeps a connection that answers', () => {
    server.last.hello(4)
    for (let i = 0; i < 60; i++) {
      vi.advanceTimersByTime(1_000)
      server.last.hear('0')
    }
    expect(server.wires.length).toBe(1)
  })

  it('doubts a connection after the browser slept', () => {
    server.last.hello(4)
    server.last.hear('0')
    world.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(3_100)
    expect(server.wires.length).toBe(2)
  })

  it('ignores what an old connection still says', () => {
    server.last.hello(4)
    const old = server.last
    cutAndWait()
    old.hear({ t: 'ack', id: 'one', v: 5 })
    expect(heard.map(({ t }) => t)).toEqual(['hello'])
  })
})
