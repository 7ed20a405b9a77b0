/** Who this browser is to the server. */
import { api } from './api'

class Me {
  name = $state('')
  #known: Promise<void> | undefined

  /** Make sure that the server has given this browser an identity. */
  known(): Promise<void> {
    this.#known ??= api.me().then(
      ({ name }) => void (this.name = name),
      (error: unknown) => {
        this.#known = undefined
        throw error
      },
    )
    return this.#known
  }

  async rename(name: string): Promise<void> {
    await this.known()
    this.name = (await api.rename(name)).name
  }
}

export const me = new Me()
