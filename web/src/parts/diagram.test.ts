import { describe, expect, it } from 'vitest'
import { Position } from '../rules/position'
import { diagramOf, mirrored, positionOf, put, type Diagram } from './diagram'

const EMPTY: Diagram = { white: [], black: [], turn: 'white' }

describe('the editor', () => {
  it('puts chips, changes them, and takes them off', () => {
    const one = put(EMPTY, '33', 'white')
    expect(one).toEqual({ white: ['33'], black: [], turn: 'black' })
    expect(put(one, '33', 'black')).toEqual({ white: [], black: ['33'], turn: 'white' })
    expect(put(one, '33', 'white')).toEqual(EMPTY)
    expect(put(one, '33', 'remove')).toEqual(EMPTY)
    expect(put(one, '44', 'remove')).toEqual(one)
  })

  it('makes positions whose counts agree with their turn', () => {
    let diagram = EMPTY
    for (const [square, color] of [
      ['33', 'white'],
      ['45', 'black'],
      ['61', 'white'],
    ] as const) {
      diagram = put(diagram, square, color)
      expect(positionOf(diagram).faults()).toEqual([])
    }
    expect(positionOf(diagram).text()).toBe('8/6W1/8/3W4/8/4B3/8/8 b 0 2')
  })

  it('names the faults of what no game can produce', () => {
    const sentences = (diagram: Diagram) =>
      positionOf(diagram).faults().map(({ sentence }) => sentence)
    expect(sentences({ white: ['33', '34', '35'], black: [], turn: 'white' })).toEqual([
      'the chips 33, 34 and 35 touch: at most 2 chips of the same colour may touch',
      'White has 3 and Black 0 on the board: White must have as many as Black, or one more',
    ])
    expect(sentences({ white: ['33'], black: [], turn: 'white' })).toEqual([
      "White has 1 and Black 0 on the board, so it is Black's turn",
    ])
  })

  it('lets either player step when all chips are down', () => {
    const white = ['01', '03', '05', '22', '24', '26', '42', '44', '72', '74']
    const black = ['10', '30', '50', '17', '37', '57', '33', '35', '53', '55']
    for (const turn of ['white', 'black'] as const) {
      const position = positionOf({ white, black, turn })
      expect(position.faults()).toEqual([])
      expect(position.turn).toBe(turn)
      expect(position.phase()).toBe('step')
    }
  })

  it('mirrors, and back again', () => {
    const diagram = diagramOf(Position.parse('8/8/W2W2W1/7W/1B1B4/6W1/1BW1WB2/2B3B1 b 0 7'))
    for (const mirror of ['left and right', 'top and bottom', 'colours'] as const) {
      const image = mirrored(diagram, mirror)
      expect(positionOf(image).text()).not.toBe(positionOf(diagram).text())
      expect(positionOf(mirrored(image, mirror)).text()).toBe(positionOf(diagram).text())
    }
  })

  it('keeps a network one when it mirrors', () => {
    const diagram = diagramOf(Position.parse('8/8/W2W2W1/7W/1B1B4/6W1/1BW1WB2/2B3B1 b 0 7'))
    expect(positionOf(mirrored(diagram, 'left and right')).network('white')).not.toBeNull()
    expect(positionOf(mirrored(diagram, 'top and bottom')).network('white')).not.toBeNull()
    expect(positionOf(mirrored(diagram, 'colours')).network('black')).not.toBeNull()
  })
})
