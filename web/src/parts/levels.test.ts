import { expect, it } from 'vitest'
import levels from '../live/levels.json'
import { LEVELS } from './levels'

it('calls the levels what the server calls them', () => {
  expect(LEVELS).toEqual(levels)
})
