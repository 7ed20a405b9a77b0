import { describe, expect, test } from 'vitest'
import { START } from '../parts/line'
import { Position } from '../rules/position'
import { freed, preview, standing, those } from './preview'
import { chosenWords, moveWords, previewCaption, refusalCaption, spoken, squareWords } from './words'

const squares = (text: string) => text.split(' ')
const FREES = Position.parse('3B4/WW1W1B2/1BB3W1/8/1W2WB2/1BWB1WBW/W7/2B2B2 w 4 13')

describe('an add', () => {
  const position = Position.diagram(squares('01 31'), squares('20 25'), 'white')
  const some = preview(position, { kind: 'add', to: '22' })

  test('makes links of its own and cuts those it stands in', () => {
    expect(those(some, 'white', 'made')).toEqual([['22', '31']])
    expect(those(some, 'white', 'kept')).toEqual([['01', '31']])
    expect(those(some, 'black', 'cut')).toEqual([['20', '25']])
    expect(freed(some)).toEqual([])
  })

  test('is told in a sentence', () => {
    expect(previewCaption(some)).toEqual({ tone: 'plain', text: "22 links with 31 and cuts Black's 20–25." })
    expect(previewCaption(some, ['47'])).toEqual({
      tone: 'warn',
      text: 'Careful: after 22 Black can win at 47.',
    })
    expect(previewCaption(preview(position, { kind: 'add', to: '66' })).text).toBe('66 makes no link.')
  })
})

describe('a step', () => {
  test('that frees a line of the enemy warns', () => {
    const some = preview(FREES, { kind: 'step', from: '14', to: '24' })
    expect(freed(some)).toEqual([['12', '15']])
    expect(previewCaption(some)).toEqual({ tone: 'warn', text: "Careful: 24 opens Black's line 12–15." })
  })

  test('that hands over a network warns and shows it', () => {
    const some = preview(FREES, { kind: 'step', from: '14', to: '32' })
    expect(some.winner).toBe('black')
    expect(some.network).toEqual(squares('30 12 15 51 54 27'))
    expect(previewCaption(some).tone).toBe('warn')
  })
})

test('a move that wins says so', () => {
  const position = Position.diagram([], squares('20 25 35 13 33 57'), 'black')
  const some = preview(position, { kind: 'add', to: '55' })
  expect(some.network).toEqual(squares('20 25 35 33 55 57'))
  expect(previewCaption(some)).toEqual({ tone: 'good', text: "55 completes Black's network and wins." })
})

test('without a move every link stands', () => {
  expect(standing(Position.diagram(['01', '31'], [])).map((it) => it.fate)).toEqual(['kept'])
})

describe('words', () => {
  const position = Position.diagram(['01', '33'], ['20'])

  test.each([
    ['00', '0 0, corner'],
    ['01', "0 1, white chip, White's goal"],
    ['10', "1 0, empty, Black's goal"],
    ['33', '3 3, white chip'],
  ])('for the square %s', (square, words) => {
    expect(squareWords(position, square)).toBe(words)
  })

  test('for moves, as they are read aloud', () => {
    expect(moveWords({ kind: 'add', to: '33' }, 'white')).toBe('White adds 3 3.')
    expect(moveWords({ kind: 'step', from: '33', to: '45' }, 'black')).toBe('Black steps from 3 3 to 4 5.')
    expect(spoken('20-25-35')).toBe('2 0-2 5-3 5')
  })

  test('for counts, which are no squares', () => {
    expect(spoken(chosenWords('10', 13))).toBe('1 0 chosen: 13 squares to go to.')
    expect(spoken(chosenWords('10', 1))).toBe('1 0 chosen: 1 square to go to.')
    const refusal = Position.parse(START).whyIllegal({ kind: 'step', from: '33', to: '45' })!
    expect(spoken(refusal.sentence)).toBe('White still has 10 chips in hand: make an add move like 3 3')
    for (const words of ['a group of 10 white chips', 'Move 12 of 34', 'wins within 15 plies', 'level 10']) {
      expect(spoken(words)).toBe(words)
    }
  })

  test('for refusals', () => {
    const refusal = position.whyIllegal({ kind: 'add', to: '20' })!
    expect(refusalCaption(refusal)).toEqual({
      tone: 'bad',
      text: "White may not use 20: it is in Black's goal.",
    })
  })
})
