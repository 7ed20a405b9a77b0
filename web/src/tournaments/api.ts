/** The server's interface for tournaments. */
import type { components } from '../api'
import { json } from '../live/api'

type Schemas = components['schemas']
export type Tournament = Schemas['TournamentShown']
export type TournamentSummary = Schemas['TournamentSummary']
export type TournamentState = Schemas['TournamentState']
export type TournamentList = Schemas['TournamentList']
export type NewTournament = Schemas['NewTournament']
export type Standing = Schemas['Standing']
export type Pairing = Schemas['PairingShown']
export type MyPart = Schemas['MyPart']
export type SeatLink = Schemas['SeatLink']
export type Seat = Schemas['SeatShown']
export type TournamentMessage = Schemas['TournamentMessage']

const at = (id: string, more = '') => `/tournaments/${encodeURIComponent(id)}${more}`
const state = (method: string, id: string, more: string, body?: unknown) =>
  json<TournamentState>(method, at(id, more), body)

export const tournaments = {
  list: () => json<TournamentList>('GET', '/tournaments'),
  create: (wanted: NewTournament) => json<TournamentState>('POST', '/tournaments', wanted),
  get: (id: string) => state('GET', id, ''),
  pairings: async (id: string) => (await json<Schemas['TournamentGames']>('GET', at(id, '/games'))).pairings,
  boards: async (id: string) => (await json<Schemas['Boards']>('GET', at(id, '/boards'))).boards,
  join: (id: string) => state('POST', id, '/players'),
  withdraw: (id: string) => state('DELETE', id, '/players/me'),
  remove: (id: string, number: number) => state('DELETE', id, `/players/${number}`),
  start: (id: string) => state('POST', id, '/start'),
  nextRound: (id: string) => state('POST', id, '/next-round'),
  pause: (id: string, paused: boolean) => state('PUT', id, '/paused', { paused }),
  end: (id: string) => state('POST', id, '/end'),
  seats: async (id: string) => (await json<Schemas['SeatLinks']>('GET', at(id, '/seats'))).seats,
  seat: (token: string) => json<Seat>('GET', `/seats/${encodeURIComponent(token)}`),
  takeSeat: (token: string) => json<Seat>('POST', `/seats/${encodeURIComponent(token)}`),
  /** Files to load. */
  resultsFile: (id: string) => `/api/v1${at(id, '/results.csv')}`,
  recordsFile: (id: string) => `/api/v1${at(id, '/records')}`,
}
