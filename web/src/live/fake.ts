/** A game and a server to test with: sockets that a test opens, feeds and cuts. */
import type { Command, Game, ServerMessage } from './protocol'
import type { Wire } from './socket'

export function someGame(changes: Partial<Game> = {}): Game {
  return {
    id: 'abcdefghijkl',
    v: 0,
    status: 'live',
    start: '8/8/8/8/8/8/8/8 w 0 1',
    rules: 'no_move=loss repetition=3 step_limit=200',
    moves: [],
    turn: 'white',
    white: { kind: 'person', name: 'Ann', level: null, bot: false, rating: null, account: false },
    black: { kind: 'person', name: 'Bob', level: null, bot: false, rating: null, account: false },
    clock: null,
    left: null,
    running: null,
    offers: [],
    result: null,
    termination: null,
    network: null,
    between_people: true,
    choosing: null,
    rated: false,
    public: false,
    created: '2026-01-01T00:00:00Z',
    rematch: null,
    tournament: null,
    role: 'white',
    ...changes,
  }
}

export class FakeWire implements Wire {
  onmessage: Wire['onmessage'] = null
  onclose: Wire['onclose'] = null
  sent: string[] = []
  isClosed = false

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.isClosed = true
  }

  /** The server speaks. */
  hear(message: ServerMessage | '0'): void {
    this.onmessage?.({ data: message === '0' ? message : JSON.stringify(message) })
  }

  /** The connection is cut from the other side. */
  cut(): void {
    this.onclose?.()
  }

  hello(v: number): void {
    this.hear({ t: 'hello', v, role: 'white', now: performance.now() })
  }

  get commands(): Command[] {
    return this.sent.filter((text) => text !== 'p').map((text) => JSON.parse(text) as Command)
  }

  get pings(): number {
    return this.sent.filter((text) => text === 'p').length
  }
}

/** Every socket that was opened, in order. */
export class FakeServer {
  wires: FakeWire[] = []

  open = (address: string): FakeWire => {
    const wire = new FakeWire(address)
    this.wires.push(wire)
    return wire
  }

  get last(): FakeWire {
    return this.wires[this.wires.length - 1]!
  }
}
