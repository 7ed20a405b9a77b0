import { expect, it } from 'vitest'
import { readTree } from './movetext'
import { hasMore, pieces } from './notation'

function shown(text: string, firstPly = 0): string {
  return pieces(readTree(text), firstPly)
    .map((piece) => {
      if (piece.kind === 'move') return `${piece.number}${piece.text}`
      return piece.kind === 'comment' ? `{${piece.text}}` : piece.kind === 'open' ? '(' : ')'
    })
    .join(' ')
}

it('moves are numbered as in a record', () => {
  expect(shown('33 44 22')).toBe('1.33 44 2.22')
  expect(shown('44 22', 3)).toBe('2…44 3.22')
  expect(shown('{so} 33! {good} 44 (34 55) 22 11')).toBe('{so} 1.33! {good} 1…44 ( 1…34 2.55 ) 2.22 11')
})

it('each move knows its place', () => {
  const paths = pieces(readTree('33 44 (34 55)'), 0).flatMap((one) => (one.kind === 'move' ? [one.path.join(' ')] : []))
  expect(paths).toEqual(['33', '33 44', '33 34', '33 34 55'])
})

it.each([
  ['33 44 22', false],
  ['', false],
  ['{A study}', true],
  ['33 44 (34)', true],
  ['33 44 22 {end}', true],
  ['33 44?', true],
])('a tree with more than one line of moves: %s', (text, more) => {
  expect(hasMore(readTree(text))).toBe(more)
})
