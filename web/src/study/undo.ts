/** What undo and redo go through: the states before and after the present one. Pure values. */

export type Edits<T> = {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** What the last edit was; edits of one kind, one after the other, are undone together. */
  kind: string
}

/** As many edits as can be undone. */
const MOST = 500

export function unedited<T>(present: T): Edits<T> {
  return { past: [], present, future: [], kind: '' }
}

/** A change that can be undone. An edit without a kind is undone on its own. */
export function edited<T>({ past, present, kind }: Edits<T>, next: T, nextKind = ''): Edits<T> {
  const joins = nextKind !== '' && nextKind === kind
  return { past: joins ? past : [...past, present].slice(-MOST), present: next, future: [], kind: nextKind }
}

/** A look at another place, which is no edit. */
export function moved<T>(edits: Edits<T>, present: T): Edits<T> {
  return { ...edits, present, kind: '' }
}

export function undone<T>({ past, present, future }: Edits<T>): Edits<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, kind: '' }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], kind: '' }
}

export function redone<T>({ past, present, future }: Edits<T>): Edits<T> {
  const [next, ...rest] = future
  if (next === undefined) return { past, present, future, kind: '' }
  return { past: [...past, present], present: next, future: rest, kind: '' }
}
