/** The language of the pages: what the visitor chose, otherwise the first of the browser's that there is. */
import { settings } from '../settings.svelte'

/** The languages there are, each by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'zh-Hans': '简体中文',
} as const

export type Language = keyof typeof LANGUAGES

/** The language for somebody who chose one, or whose browser prefers some. */
export function pick(chosen: string, preferred: readonly string[]): Language {
  for (const tag of [chosen, ...preferred]) {
    const known = Object.keys(LANGUAGES).find((name) => name.split('-')[0] === tag.split('-')[0]!.toLowerCase())
    if (known) return known as Language
  }
  return 'en'
}

export const language = pick(settings.language, globalThis.navigator?.languages ?? [])
