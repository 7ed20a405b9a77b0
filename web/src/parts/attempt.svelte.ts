/** Something that is asked of the server: one thing at a time, with the reason if it fails. */
import { ApiError } from '../live/api'
import { say } from './announcer.svelte'

export class Attempt {
  busy = $state(false)
  problem = $state('')

  /** Do it. An error that `handle` takes is not shown. */
  async run(work: () => Promise<void>, handle: (error: ApiError) => boolean = () => false) {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!handle(error)) this.fail(error.message)
    } finally {
      this.busy = false
    }
  }

  fail(sentence: string) {
    this.problem = sentence
    say(sentence)
  }
}
