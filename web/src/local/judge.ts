/**
 * What a command makes of a local game: the events that follow from it, or the reason why none do.
 *
 * The server's judge (`judge.py`) says the same of games there. Nothing here changes a game or
 * knows what time it is.
 */
import type { Color, Command, GameEvent, ServerMessage } from '../live/protocol'
import { colorsOf } from '../parts/words'
import { ending } from '../rules/houseRules'
import { moveText, other, parseMove } from '../rules/position'
import { leftAt, positionsIn, seatOf, type Left, type LocalGame } from './game'

type Code = Extract<ServerMessage, { t: 'nack' }>['code']
type EndEvent = Extract<GameEvent, { k: 'end' }>

/** A command is refused: the code of its nack, and a sentence. */
export class Rejected extends Error {
  constructor(
    readonly code: Code,
    detail: string,
  ) {
    super(detail)
  }
}

/** What follows from a command; `rematch` is the id that another game would have. Throws Rejected. */
export function judge(local: LocalGame, command: Command, now: number, rematch: string): GameEvent[] {
  const { game } = local
  if (command.t === 'offer' && command.what === 'rematch') return agreeRematch(local, rematch)
  if (game.status === 'ended') throw new Rejected('over', 'the game is over')
  switch (command.t) {
    case 'move':
      if (command.ply !== game.moves.length) throw new Rejected('stale', 'the game has gone on')
      if (!colorsOf(game.role).includes(game.turn)) {
        throw new Rejected('not_your_turn', "it is your opponent's turn")
      }
      return game.running && leftAt(local, now)![game.running] <= 0 ? flag(local) : move(local, command.m, now)
    case 'resign': {
      const loser = side(local)
      return [end(local, other(loser), 'resignation', loser, leftAt(local, now))]
    }
    case 'offer':
      if (command.what === 'takeback') return [takeBack(local, now)]
      if (game.role === 'both') return [end(local, null, 'agreement', null, leftAt(local, now))]
      throw new Rejected('no_offer', 'the computer wants to play on')
    default:
      throw new Rejected('no_offer', 'nobody has offered you anything')
  }
}

/** A move of whoever is to move, and the end if it ends the game. */
export function move(local: LocalGame, text: string, now: number): GameEvent[] {
  const { game } = local
  const positions = positionsIn(local)
  const before = positions[positions.length - 1]!
  const made = parseMove(text)
  if (!made) throw new Rejected('bad_request', `'${text.slice(0, 20)}' is not a move`)
  const refusal = before.whyIllegal(made)
  if (refusal) throw new Rejected('illegal', refusal.sentence)
  const by = game.turn
  const ended = ending([...positions, before.play(made)])
  const left = leftAt(local, now)
  const earned = game.running === by && game.clock && 'base' in game.clock ? 1000 * game.clock.increment : 0
  const leftAfter = left && { ...left, [by]: left[by] + earned }
  const event: GameEvent = {
    t: 'event',
    v: game.v + 1,
    k: 'move',
    ply: game.moves.length,
    m: moveText(made),
    by,
    left: leftAfter,
    running: ended ? null : running(local, game.moves.length + 1, other(by)),
    at: now,
  }
  if (!ended) return [event]
  const { winner, termination, network } = ended
  return [event, { ...end(local, winner, termination, null, leftAfter), v: game.v + 2, network }]
}

/** The end of a game whose clock has run out. */
export function flag(local: LocalGame): GameEvent[] {
  const loser = local.game.turn
  return [end(local, other(loser), 'time', loser, { ...local.game.left!, [loser]: 0 })]
}

/** The clock of the player to move, without the time in which the game was closed. */
export function restoreClock(local: LocalGame, now: number): GameEvent[] {
  const { game, seen } = local
  if (!game.running) return []
  const left = leftAt(local, Math.min(seen, now))!
  return [{ t: 'event', v: game.v + 1, k: 'clock', left, running: game.running, at: now }]
}

/** Whose clock runs after so many plies: nobody's until both have moved, and no machine's. */
function running({ game, begun }: LocalGame, plies: number, turn: Color): Color | null {
  return game.clock && plies - begun >= 2 && seatOf(game, turn).kind === 'person' ? turn : null
}

/** The side a command counts for: one's own, or for whoever plays both the one to move. */
function side({ game }: LocalGame): Color {
  const own = colorsOf(game.role)
  return own.length === 1 ? own[0]! : game.turn
}

function takeBack(local: LocalGame, now: number): GameEvent {
  const { game, begun, lefts } = local
  // Until the player is to move again; who plays both sides takes back one move.
  const back = game.role !== 'both' && game.role === game.turn ? 2 : 1
  const ply = game.moves.length - back
  if (ply < begun) throw new Rejected('bad_request', 'you have made no move that could be taken back')
  const turn = back === 2 ? game.turn : other(game.turn)
  const [left, runs] = [lefts[ply - begun]!, running(local, ply, turn)]
  return { t: 'event', v: game.v + 1, k: 'takeback', ply, left, running: runs, at: now }
}

function agreeRematch({ game }: LocalGame, id: string): GameEvent[] {
  if (game.status !== 'ended') throw new Rejected('bad_request', 'the game is not over yet: play it to its end')
  if (game.rematch) throw new Rejected('over', 'the next game has begun already')
  return [{ t: 'event', v: game.v + 1, k: 'rematch', game: id }]
}

function end(
  { game }: LocalGame,
  winner: Color | null,
  termination: EndEvent['termination'],
  by: Color | null,
  left: Left | null,
): EndEvent {
  const result = winner === null ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1'
  return { t: 'event', v: game.v + 1, k: 'end', result, termination, network: null, by, left }
}
