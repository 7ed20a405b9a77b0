/** A page loads the parts of the catalogue that its scripts need: all of them, and before the scripts. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import PO from 'pofile'
import { expect, it } from 'vitest'
import { PAGE_AREAS, areaOf } from './areas'
import { pick } from './language'

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?'(\.[^']+)'/g
const ENDS = ['', '.ts', '.svelte.ts', '.js']
const withTexts = new Set(
  PO.parse(readFileSync('src/messages/en.po', 'utf-8')).items.flatMap(({ references }) => references),
)

/** What a file imports, and what that imports, as far as it is there when the file runs. */
function reached(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of readFileSync(file, 'utf-8').matchAll(IMPORT)) {
    const there = ENDS.map((end) => join(dirname(file), path! + end)).find((name) => /\.(ts|js|svelte)$/.test(name) && existsSync(name))
    if (there) reached(there, found)
  }
  return found
}

const areasOf = (file: string) =>
  new Set([...reached(file)].filter((name) => withTexts.has(name)).map((name) => areaOf(name)))

const app = readFileSync('src/App.svelte', 'utf-8')
const pages = [...app.matchAll(/(\w+): \(\) => import\('\.\/(pages\/\w+\.svelte)'\)/g)]

it('knows all pages', () => {
  expect(pages.length).toBeGreaterThan(20)
})

it.each(pages.map(([, page, file]) => [page!, file!]))('%s', (page, file) => {
  const loaded = ['common', ...(PAGE_AREAS[page] ?? [])]
  expect(loaded).toEqual(expect.arrayContaining([...areasOf(`src/${file}`)]))
})

it('has no texts before the common ones are loaded', () => {
  expect([...reached('src/main.ts')].filter((name) => withTexts.has(name))).toEqual([])
  expect([...areasOf('src/App.svelte')]).toEqual(['common'])
})

it('loads what is shown on demand', () => {
  for (const [file, areas] of [
    ['parts/HelpText.svelte', ['extras', 'play']],
    ['parts/SettingsForm.svelte', ['extras']],
    ['parts/Editor.svelte', ['extras']],
    ['parts/RecordReader.svelte', ['extras']],
    ['parts/NewGame.svelte', ['people']],
    ['study/ShareStudy.svelte', ['play', 'study']],
  ] as const) {
    expect(['common', ...areas]).toEqual(expect.arrayContaining([...areasOf(`src/${file}`)]))
  }
})

it('takes the language that was chosen, else the first of the browser that there is, else English', () => {
  expect(pick('fr', ['de-AT'])).toBe('fr')
  expect(pick('', ['de-AT', 'en'])).toBe('de')
  expect(pick('', ['pt-BR', 'es-419', 'en'])).toBe('es')
  expect(pick('', ['zh-CN'])).toBe('zh-Hans')
  expect(pick('', ['zh-Hant-TW', 'en'])).toBe('zh-Hans')
  expect(pick('', ['ja', 'ko'])).toBe('en')
  expect(pick('xx', [])).toBe('en')
})
