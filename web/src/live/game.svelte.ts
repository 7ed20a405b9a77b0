/**
 * A game as its page sees it: what its connection has told, and one's own move shown at once.
 *
 * The other end of the connection is the judge: the server, or for a local game this browser (`local`).
 * A move made here is shown before it is acknowledged, and taken off the
 * board again with the reason if it is refused. Where one player has both sides, more of them may
 * follow meanwhile: each is sent when the server has told the one before it, and goes with it if
 * that is refused. Nothing here draws, and nothing here decides what is legal.
 */
import { other } from '../rules/position'
import { newId, type Connection } from './connection'
import { fold } from './fold'
import type {
  Color,
  Game,
  GameEvent,
  Presence,
  Proposal,
  Said,
  ServerMessage,
  Thinking,
} from './protocol'
import { LiveSocket, type SocketOwner } from './socket'

type OwnMove = { id: string; ply: number; m: string }

/** What a page wants to be told, beyond what it can see in the fields. */
export interface Listener {
  event(event: GameEvent, game: Game): void
  /** A command was refused: a sentence for the player. */
  refused(detail: string): void
  /** A player says something. */
  said?(said: Said): void
}

export class LiveGame {
  game = $state.raw() as Game
  /** The moves made here that the server has not yet told back; the first of them is sent. */
  ownMoves = $state.raw<OwnMove[]>([])
  thinking = $state.raw<Thinking | null>(null)
  presence = $state.raw<Presence | null>(null)
  /** What the players have said to each other, as long as this page is open. */
  said = $state.raw<(Said & { id: number })[]>([])
  /** The line has been down for a while. */
  away = $state(false)
  /** The moves to show. */
  moves = $derived(
    this.ownMoves.length
      ? [...this.game.moves, ...this.ownMoves.map(({ m }) => m)]
      : this.game.moves,
  )

  #listener: Listener
  #connection: Connection
  /** When the presence was told, by this browser's count. */
  #presenceAt = 0
  /** When the times of the clock were true, by this browser's count. */
  #timed = performance.now()
  /** How far the server's count of time is ahead of this browser's. */
  #offset = 0

  constructor(
    game: Game,
    listener: Listener,
    connect: (owner: SocketOwner) => Connection = (owner) => new LiveSocket(owner),
  ) {
    this.game = game
    this.#listener = listener
    this.#connection = connect({
      address: () => address(this.game),
      message: (message) => this.#message(message),
      away: (away) => (this.away = away),
    })
  }

  /** Whose turn it is, own moves included. */
  get turn(): Color {
    const { turn } = this.game
    return this.ownMoves.length % 2 ? other(turn) : turn
  }

  /** Whether the running clock is seen to run: not while an own move is on its way, unless the line is
   * down, for then the server's clock runs on. */
  get isTicking(): boolean {
    return !this.ownMoves.length || this.away
  }

  /** The milliseconds a colour has left now; null without a clock. */
  left(color: Color): number | null {
    const { left, running } = this.game
    if (!left) return null
    const spent = running === color && this.isTicking ? performance.now() - this.#timed : 0
    return Math.max(0, left[color] - Math.max(0, spent))
  }

  move(m: string): void {
    this.ownMoves = [...this.ownMoves, { id: newId(), ply: this.moves.length, m }]
    if (this.ownMoves.length === 1) this.#send(this.ownMoves[0]!)
  }

  offer(what: Proposal): void {
    this.#connection.send({ t: 'offer', id: newId(), what })
  }

  accept(what: Proposal): void {
    this.#connection.send({ t: 'accept', id: newId(), what })
  }

  decline(what: Proposal): void {
    this.#connection.send({ t: 'decline', id: newId(), what })
  }

  resign(): void {
    this.#connection.send({ t: 'resign', id: newId() })
  }

  /** The milliseconds until one may claim the game of an opponent who has left; null if one may not. */
  claimIn(): number | null {
    const claim = this.presence?.claim ?? null
    return claim === null ? null : Math.max(0, claim - (performance.now() - this.#presenceAt))
  }

  claim(what: 'win' | 'draw'): void {
    this.#connection.send({ t: 'claim', id: newId(), what })
  }

  /** Pick a side, where one has the choice. */
  pickSide(color: Color): void {
    this.#connection.send({ t: 'side', id: newId(), color })
  }

  say(what: Said['what']): void {
    this.#connection.send({ t: 'say', id: newId(), what })
  }

  /** Call off a game that nobody has joined. */
  cancel(): void {
    this.#connection.send({ t: 'cancel', id: newId() })
  }

  close(): void {
    this.#connection.close()
  }

  #message(message: ServerMessage): void {
    switch (message.t) {
      case 'hello':
        this.game = { ...this.game, role: message.role }
        this.#offset = message.now - performance.now()
        break
      case 'state':
        this.#show(message.game, performance.now())
        break
      case 'event':
        this.#event(message)
        break
      case 'nack':
        if (message.id === this.ownMoves[0]?.id) this.ownMoves = []
        this.#listener.refused(message.detail)
        break
      case 'thinking':
        this.thinking = message
        break
      case 'presence':
        this.presence = message
        this.#presenceAt = performance.now()
        break
      case 'said':
        this.said = [...this.said, { ...message, id: this.said.length }]
        this.#listener.said?.(message)
        break
    }
  }

  #event(event: GameEvent): void {
    if (event.v <= this.game.v) return
    if (event.v > this.game.v + 1) return this.#connection.resync()
    const at = 'at' in event ? event.at : null
    this.#show(fold(this.game, event), at === null ? this.#timed : at - this.#offset)
    this.#listener.event(event, this.game)
  }

  #show(game: Game, timed: number): void {
    if (game.moves.length !== this.game.moves.length) this.thinking = null
    this.game = game
    this.#timed = timed
    const [first, ...later] = this.ownMoves
    if (!first || (game.status === 'live' && game.moves.length === first.ply)) return
    // Whatever happened at the ply of the first own move, that move or another, it is settled now.
    // The next was made after that move, and is for no other position.
    const goesOn = game.status === 'live' && game.moves.length === first.ply + 1
    this.ownMoves = goesOn && game.moves[first.ply] === first.m ? later : []
    if (this.ownMoves.length) this.#send(this.ownMoves[0]!)
  }

  #send({ id, ply, m }: OwnMove): void {
    this.#connection.send({ t: 'move', id, ply, m, lag: this.#connection.lag ?? 0 })
  }
}

function address(game: Game): string {
  const { protocol, host } = window.location
  const scheme = protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${host}/ws/v1/games/${game.id}?v=${game.v}`
}
