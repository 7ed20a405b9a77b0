/** Numbers and days as the language of the page writes them. */

function language(): string {
  // A worker has no page.
  return globalThis.document?.documentElement.lang || 'en'
}

/** "1,234.5"; `digits` after the point, where there must be that many. */
export function numberText(number: number, digits?: number): string {
  return number.toLocaleString(language(), digits === undefined ? {} : { minimumFractionDigits: digits })
}

/** "31 December 2026", with the time of day on demand. */
export function dayText(time: string | number, timeStyle?: 'short'): string {
  // In English, too, the day comes first.
  const region = language() === 'en' ? 'en-GB' : language()
  return new Date(time).toLocaleString(region, { dateStyle: 'long', timeStyle })
}
