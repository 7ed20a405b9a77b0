/**
 * What an event does to a game. Pure: the same game and event always give the same game.
 *
 * Plies count from 0: a move's ply is the number of moves made before it, a takeback's the number
 * that are left.
 */
import { other } from '../rules/position'
import type { Game, GameEvent } from './protocol'

/** The game after an event. */
export function fold(game: Game, event: GameEvent): Game {
  return { ...game, v: event.v, ...change(game, event) }
}

function change(game: Game, event: GameEvent): Partial<Game> {
  const { offers } = game
  switch (event.k) {
    case 'join': {
      const seats = { white: game.white, black: game.black, [event.color]: event.seat }
      const people = seats.white.kind === 'person' && seats.black.kind === 'person'
      return { ...seats, status: 'live', between_people: people, running: event.running }
    }
    case 'side':
      return {
        choosing: null,
        ...(event.swapped ? { white: game.black, black: game.white } : {}),
      }
    case 'move':
      return {
        moves: [...game.moves, event.m],
        turn: other(event.by),
        left: event.left,
        running: event.running,
        // A move answers the offers that were open.
        offers: [],
      }
    case 'offer':
      return { offers: [...offers, { what: event.what, by: event.by }] }
    case 'decline':
      return { offers: offers.filter((offer) => offer.what !== event.what) }
    case 'takeback':
      return {
        moves: game.moves.slice(0, event.ply),
        turn: (game.moves.length - event.ply) % 2 ? other(game.turn) : game.turn,
        left: event.left,
        running: event.running,
        offers: [],
      }
    case 'clock':
      return { left: event.left, running: event.running }
    case 'end':
      return {
        status: 'ended',
        result: event.result,
        termination: event.termination,
        network: event.network,
        left: event.left,
        running: null,
        offers: [],
      }
    case 'rematch':
      return { rematch: event.game, offers: [] }
  }
}
