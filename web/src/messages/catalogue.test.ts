/** The catalogues: complete, alike, translated; and no text of a component is outside them. */
import { readFileSync, readdirSync } from 'node:fs'
import PO from 'pofile'
import { parse } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './language'

const HERE = 'src/messages'
const read = (language: string) => PO.parse(readFileSync(`${HERE}/${language}.po`, 'utf-8')).items
const keyOf = ({ msgid, msgid_plural = '', msgctxt = '' }: ReturnType<typeof read>[number]) =>
  [msgid, msgid_plural, msgctxt].join('\n')
const english = read('en')

/** What stands for something else in a text: numbers in braces, tags, the number of a plural. */
const parameters = (text: string) => (text.match(/\{\d+\}|<\/?\d+\/?>|#/g) ?? []).sort()

/** Words that are the same in English: names and signs in all languages, others in some. */
const NAMES = ['Tenchips', 'Network', 'XXXXX', 'Buchholz', 'GIF', 's', 'min', 'h', 'd']
const ALIKE = {
  de: ['Animation', 'Bots', 'Engine', 'Explorer', 'in', 'Lobby', 'Name', 'Passkeys', 'Sand', 'System', 'Token'],
  es: ['bot', 'Bots', 'No'],
  fr: ['Actions', 'Animation', 'bot', 'Bots', 'Expert', 'Explorer', 'Invitation', 'Menu', 'Messages', 'minute', 'Novice', 'Pages', 'Points', 'position', 'Position'],
  'zh-Hans': [],
}

describe.each(Object.keys(ALIKE) as (keyof typeof ALIKE)[])('%s', (language) => {
  const items = read(language)
  const texts = new Map(items.map((item) => [keyOf(item), item]))

  it('has the texts of English and no others', () => {
    expect([...texts.keys()].sort()).toEqual(english.map(keyOf).sort())
    expect(items.filter(({ obsolete }) => obsolete)).toEqual([])
  })

  it('has a translation of every text, with the same parameters', () => {
    for (const { msgid, msgid_plural, msgstr } of items) {
      expect(msgstr.length, msgid).toBe(msgid_plural ? 2 : 1)
      for (const text of msgstr) {
        expect(text.trim(), msgid).not.toBe('')
        expect(parameters(text), msgid).toEqual(parameters(msgid))
      }
    }
  })

  it('leaves nothing in English', () => {
    const alike = new Set<string>([...NAMES, ...ALIKE[language]])
    const words = (text: string) => text.replaceAll(/\{\d+\}|<[^>]*>/g, '').match(/\p{L}+/gu) ?? []
    const same = items.filter(({ msgid, msgstr }) => msgstr[0] === msgid).map(({ msgid }) => msgid)
    expect(same.filter((text) => words(text).some((word) => !alike.has(word)))).toEqual([])
  })

  it('is one that visitors can choose', () => {
    expect(Object.keys(LANGUAGES)).toContain(language)
  })
})

type Node = { type: string; name?: string; data?: string; start: number } & Record<string, unknown>

const SPOKEN = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'placeholder', 'title']
const NOT_TRANSLATED = ['code', 'kbd', 'style', 'script']

/** The texts in a component's markup: what is between tags, and the attributes that are read out. */
function* textsIn(node: Node): Generator<string> {
  if (node.type === 'Text') yield node.data!
  if (NOT_TRANSLATED.includes(node.name ?? '')) return
  for (const [key, value] of Object.entries(node)) {
    if (['css', 'instance', 'module', 'metadata'].includes(key)) continue
    for (const child of (Array.isArray(value) ? value : [value]) as (Node | null)[]) {
      if (!child || typeof child !== 'object' || !('type' in child)) continue
      if (child.type === 'Attribute' && !SPOKEN.includes(child.name!)) continue
      yield* textsIn(child)
    }
  }
}

const components = readdirSync('src', { recursive: true, encoding: 'utf-8' }).filter(
  (name) => name.endsWith('.svelte'),
)
const known = english.map(({ msgid }) => msgid).join('\n')

it.each(components)('%s has no text of its own', (name) => {
  const { fragment } = parse(readFileSync(`src/${name}`, 'utf-8'), { modern: true })
  const texts = [...textsIn(fragment as unknown as Node)].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  const unknown = texts.filter((text) => /\p{L}{2}/u.test(text) && !known.includes(text))
  expect(unknown, 'run npm run texts, and translate the new texts').toEqual([])
})
