import { describe as group, expect, it } from 'vitest'
import { readTree, writeTree } from './movetext'
import { EMPTY, add, branchOf, describe, lineThrough, nodeAt, places, promote, remove, treeOf } from './tree'

const TREE = readTree('33 44 (34 55 (56) 22) (35) 22 11')

group('a tree', () => {
  it('keeps the old line when another move is played earlier', () => {
    const tree = add(add(treeOf(['33', '44', '22']), ['33'], '34'), ['33', '34'], '55')
    expect(writeTree(tree)).toBe('33 44 (34 55) 22')
    expect(lineThrough(tree, [])).toEqual(['33', '44', '22'])
    expect(lineThrough(tree, ['33', '34'])).toEqual(['33', '34', '55'])
  })

  it('does not change when a move is there', () => {
    expect(add(TREE, ['33'], '34')).toBe(TREE)
  })

  it('is a value', () => {
    const before = writeTree(TREE)
    promote(remove(add(TREE, ['33'], '60'), ['33', '35']), ['33', '34'])
    expect(writeTree(TREE)).toBe(before)
  })

  it('lists its places as a record writes them', () => {
    expect(places(TREE).map((path) => path.at(-1) ?? 'start')).toEqual(
      'start 33 44 34 55 56 22 35 22 11'.split(' '),
    )
    expect(places(EMPTY)).toEqual([[]])
  })

  it('loses a move with all that follows', () => {
    expect(writeTree(remove(TREE, ['33', '34']))).toBe('33 44 (35) 22 11')
    // The next choice takes the place of a main line that is deleted.
    expect(writeTree(remove(TREE, ['33', '44']))).toBe('33 34 (35) 55 (56) 22')
    expect(remove(TREE, ['33'])).toEqual(EMPTY)
  })

  it('knows where a variation begins', () => {
    expect(branchOf(TREE, ['33', '34', '55', '22'])).toEqual(['33', '34'])
    expect(branchOf(TREE, ['33', '34', '56'])).toEqual(['33', '34', '56'])
    expect(branchOf(TREE, ['33', '44', '22'])).toBeNull()
    expect(branchOf(TREE, [])).toBeNull()
  })

  it('promotes a variation, one level at a time', () => {
    const once = promote(TREE, ['33', '34', '56'])
    expect(writeTree(once)).toBe('33 44 (34 56 (55 22)) (35) 22 11')
    expect(writeTree(promote(once, ['33', '34', '56']))).toBe('33 34 (44 22 11) (35) 56 (55 22)')
    expect(promote(TREE, ['33', '44'])).toBe(TREE)
  })

  it('says nothing of places it has not', () => {
    expect(nodeAt(TREE, ['33', '11'])).toBeNull()
  })
})

group('the text of a tree', () => {
  it.each([
    '',
    '33',
    '{before all} 33! {in the middle} {twice} 44?? (34 {better} 55) 22-33',
    '33 {a \\} brace, a \\{ brace and a \\\\ backslash}',
    '33 44 (34 55 (56 22) 11 (12)) (35)',
  ])('is read as it was written: %s', (text) => {
    expect(writeTree(readTree(text))).toBe(text)
  })

  it('may have move numbers, and comments before a variation', () => {
    expect(writeTree(readTree('1. 33 44 (1... {instead} 34 2. 55) 2. 22'))).toBe(
      '33 44 (34 {instead} 55) 22',
    )
  })

  it('joins a variation that repeats the main line', () => {
    expect(writeTree(readTree('33 (33 44) 55'))).toBe('33 44 (55)')
  })

  it.each([
    ['(33)', 'a variation has no move before it'],
    ['33 (44', 'a variation is not closed'],
    ['33 44)', 'a parenthesis is closed that was not opened'],
    ['33!!!', '!!! has no place here'],
    ['? 33', '? has no place here'],
    ['33 }', '} has no place here'],
  ])('is refused with the reason: %s', (text, reason) => {
    expect(() => readTree(text)).toThrow(reason)
  })
})

it('words and marks can be changed, at the start too', () => {
  const tree = describe(describe(TREE, ['33'], { mark: '?!', comments: ['hm'] }), [], { comments: ['A study'] })
  expect(writeTree(tree)).toBe('{A study} 33?! {hm} 44 (34 55 (56) 22) (35) 22 11')
  expect(writeTree(describe(tree, ['33'], { mark: '' }))).toContain('33 {hm}')
})
