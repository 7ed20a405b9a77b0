/**
 * A local game as its page is connected to it: commands are judged here, events are kept in the
 * browser and told, machines move, and clocks run out.
 *
 * The stored game is the arbiter. The same game may be open in several tabs: each looks at it
 * before it changes anything, and follows what the others store.
 */
import type { Connection, Owner } from '../live/connection'
import type { Command, GameEvent } from '../live/protocol'
import { afterEvent, leftAt, rematchOf, seatOf, type LocalGame } from './game'
import { Rejected, flag, judge, move, restoreClock } from './judge'
import { BrowserMachines, type Machines } from './machines'
import { keyOf, loadGame, saveGame } from './store'

/** Milliseconds between the moves of machines that are watched. */
const PACE = 700
/** This level moves as soon as it can: those who play it want to see no show. */
const TOP_LEVEL = 10
const TRY_AGAIN = 3_000
/** How often a running clock is noted, so that a killed page takes no time from anybody. */
const NOTE = 1_000

export class LocalConnection implements Connection {
  readonly lag = 0

  #owner: Owner
  #local: LocalGame
  #machines: Machines
  #world: EventTarget
  #pace: number
  #pause: number
  /** Ends the search that is going on, for the version it was begun at. */
  #search: { v: number; leaving: AbortController } | null = null
  #flag: ReturnType<typeof setTimeout> | undefined
  #note: ReturnType<typeof setInterval>
  #isClosed = false
  #stored = (event: Event) => {
    if ((event as StorageEvent).key === keyOf(this.#local.game.id)) this.#look()
  }

  constructor(
    owner: Owner,
    local: LocalGame,
    { machines = new BrowserMachines(), world = window, pace = PACE, pause = 0 }: Partial<Setup> = {},
  ) {
    this.#owner = owner
    this.#local = local
    this.#machines = machines
    this.#world = world
    this.#pace = pace
    this.#pause = pause
    world.addEventListener('storage', this.#stored)
    this.#note = setInterval(() => this.#noteTime(), NOTE)
    // The owner is told nothing before it has its connection.
    queueMicrotask(() => this.#isClosed || this.#begin())
  }

  send(command: Command): void {
    this.#look()
    const { id } = command
    const next = rematchOf(this.#local, Date.now())
    try {
      const events = judge(this.#local, command, Date.now(), next.game.id)
      if (events.some(({ k }) => k === 'rematch')) saveGame(next)
      this.#record(events)
      this.#owner.message({ t: 'ack', id, v: this.#local.game.v })
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      const { code, message: detail } = error
      this.#owner.message({ t: 'nack', id, code, detail, v: this.#local.game.v })
    }
  }

  resync(): void {
    const { game } = this.#local
    this.#owner.message({ t: 'hello', v: game.v, role: game.role, now: Date.now() })
    this.#owner.message({ t: 'state', v: game.v, game: { ...game, left: leftAt(this.#local, Date.now()) } })
  }

  close(): void {
    this.#noteTime()
    this.#isClosed = true
    this.#world.removeEventListener('storage', this.#stored)
    clearInterval(this.#note)
    clearTimeout(this.#flag)
    this.#search?.leaving.abort()
    this.#machines.close()
  }

  #begin(): void {
    const { game } = this.#local
    this.#owner.message({ t: 'hello', v: game.v, role: game.role, now: Date.now() })
    this.#look()
    this.#record(restoreClock(this.#local, Date.now()))
  }

  /** See whether another tab has changed the game. */
  #look(): void {
    const stored = loadGame(this.#local.game.id)
    if (!stored || stored.game.v === this.#local.game.v) return
    this.#local = stored
    this.resync()
    this.#follow()
  }

  #record(events: GameEvent[]): void {
    for (const event of events) this.#local = afterEvent(this.#local, event)
    this.#local = { ...this.#local, seen: Date.now() }
    saveGame(this.#local)
    for (const event of events) this.#owner.message(event)
    this.#follow()
  }

  /** Begin what is due now, and end what is due no longer. */
  #follow(): void {
    const { game } = this.#local
    if (this.#isClosed) return
    clearTimeout(this.#flag)
    if (game.running) this.#flag = setTimeout(() => this.#checkFlag(), leftAt(this.#local, Date.now())![game.running])
    if (this.#search && this.#search.v !== game.v) {
      this.#search.leaving.abort()
      this.#search = null
    }
    const isMachines = game.status === 'live' && seatOf(game, game.turn).kind !== 'person'
    if (isMachines && !this.#search) {
      this.#search = { v: game.v, leaving: new AbortController() }
      void this.#play(this.#search.v, this.#search.leaving.signal)
    }
  }

  async #play(v: number, signal: AbortSignal): Promise<void> {
    const { game } = this.#local
    if (game.role === 'owner') await wait(this.#pace)
    while (!signal.aborted) {
      try {
        const isTop = seatOf(game, game.turn).level === TOP_LEVEL
        // A move that comes as if by itself is easily missed.
        const pause = game.role === 'owner' || isTop ? 0 : this.#pause
        const [found] = await Promise.all([this.#machines.move(game, signal), pause && wait(pause)])
        if (signal.aborted) return
        this.#owner.away(false)
        this.#look()
        if (found !== null && this.#local.game.v === v) this.#record(move(this.#local, found, Date.now()))
        return
      } catch {
        if (signal.aborted) return
        this.#owner.away(true)
        await wait(TRY_AGAIN)
      }
    }
  }

  #checkFlag(): void {
    this.#look()
    const { running } = this.#local.game
    if (running && leftAt(this.#local, Date.now())![running] <= 0) this.#record(flag(this.#local))
    else this.#follow()
  }

  #noteTime(): void {
    if (this.#isClosed || !this.#local.game.running) return
    this.#look()
    this.#local = { ...this.#local, seen: Date.now() }
    saveGame(this.#local)
  }
}

/** What tests replace, and how long a machine takes for a move at least. */
type Setup = { machines: Machines; world: EventTarget; pace: number; pause: number }

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
