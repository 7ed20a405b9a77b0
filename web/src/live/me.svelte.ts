/** Who this browser is to the server. */
import { api } from './api'

class Me {
  name = $state('')
  kind = $state<'visitor' | 'account' | 'bot'>('visitor')
  #known: Promise<void> | undefined

  /** Make sure that the server has given this browser an identity. */
  known(): Promise<void> {
    this.#known ??= api.me().then(
      ({ name, kind }) => {
        this.name = name
        this.kind = kind
      },
      (error: unknown) => {
        this.#known = undefined
        throw error
      },
    )
    return this.#known
  }

  /** This browser has signed in to an account. */
  become(name: string): void {
    this.name = name
    this.kind = 'account'
    this.#known = Promise.resolve()
  }

  /** This browser has signed out: it is somebody else now. */
  forget(): Promise<void> {
    this.#known = undefined
    return this.known()
  }

  async rename(name: string): Promise<void> {
    await this.known()
    this.name = (await api.rename(name)).name
  }
}

export const me = new Me()
