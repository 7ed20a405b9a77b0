/**
 * The words of the live protocol: what goes over a game's socket, both ways.
 *
 * Commands carry an id of the sender's making, so that one sent twice is done once. Events carry
 * the version they lead to, so that a reader knows what it has missed. The shapes are the
 * server's, generated into `api.d.ts`.
 */
import type { components } from '../api'

type Schemas = components['schemas']

export type Game = Schemas['Game']
export type Seat = Schemas['Seat']
export type Color = Game['turn']
export type Role = Game['role']

/** What one player can propose to the other. */
export type Proposal = Schemas['Offer']['what']

export type Command = Schemas['Command']
export type ServerMessage = Schemas['SocketMessage']

/** Something that happened in a game, for good: the version counts these. */
export type GameEvent = Extract<ServerMessage, { t: 'event' }>

/** Who is looking at a game now. */
export type Presence = Schemas['Presence']

/** Something that a player says to the other. */
export type Said = Schemas['Said']

/** A machine at work: searching (place 0), or behind others in the queue. */
export type Thinking = Schemas['Thinking']
