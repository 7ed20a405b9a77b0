/**
 * The line to the server: one socket after the other, so that its owner sees a single one.
 *
 * Commands wait here until the server has answered for them, and are sent again on every new
 * socket. A loss is told at once: when the socket closes, when the browser says it is offline, and when
 * a command gets no answer. A lost socket is replaced: at once when the browser says it is back, else
 * after a delay that doubles from a quarter of a second to ten. What messages mean is for the owner to know.
 */
import type { Connection, Owner } from './connection'
import type { Command, ServerMessage } from './protocol'

const FIRST_DELAY = 250
const LONGEST_DELAY = 10_000
/** A socket that held this long was a good one: the next loss starts with the first delay again. */
const HELD = 5_000
/** A first connection, or one that is renewed on purpose, may take this long before anybody is told. */
const BLIP = 2_000
/** A command without an answer for this long means that the line is down, whatever the socket says. */
const UNANSWERED = 3_000
const BEAT = 5_000
/** A socket that is silent for this long, from the call or from a ping, is dead. */
const LOST = 8_000
/** After the browser has woken up, a socket that is silent for this long is dead. */
const WAKE_LOST = 3_000

/** As much of a WebSocket as is used here. */
export interface Wire {
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export interface SocketOwner extends Owner {
  /** Where to connect: asked before every socket, for it names the last version seen. */
  address(): string
}

export class LiveSocket implements Connection {
  /** The time to the server and back, in milliseconds; null until it was measured. */
  lag: number | null = null

  #owner: SocketOwner
  #open: (address: string) => Wire
  #world: EventTarget
  #wire: Wire | null = null
  #greeted = false
  #since = 0
  #failures = 0
  #unanswered = new Map<string, Command>()
  /** When the call or the ping was made that has not been answered yet. */
  #silentSince: number | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #blip: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setInterval>
  #owed: ReturnType<typeof setTimeout> | undefined
  #isAway = false
  #wake = () => this.#awake()
  #offline = () => this.#lost()

  constructor(
    owner: SocketOwner,
    open: (address: string) => Wire = (address) => new WebSocket(address) as Wire,
    world: EventTarget = window,
  ) {
    this.#owner = owner
    this.#open = open
    this.#world = world
    for (const sign of SIGNS_OF_LIFE) world.addEventListener(sign, this.#wake)
    world.addEventListener('offline', this.#offline)
    this.#beat = setInterval(() => this.#check(LOST), BEAT)
    this.#blip = setTimeout(() => this.#tell(true), BLIP)
    this.#connect()
  }

  /** Have a command done: sent now, or as soon as there is a line, until it is answered. */
  send(command: Command): void {
    this.#unanswered.set(command.id, command)
    if (this.#greeted) this.#wire?.send(JSON.stringify(command))
    this.#owed ??= this.#expectAnswer()
  }

  /** Start again from the version the owner names now. */
  resync(): void {
    this.#drop()
    this.#later()
  }

  /** Hang up for good. */
  close(): void {
    for (const sign of SIGNS_OF_LIFE) this.#world.removeEventListener(sign, this.#wake)
    this.#world.removeEventListener('offline', this.#offline)
    clearInterval(this.#beat)
    clearTimeout(this.#owed)
    clearTimeout(this.#retry)
    clearTimeout(this.#blip)
    this.#drop()
  }

  #connect(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    const wire = this.#open(this.#owner.address())
    this.#wire = wire
    this.#since = this.#silentSince = performance.now()
    wire.onmessage = (event) => this.#read(event.data)
    wire.onclose = () => this.#lost()
  }

  /** There is no line any more. */
  #lost(): void {
    const isFirst = !this.#greeted
    this.#drop()
    if (!isFirst) this.#tell(true)
    this.#later()
  }

  #tell(away: boolean): void {
    clearTimeout(this.#blip)
    if (away === this.#isAway) return
    this.#isAway = away
    this.#owner.away(away)
  }

  /** Forget the socket, without waiting for a dead network to confirm it. */
  #drop(): void {
    const wire = this.#wire
    if (!wire) return
    if (this.#greeted && performance.now() - this.#since >= HELD) this.#failures = 0
    this.#wire = null
    wire.onmessage = wire.onclose = null
    wire.close()
    if (this.#greeted) this.#blip = setTimeout(() => this.#tell(true), BLIP)
    this.#greeted = false
  }

  #later(): void {
    clearTimeout(this.#retry)
    const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failures)
    this.#failures += 1
    // Half of the delay is left to luck, or a restarted server would meet everybody at once.
    this.#retry = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2))
  }

  #read(data: unknown): void {
    if (data === '0') {
      if (this.#silentSince !== null) this.#measure(performance.now() - this.#silentSince)
      this.#silentSince = null
      return
    }
    const message = JSON.parse(String(data)) as ServerMessage
    if (message.t === 'hello') this.#greet()
    if (message.t === 'ack' || message.t === 'nack') {
      if (!this.#unanswered.delete(message.id ?? '')) return
      if (!this.#unanswered.size) this.#answered()
    }
    this.#owner.message(message)
  }

  #greet(): void {
    this.#greeted = true
    this.#silentSince = null
    this.#tell(false)
    for (const command of this.#unanswered.values()) this.#wire?.send(JSON.stringify(command))
    clearTimeout(this.#owed)
    this.#owed = this.#unanswered.size ? this.#expectAnswer() : undefined
    this.#ping()
  }

  #expectAnswer(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#tell(true), UNANSWERED)
  }

  /** Nothing is owed any more. */
  #answered(): void {
    clearTimeout(this.#owed)
    this.#owed = undefined
    this.#tell(false)
  }

  #measure(lag: number): void {
    this.lag = Math.round(this.lag === null ? lag : 0.7 * this.lag + 0.3 * lag)
  }

  #ping(): void {
    this.#silentSince ??= performance.now()
    this.#wire?.send('p')
  }

  /** Give up a socket that owes an answer for too long; else ask it for one. */
  #check(patience: number): void {
    if (!this.#wire) return
    if (this.#silentSince !== null && performance.now() - this.#silentSince >= patience) {
      this.#drop()
      this.#connect()
    } else if (this.#silentSince === null) {
      this.#ping()
    }
  }

  #awake(): void {
    if (!this.#wire) return this.#connect()
    this.#check(WAKE_LOST)
    setTimeout(() => this.#check(WAKE_LOST), WAKE_LOST)
  }
}

const SIGNS_OF_LIFE = ['online', 'visibilitychange', 'pageshow']
