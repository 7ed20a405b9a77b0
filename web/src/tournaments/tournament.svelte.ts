/** A tournament as its page sees it: the server sends all of it whenever it changes. */
import type { Connection } from '../live/connection'
import { LiveSocket, type SocketOwner } from '../live/socket'
import type { MyPart, Tournament, TournamentMessage, TournamentState } from './api'

/** What a page wants to be told. */
export interface TournamentListener {
  /** A game of the visitor is ready. */
  ready(game: string): void
}

export class LiveTournament {
  /** Null until the server has sent it. */
  tournament = $state.raw<Tournament | null>(null)
  me = $state.raw<MyPart | null>(null)
  away = $state(false)

  #listener: TournamentListener
  #connection: Connection

  constructor(
    id: string,
    listener: TournamentListener,
    connect: (owner: SocketOwner) => Connection = (owner) => new LiveSocket(owner),
  ) {
    this.#listener = listener
    this.#connection = connect({
      address: () => `${location.origin.replace('http', 'ws')}/ws/v1/tournaments/${encodeURIComponent(id)}`,
      message: (message) => this.take(message as unknown as TournamentMessage),
      away: (away) => (this.away = away),
    })
  }

  /** Show what the server says, unless something newer is shown already. */
  take({ tournament, me }: TournamentState): void {
    if (this.tournament && tournament.now < this.tournament.now) return
    const before = this.me?.game
    this.tournament = tournament
    this.me = me
    if (me.game && me.game !== before) this.#listener.ready(me.game)
  }

  close(): void {
    this.#connection.close()
  }
}
