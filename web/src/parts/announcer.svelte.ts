/**
 * What is said: to screen readers through one polite region, and to the eye as a short notice.
 *
 * `say` is heard only, for what can be seen elsewhere; `notify` is heard and seen.
 */

import { untrack } from 'svelte'

type Saying = { id: number; text: string }

const HEARD = 5
/** After this long nobody should come upon a saying any more: it is no longer news. */
const STALE = 30_000
const SEEN_FOR = 6_000

let last = 0

export const announcer = $state({ sayings: [] as Saying[], notice: null as Saying | null })

export function say(text: string): void {
  last += 1
  // Whoever says something in an effect does not depend on what was said before.
  const before = untrack(() => announcer.sayings)
  const saying = { id: last, text }
  announcer.sayings = [...before.slice(1 - HEARD), saying]
  setTimeout(() => {
    announcer.sayings = announcer.sayings.filter(({ id }) => id !== saying.id)
  }, STALE)
}

export function notify(text: string): void {
  say(text)
  const notice = { id: last, text }
  announcer.notice = notice
  setTimeout(() => {
    if (announcer.notice?.id === notice.id) announcer.notice = null
  }, SEEN_FOR)
}
