/**
 * The lobby as its page sees it: the open challenges, one's own among them, and the game it led to.
 *
 * The server sends what changes. As long as this is open, one's own challenge lasts.
 */
import type { components } from '../api'
import { api } from '../live/api'
import type { Connection } from '../live/connection'
import { LiveSocket, type SocketOwner } from '../live/socket'

type Schemas = components['schemas']
export type Challenge = Schemas['ChallengeShown']
export type NewChallenge = Schemas['NewChallenge']
type Message = Schemas['LobbyMessage']

/** What a page wants to be told. */
export interface LobbyListener {
  /** One's challenge led to a game. */
  started(game: string): void
  /** One's challenge is gone without a game. */
  ended(): void
}

export class Lobby {
  /** Null until the server has told them. */
  challenges = $state.raw<Challenge[] | null>(null)
  away = $state(false)
  /** The challenge that was made here, until it is taken or cancelled. */
  waiting = $state.raw<Challenge | null>(null)

  readonly others = $derived(this.challenges?.filter(({ mine }) => !mine) ?? null)

  #listener: LobbyListener
  #connection: Connection

  constructor(
    listener: LobbyListener,
    connect: (owner: SocketOwner) => Connection = (owner) => new LiveSocket(owner),
  ) {
    this.#listener = listener
    this.#connection = connect({
      address: () => `${location.origin.replace('http', 'ws')}/ws/v1/lobby`,
      message: (message) => this.#message(message as unknown as Message),
      away: (away) => (this.away = away),
    })
  }

  async challenge(wanted: NewChallenge): Promise<void> {
    this.waiting = await api.challenge(wanted)
    // The server may have told that it is taken before it answered.
    const game = this.#games.get(this.waiting.id)
    if (game) this.#start(game)
  }

  async cancel(): Promise<void> {
    const { waiting } = this
    if (!waiting) return
    this.waiting = null
    try {
      await api.cancelChallenge(waiting.id)
    } catch (error) {
      this.waiting = waiting
      throw error
    }
  }

  close(): void {
    this.#connection.close()
  }

  /** The games that one's challenges led to. */
  #games = new Map<string, string>()
  /** One's challenge that was gone and led to no game so far: on a slow line the game may come late. */
  #ended: string | null = null

  #message(message: Message): void {
    switch (message.t) {
      case 'hello':
        this.challenges = message.challenges
        // After a reload, or while the line was down.
        this.waiting = this.challenges.find(({ mine }) => mine) ?? this.waiting
        break
      case 'added':
        this.#remove(message.challenge.id)
        this.challenges = [...(this.challenges ?? []), message.challenge]
        if (message.challenge.mine) this.waiting = message.challenge
        break
      case 'removed':
        this.#remove(message.id)
        if (message.id === this.waiting?.id) this.#check(message.id)
        break
      case 'taken':
        this.#games.set(message.id, message.game)
        if (message.id === this.waiting?.id || message.id === this.#ended) this.#start(message.game)
        break
    }
  }

  #remove(id: string): void {
    this.challenges = this.challenges?.filter((one) => one.id !== id) ?? null
  }

  /** A challenge of one's own is gone: if no game follows at once, it has ended. */
  #check(id: string): void {
    setTimeout(() => {
      if (this.waiting?.id !== id) return
      this.waiting = null
      this.#ended = id
      this.#listener.ended()
    }, SOON)
  }

  #start(game: string): void {
    this.waiting = null
    this.#ended = null
    this.#listener.started(game)
  }
}

const SOON = 1_000
