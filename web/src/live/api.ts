/** The server's HTTP interface, typed by its own description. */
import type { components } from '../api'
import { sentence } from '../board/words'
import { HAS_SERVER } from '../server'
import type { Game } from './protocol'

type Schemas = components['schemas']
export type GameSummary = Schemas['GameSummary']
export type NewGame = Schemas['NewGame']
export type SeatInput = NewGame['white']
/** Seconds for the game, or days for each move. */
export type TimeControl = NonNullable<NewGame['clock']>
export type ClockInput = Extract<TimeControl, { base: number }>
export type Turn = Schemas['Turn']
export type Vacation = Schemas['VacationShown']

/** What the server refused, or that it could not be reached (status 0): a sentence for people,
 * and the server's word for it. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly code = '',
  ) {
    super(sentence(detail))
  }
}

export async function call(method: string, path: string, body?: unknown): Promise<Response> {
  if (!HAS_SERVER) throw new ApiError(0, 'this needs a Tenchips server, and this copy of the site has none')
  let answer: Response
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new ApiError(0, 'the server cannot be reached: check your connection and try again')
  }
  if (answer.ok) return answer
  const otherwise = `the server answered with error ${answer.status}: try again in a moment`
  const said = (await answer.json().catch(() => ({}))) as Partial<Schemas['Error']>
  throw new ApiError(answer.status, said.detail ?? otherwise, said.error)
}

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await call(method, path, body)).json() as Promise<T>
}

const part = encodeURIComponent

export const api = {
  me: () => json<Schemas['Me']>('GET', '/me'),
  rename: (name: string) => json<Schemas['Me']>('PUT', '/me', { name }),
  opponents: () => json<readonly string[]>('GET', '/opponents'),
  create: (game: NewGame) => json<Schemas['Created']>('POST', '/games', game),
  game: (id: string) => json<Game>('GET', `/games/${part(id)}`),
  liveGames: () => json<Schemas['GameList']>('GET', '/games?status=live&limit=12'),
  invitation: (invite: string) => json<GameSummary>('GET', `/invites/${part(invite)}`),
  animation: async (position: string, moves: readonly string[]) =>
    (await call('GET', `/pictures/game.gif?${new URLSearchParams({ position, moves: moves.join(' ') })}`)).blob(),
  join: (invite: string) => json<Game>('POST', `/invites/${part(invite)}`),
  challenge: (wanted: Schemas['NewChallenge']) =>
    json<Schemas['ChallengeShown']>('POST', '/lobby', wanted),
  leaderboard: (pool: 'people' | 'bots') =>
    json<Schemas['Leaderboard']>('GET', `/leaderboard?pool=${pool}`),
  gameRatings: (id: string) => json<Schemas['GameRatings']>('GET', `/games/${part(id)}/ratings`),
  playerRating: (name: string) =>
    json<Schemas['PlayerRating']>('GET', `/players/${part(name)}/rating`),
  takeChallenge: (id: string) => json<Game>('POST', `/lobby/${part(id)}`),
  turns: () => json<Schemas['Turns']>('GET', '/me/turns'),
  vacation: () => json<Vacation>('GET', '/me/vacation'),
  beginVacation: (days: number) => json<Vacation>('PUT', '/me/vacation', { days }),
  endVacation: () => json<Vacation>('DELETE', '/me/vacation'),
  cancelChallenge: (id: string) => call('DELETE', `/lobby/${part(id)}`),
}
