/**
 * A game that is played in this browser alone: how it begins, and how an event changes it.
 *
 * It holds a game as the server would describe it, so that the same page shows both.
 */
import type { NewGame, SeatInput } from '../live/api'
import { newId } from '../live/connection'
import { fold } from '../live/fold'
import type { Color, Game, GameEvent, Role, Seat } from '../live/protocol'
import { START, positionsOf } from '../parts/line'
import { RULES_TEXT } from '../rules/houseRules'
import type { Position } from '../rules/position'

export type Left = NonNullable<Game['left']>

export type LocalGame = {
  game: Game
  /** How many moves it began with: they are not taken back. */
  begun: number
  /** The time left after each move made here, and before the first. */
  lefts: (Left | null)[]
  /** When `game.left` was true, in milliseconds since 1970. */
  at: number
  /** When the game was last open on a page: no time passes while it is closed. */
  seen: number
}

const MARK = 'local-'

/** Whether an id names a game of this browser, and not one of the server. */
export function isLocal(id: string): boolean {
  return id.startsWith(MARK)
}

/** The address of a game. */
export function gameAddress(id: string): string {
  return isLocal(id) ? `/play?id=${id}` : `/g/${id}`
}

/** A new game; `name` is what its person is called. Open seats need the server. */
export function newLocalGame(asked: NewGame, name: string, now: number): LocalGame {
  const { clock = null, moves } = asked
  const start = asked.start ?? START
  if (clock && 'days' in clock) throw new Error('a game with days for each move needs the server')
  const left = clock && { white: 1000 * clock.base, black: 1000 * clock.base }
  const [white, black] = [seated(asked.white, name), seated(asked.black, name)]
  const game: Game = {
    id: MARK + newId(),
    v: 0,
    status: 'live',
    start,
    rules: RULES_TEXT,
    moves,
    turn: positionsOf({ start, moves }).at(-1)!.turn,
    white,
    black,
    clock,
    left,
    running: null,
    offers: [],
    result: null,
    termination: null,
    network: null,
    // Whoever plays both sides plays nobody: the server says the same.
    between_people: false,
    choosing: null,
    rated: false,
    public: false,
    created: new Date(now).toISOString(),
    rematch: null,
    tournament: null,
    role: roleOf(white, black),
  }
  return { game, begun: moves.length, lefts: [left], at: now, seen: now }
}

/** The next game after one: with the colours exchanged. */
export function rematchOf({ game, begun }: LocalGame, now: number): LocalGame {
  const { start, clock, white, black } = game
  const asked = { start, clock, moves: game.moves.slice(0, begun), rules: '', public: false, rated: false }
  const any: SeatInput = { kind: 'me' }
  const next = newLocalGame({ ...asked, white: any, black: any }, '', now)
  const seats = { white: black, black: white, role: roleOf(black, white) }
  return { ...next, game: { ...next.game, ...seats } }
}

function seated(seat: SeatInput, name: string): Seat {
  switch (seat.kind) {
    case 'machine':
      return { kind: 'machine', name: `Machine ${seat.level}`, level: seat.level, bot: false, rating: null, account: false }
    case 'random':
      return { kind: 'random', name: 'Random', level: null, bot: false, rating: null, account: false }
    default:
      return { kind: 'person', name, level: null, bot: false, rating: null, account: false }
  }
}

function roleOf(white: Seat, black: Seat): Role {
  if (white.kind === 'person') return black.kind === 'person' ? 'both' : 'white'
  return black.kind === 'person' ? 'black' : 'owner'
}

/** The game after an event. */
export function afterEvent(local: LocalGame, event: GameEvent): LocalGame {
  const game = fold(local.game, event)
  const at = ('at' in event ? event.at : null) ?? local.at
  const lefts = [...local.lefts.slice(0, game.moves.length - local.begun), game.left]
  const moved = event.k === 'move' || event.k === 'takeback'
  return { ...local, game, at, lefts: moved ? lefts : local.lefts }
}

export function positionsIn({ game }: LocalGame): Position[] {
  return positionsOf(game)
}

/** The time that is left now; null without a clock. */
export function leftAt({ game, at }: LocalGame, now: number): Left | null {
  const { left, running } = game
  if (!left || !running) return left
  return { ...left, [running]: Math.max(0, left[running] - Math.max(0, now - at)) }
}

export function seatOf(game: Game, color: Color): Seat {
  return color === 'white' ? game.white : game.black
}
