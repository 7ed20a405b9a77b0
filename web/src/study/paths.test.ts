import { describe, expect, test } from 'vitest'
import { Position } from '../rules/position'
import { NetworkView } from './networks.svelte'
import { judge, pathWords, withChip } from './paths'

const squares = (text: string) => text.split(/[ -]/).filter(Boolean)
// Diagram A of the rules.
const A = Position.diagram(['11'], squares('20 60 42 13 33 25 35 55 65 57'), 'black')

test('a chip is added, and the last one taken back', () => {
  expect(withChip(['20'], '25')).toEqual(['20', '25'])
  expect(withChip(['20', '25'], '25')).toEqual(['20'])
  expect(withChip(['20', '25'], '20')).toEqual(['20', '25', '20'])
})

describe('the judge', () => {
  test('knows a network, from either end', () => {
    for (const path of ['60-65-55-33-35-57', '57-35-33-55-65-60']) {
      expect(judge(A, squares(path))).toEqual({ color: 'black', isNetwork: true, reasons: [], squares: [] })
    }
  })

  test('gives all reasons against a path, and the squares concerned', () => {
    const { isNetwork, reasons, squares: where } = judge(A, squares('60-42-33-35'))
    expect(isNetwork).toBe(false)
    expect(reasons).toEqual([
      'A network has 6 to 10 chips, and this one has 4.',
      "A network begins and ends in Black's goals, and 35 is in neither.",
      'A network turns at every chip between its ends, and 60-42-33 goes straight on.',
    ])
    expect(where).toEqual(['35', '60', '42', '33'])
  })

  test('takes the colour of the first chip', () => {
    expect(judge(A, ['11', '13']).reasons[0]).toBe('White has no chip on 13.')
  })

  test('gives a path in words', () => {
    expect(pathWords(A, ['20', '25'])).toBe('Black, 2 chips: 20-25')
  })
})

describe('the view', () => {
  test('goes round the networks in both directions', () => {
    const view = new NetworkView(() => A)
    expect(view.shown).toBeUndefined()
    view.mode = 'list'
    const count = view.networks.length
    expect(count).toBeGreaterThan(1)
    expect(view.shown).toEqual(A.network('black'))
    view.turn(-1)
    expect(view.index).toBe(count - 1)
    view.turn(1)
    expect(view.index).toBe(0)
  })

  test('refuses empty squares in words, and forgets the refusal with the next chip', () => {
    const view = new NetworkView(() => A)
    view.draw([])
    view.pick('77')
    expect([view.path, view.refused]).toEqual([[], 'There is no chip on 77.'])
    view.pick('20')
    expect([view.path, view.refused]).toEqual([['20'], ''])
  })
})
