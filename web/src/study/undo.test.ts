import { expect, test } from 'vitest'
import { edited, moved, redone, undone, unedited } from './undo'

const begun = unedited('a')

test('undo goes back edit by edit, redo forward again', () => {
  const three = edited(edited(begun, 'ab'), 'abc')
  const one = undone(undone(three))
  expect([undone(three).present, one.present]).toEqual(['ab', 'a'])
  expect(redone(redone(one))).toEqual(three)
})

test('an edit after an undo takes the place of what was undone', () => {
  const other = edited(undone(edited(begun, 'ab')), 'ax')
  expect(redone(other).present).toBe('ax')
  expect(undone(other).present).toBe('a')
})

test('typing is one edit, until something else is done', () => {
  const typed = edited(edited(begun, 'ab', 'comment'), 'abc', 'comment')
  expect(undone(typed).present).toBe('a')
  const later = edited(moved(typed, 'abc'), 'abcd', 'comment')
  expect(undone(later).present).toBe('abc')
})

test('where there is nothing to undo or redo, all stays', () => {
  expect(undone(begun)).toEqual(begun)
  expect(redone(begun)).toEqual(begun)
})
