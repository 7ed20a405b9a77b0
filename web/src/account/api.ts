/** The server's interface for accounts and profiles. */
import type { components } from '../api'
import { call, json } from '../live/api'
import { makePasskey, usePasskey } from './passkeys'

type Schemas = components['schemas']
export type Account = Schemas['AccountShown']
export type Profile = Schemas['Profile']
type SignedUp = Schemas['SignedUp']
type Options = Record<string, unknown>

/** What a list of games is searched by; what is empty is not asked for. */
export type Search = { opponent: string; result: string; level: string; since: string; until: string }

const part = encodeURIComponent

/** The way in: a password, or a passkey of this device. */
export type Way = { password: string } | 'passkey'

/** What is sent for a way in; null where the passkey was not used. */
async function given(way: Way): Promise<Options | null> {
  if (way !== 'passkey') return way
  const passkey = await usePasskey(await json<Options>('POST', '/account/ask-passkey'))
  return passkey && { passkey }
}

export const accounts = {
  mine: () => json<Account>('GET', '/account'),

  async signUp(name: string, way: Way, adopt: boolean): Promise<SignedUp | null> {
    let means: Options
    if (way === 'passkey') {
      const options = await json<Options>('POST', '/account/ask-first-passkey', { name })
      const passkey = await makePasskey(options)
      if (!passkey) return null
      means = { passkey }
    } else means = way
    return json<SignedUp>('POST', '/account', { name, ...means, adopt })
  },

  async signIn(name: string, way: Way, adopt: boolean): Promise<Schemas['Me'] | null> {
    const means = await given(way)
    if (!means) return null
    const who = way === 'passkey' ? {} : { name }
    return json<Schemas['Me']>('POST', '/account/sign-in', { ...who, ...means, adopt })
  },

  recover: (name: string, code: string, password: string) =>
    json<SignedUp>('POST', '/account/recovery', { name, code, password }),

  /** Whether the password or a passkey was given again. */
  async confirm(way: Way): Promise<boolean> {
    const means = await given(way)
    if (means) await call('POST', '/account/confirm', means)
    return means !== null
  },

  signOut: () => call('POST', '/account/sign-out'),
  signOutOthers: () => call('POST', '/account/sign-out-others'),
  setPassword: (password: string) => call('PUT', '/account/password', { password }),
  newCode: () => json<SignedUp>('POST', '/account/recovery-code'),
  export: async () => (await call('GET', '/account/export')).text(),
  remove: () => call('DELETE', '/account'),

  /** Whether a passkey was made and added. */
  async addPasskey(label: string): Promise<boolean> {
    const passkey = await makePasskey(await json<Options>('POST', '/account/ask-another-passkey'))
    if (passkey) await call('POST', '/account/passkeys', { passkey, label })
    return passkey !== null
  },
  removePasskey: (id: string) => call('DELETE', `/account/passkeys/${part(id)}`),

  makeBot: async (name: string) =>
    (await json<Schemas['Token']>('POST', '/tokens', { name })).token,
  removeBot: (id: string) => call('DELETE', `/account/bots/${part(id)}`),

  player: (name: string) => json<Profile>('GET', `/players/${part(name)}`),

  games(name: string, search: Partial<Search> = {}, before: string | null = null) {
    const wanted = Object.entries({ ...search, before }).filter(([, value]) => value)
    const query = new URLSearchParams(wanted as [string, string][])
    return json<Schemas['GameList']>('GET', `/players/${part(name)}/games?${query}`)
  },
}

/** The games that an account is playing, on whichever device they were begun. */
export async function runningGames(name: string): Promise<string[]> {
  return (await accounts.games(name, { result: 'unfinished' })).games.map(({ id }) => id)
}
