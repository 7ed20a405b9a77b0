/** The machine's levels as the server describes them, asked for once. */
import { api, type Level } from './api'

export const levels = $state({ known: [] as Level[] })

export async function loadLevels(): Promise<void> {
  if (levels.known.length) return
  try {
    levels.known = await api.levels()
  } catch {
    // The levels can be chosen by their numbers alone.
  }
}
