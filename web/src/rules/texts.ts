/** Texts as Python treats them, so that both readers of records take and refuse the same. */

/** White space, for use in a character class of a regular expression. */
export const BLANK = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

const BLANKS = new RegExp(`[${BLANK}]+`, 'u')

const ENDS = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, 'gu')

/** A text without white space at its ends. */
export function trimmed(text: string): string {
  return text.replace(ENDS, '')
}

/** The words of a text. */
export function words(text: string): string[] {
  return text.split(BLANKS).filter(Boolean)
}

/** The first characters of a text, counted as people count them. */
export function first(text: string, count: number): string {
  return [...text].slice(0, count).join('')
}

/** A text in quotes, with signs for what cannot be seen: Python's `repr`. */
export function literal(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = [...text].map((sign) => {
    if (sign === quote || sign === '\\') return `\\${sign}`
    return sign !== ' ' && /[\p{C}\p{Z}]/u.test(sign) ? escaped(sign) : sign
  })
  return quote + inner.join('') + quote
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(sign: string): string {
  const code = sign.codePointAt(0)!
  const hex = (digits: number) => code.toString(16).padStart(digits, '0')
  return ESCAPES[sign] ?? (code < 0x100 ? `\\x${hex(2)}` : code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`)
}

/** A text as a sentence quotes it: short, on one line. */
export function quoted(text: string): string {
  const shown = [...words(literal(text)).join(' ')]
  return shown.length <= 60 ? shown.join('') : `${shown.slice(0, 56).join('')}...${shown.at(-1)}`
}
