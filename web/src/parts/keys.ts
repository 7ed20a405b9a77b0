/** Keys that go through a game or undo a change, wherever the focus is but on the board or in a field. */

const TAKEN = 'input, select, textarea, dialog, [role="grid"], [role="tablist"]'

/** The ply a key leads to, or null if the key is not for us. */
export function stepKey(event: KeyboardEvent, ply: number, last: number): number | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  if (event.target instanceof Element && event.target.closest(TAKEN)) return null
  const steps: Record<string, number> = {
    ArrowLeft: ply - 1,
    ArrowRight: ply + 1,
    Home: 0,
    End: last,
  }
  const to = steps[event.key]
  return to === undefined || to < 0 || to > last ? null : to
}

/** What a key asks for: Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo; fields undo for themselves. */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null
  if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog')) return null
  const key = event.key.toLowerCase()
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo'
  return key === 'z' ? 'undo' : null
}
