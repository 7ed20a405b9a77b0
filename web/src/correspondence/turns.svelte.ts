/** The correspondence games in which it is one's turn: looked up now and then, and counted in the
 * title of the page. */
import { api, type Turn } from '../live/api'
import { me } from '../live/me.svelte'
import { HAS_SERVER } from '../server'

const LOOK_AGAIN = 60_000

class Turns {
  list = $state.raw<Turn[]>([])

  /** Ask the server; without an answer the last one stays. */
  async look(): Promise<void> {
    if (!HAS_SERVER || document.visibilityState !== 'visible') return
    try {
      await me.known()
      this.list = (await api.turns()).turns
    } catch {
      // The pages say when the server cannot be reached.
    }
  }

  /** Look again and again, while the page is open. */
  watch(): () => void {
    const look = () => void this.look()
    look()
    const timer = setInterval(look, LOOK_AGAIN)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }
}

export const turns = new Turns()

/** A title with the number of turns in front: "(2) Tenchips". */
export function counted(title: string, count: number): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return count ? `(${count}) ${plain}` : plain
}
