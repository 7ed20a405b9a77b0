/**
 * What a visitor has solved and failed: the streak, and failed puzzles that come back after 1, 3 and
 * 7 days. Days are numbers. Pure functions; the page keeps the value in the browser.
 */

/** A failed puzzle: the day it comes back, and how often it was solved since. */
export type Repetition = { due: number; solved: number }

export type Progress = {
  /** The ids of all puzzles that were solved at the first attempt. */
  solved: string[]
  /** How many in a row were solved at the first attempt, now and at best. */
  streak: number
  best: number
  failed: Record<string, Repetition>
}

/** The days after which a failed puzzle comes back; solved that often, it is done. */
export const INTERVALS = [1, 3, 7] as const

export function noProgress(): Progress {
  return { solved: [], streak: 0, best: 0, failed: {} }
}

/** Progress as it was stored; what is not readable counts as nothing. */
export function readProgress(stored: unknown): Progress {
  const progress = noProgress()
  if (!isRecord(stored)) return progress
  if (Array.isArray(stored.solved)) {
    progress.solved = stored.solved.filter((id) => typeof id === 'string')
  }
  progress.streak = count(stored.streak)
  progress.best = Math.max(count(stored.best), progress.streak)
  for (const [id, one] of Object.entries(isRecord(stored.failed) ? stored.failed : {})) {
    if (isRecord(one)) progress.failed[id] = { due: count(one.due), solved: count(one.solved) }
  }
  return progress
}

/** Whether solving a puzzle adds to the streak: once, and again when it has come back. */
export function counts(progress: Progress, id: string, day: number): boolean {
  return !progress.solved.includes(id) || dueOn(progress, day).includes(id)
}

/** The progress after a puzzle was solved without a mistake. */
export function afterSolved(progress: Progress, id: string, day: number): Progress {
  const streak = progress.streak + (counts(progress, id, day) ? 1 : 0)
  return {
    solved: progress.solved.includes(id) ? progress.solved : [...progress.solved, id],
    streak,
    best: Math.max(progress.best, streak),
    failed: repeated(progress.failed, id, day),
  }
}

/** The progress after a mistake, or after the solution was shown. */
export function afterFailed(progress: Progress, id: string, day: number): Progress {
  return { ...toRepeat(progress, id, day), streak: 0 }
}

/** A puzzle that was failed where the streak does not count comes back as well. */
export function toRepeat(progress: Progress, id: string, day: number): Progress {
  const failed = { ...progress.failed, [id]: { due: day + INTERVALS[0], solved: 0 } }
  return { ...progress, failed }
}

/** The mistakes of games that are new here come up at once, like failed puzzles that are due. */
export function withMistakes(progress: Progress, ids: readonly string[], day: number): Progress {
  const added = ids.map((id) => [id, { due: day, solved: 0 }])
  return { ...progress, failed: { ...Object.fromEntries(added), ...progress.failed } }
}

/** The ids of the failed puzzles and mistakes that are due. */
export function dueOn(progress: Progress, day: number): string[] {
  return Object.keys(progress.failed).filter((id) => progress.failed[id]!.due <= day)
}

/** A puzzle that is solved before it is due waits on. */
function repeated(failed: Progress['failed'], id: string, day: number): Progress['failed'] {
  const one = failed[id]
  if (!one || one.due > day) return failed
  const { [id]: _, ...others } = failed
  const solved = one.solved + 1
  const interval = INTERVALS[solved]
  return interval ? { ...others, [id]: { due: day + interval, solved } } : others
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0
}
