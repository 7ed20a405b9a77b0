import { expect, it } from 'vitest'
import { positionsOf } from '../explorer/address'
import { LONGEST_GAME } from '../explorer/longestGame'
import { BEGUN, bestScore, firstMistake, longestGame, readPlayed, withAnswer, type Asked, type Played } from './proof'
import { words } from './words'

/** A book of one game: its moves, and the plies that are left. */
function bookOf(game: readonly string[]): Asked {
  const texts = positionsOf(game).map((position) => position.text())
  return {
    book: async (asked) =>
      asked.map((text) => {
        const ply = texts.indexOf(text)
        return ply < 0 ? null : { winner: 'white', move: game[ply]!, plies: game.length - ply, source: 'certificate' }
      }),
  }
}

it('answers from the book and counts what the game can last', async () => {
  const played = await withAnswer(bookOf(LONGEST_GAME), BEGUN, '10')
  expect(played).toEqual({ moves: ['33', '10', '01'], longest: [15, 15] })
  expect(firstMistake(played)).toBeNull()
})

it('names a move that the book does not know', async () => {
  await expect(withAnswer(bookOf(LONGEST_GAME), BEGUN, '22')).rejects.toThrow('no move after 33 22')
})

it('finds the first of several mistakes', () => {
  const moves = '33 10 01 22 73 12 51'.split(' ')
  const played: Played = { moves, longest: [15, 15, 13, 11] }
  expect(firstMistake(BEGUN)).toBeNull()
  expect(firstMistake(played)).toBe(3)
  expect(words.mistake(played, 3, LONGEST_GAME)).toBe(
    'Your first mistake was 22 (ply 4): with 11 you could have lasted 15 plies.',
  )
})

it('follows the longest line to the end', async () => {
  expect(await longestGame(bookOf(LONGEST_GAME), LONGEST_GAME.slice(0, 3))).toEqual(LONGEST_GAME)
})

it('keeps the better score and takes no nonsense', () => {
  expect(bestScore(0)).toBe(0)
  expect(bestScore(13, 11)).toBe(13)
  expect(bestScore(11, 13)).toBe(13)
  for (const nonsense of ['15', null, 99, {}]) expect(bestScore(nonsense, 11)).toBe(11)
})

it('reads a game that it stored, and nonsense as one that begins', async () => {
  const played = await withAnswer(bookOf(LONGEST_GAME), BEGUN, '10')
  expect(readPlayed(JSON.parse(JSON.stringify(played)))).toEqual(played)
  const nonsense = [
    null,
    3,
    {},
    { moves: ['33', '33', '01'], longest: [15, 15] },
    { moves: ['33', '10'], longest: [15] },
    { moves: ['33', 5, '01'], longest: [15, 15] },
    { moves: ['33', '10', '01'], longest: [15, 'x'] },
    { moves: ['22'], longest: [15] },
  ]
  for (const stored of nonsense) expect(readPlayed(stored)).toEqual(BEGUN)
})
