/** Text and lines can be read in every theme and on every board: the tokens, measured as WCAG does. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Palette = Record<string, string>

const css = ['tokens', 'boards'].map((name) =>
  readFileSync(new URL(`../look/${name}.css`, import.meta.url), 'utf8'),
)
const NORMAL = blocks(':root {') + blocks("[data-board='sand'] {")
const CONTRAST = blocks("[data-theme='contrast'] {") + blocks("[data-theme='contrast'][data-board] {")
const BOARDS = { sand: '', wood: blocks("[data-board='wood'] {"), sea: blocks("[data-board='sea'] {") }

const GROUNDS = ['paper', 'card', 'sunken']
const TEXTS = ['ink', 'quiet-ink', 'accent', 'good', 'bad', 'warn'].flatMap((text) =>
  GROUNDS.map((ground) => [text, ground]),
)
TEXTS.push(['on-accent', 'accent'], ['board-engine', 'paper'], ['board-frame-ink', 'board-frame'])

// Lines of a colour run over inner squares and that colour's goals, and never over the other's.
const LINES = [
  ['strong-edge', 'card'],
  ['strong-edge', 'paper'],
  ['board-white-link', 'board-inner'],
  ['board-white-link', 'board-white-goal'],
  ['board-black-link', 'board-inner'],
  ['board-black-link', 'board-black-goal'],
  ...['illegal', 'network', 'engine', 'mark', 'focus'].flatMap((line) =>
    ['board-frame', 'board-inner', 'board-white-goal', 'board-black-goal'].map((on) => [`board-${line}`, on]),
  ),
  ['board-white-link', 'board-frame'],
  ['board-black-link', 'board-frame'],
  ['graph-white', 'graph-black'],
  ['graph-white-estimate', 'graph-black-estimate'],
]

/** What a selector says in all files. */
function blocks(selector: string): string {
  return css.flatMap((text) => (text.includes(selector) ? [text.split(selector)[1]!.split('}')[0]!] : [])).join()
}

function palette(side: 1 | 2, ...parts: string[]): Palette {
  const tokens = parts.join().matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)
  return Object.fromEntries([...tokens].map((token) => [token[1], token[1 + side]]))
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, two: string): number {
  const [dark, bright] = [luminance(one), luminance(two)].sort((a, b) => a - b)
  return (bright! + 0.05) / (dark! + 0.05)
}

test.each([
  ...Object.entries(BOARDS).flatMap(([board, own]): [string, Palette][] => [
    [`light, ${board}`, palette(1, NORMAL, own)],
    [`dark, ${board}`, palette(2, NORMAL, own)],
  ]),
  ['high contrast, light', palette(1, NORMAL, CONTRAST)],
  ['high contrast, dark', palette(2, NORMAL, CONTRAST)],
])('%s', (_, colors) => {
  const weak = (pairs: string[][], least: number) =>
    pairs.filter(([on, ground]) => contrast(colors[on!]!, colors[ground!]!) < least)
  expect(weak(TEXTS, 4.5)).toEqual([])
  expect(weak(LINES, 3)).toEqual([])
})

test.each(Object.entries(BOARDS))('by night no tile of %s is darker than the page', (_, own) => {
  const dark = palette(2, NORMAL, own)
  for (const ground of ['inner', 'white-goal', 'black-goal']) {
    expect(luminance(dark[`board-${ground}`]!)).toBeGreaterThan(luminance(dark.paper!))
  }
})
