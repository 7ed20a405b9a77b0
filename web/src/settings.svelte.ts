/** How this browser's user wants things; kept between visits. */
import { MediaQuery } from 'svelte/reactivity'
import { recall, remember } from './parts/storage'

export type Theme = 'auto' | 'light' | 'dark' | 'contrast'
export type BoardTheme = 'sand' | 'wood' | 'sea'

const KEY = 'tenchips.settings'

const DEFAULTS = {
  /** A language of `messages/language.ts`; empty: the browser's. */
  language: '',
  theme: 'auto' as Theme,
  board: 'sand' as BoardTheme,
  sounds: true,
  /** What opponents say. */
  messages: true,
  /** How long the computer takes for a move at least, in milliseconds: below the top level, in this browser. */
  pause: 700,
  /** Ask again before a move made by touch. */
  confirm: false,
  /** Lines of sight of both colours. */
  sights: true,
  /** What a move would link and cut. */
  previews: true,
  /** Squares that complete a network now. */
  threats: false,
  /** The engine, in Study. */
  engine: false,
  /** The engine's best moves on the board, in Study. */
  arrows: true,
  /** How many lines the engine shows in Study, 1 to 5. */
  lines: 3,
}

export const settings = $state({ ...DEFAULTS, ...recall<Partial<typeof DEFAULTS>>(KEY, {}) })

/** Keep the settings and show the theme, now and whenever they change; call it in a component. */
export function useSettings(): void {
  const moreContrast = new MediaQuery('prefers-contrast: more')
  $effect(() => remember(KEY, settings))
  $effect(() => {
    const { dataset } = document.documentElement
    if (settings.theme !== 'auto') dataset.theme = settings.theme
    else if (moreContrast.current) dataset.theme = 'contrast'
    else delete dataset.theme
    dataset.board = settings.board
  })
}
