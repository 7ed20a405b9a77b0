/** The table of first moves says what Python's book and the certificates in docs/certificates say. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Position } from '../rules/position'
import { TWELVE, firstMove } from './firstMoves'

type Golden = { first_moves: { move: string; winner: string; plies: number }[] }

const file =
  process.env.TENCHIPS_GOLDEN_ENGINE ??
  fileURLToPath(new URL('../../../build/golden-engine.json', import.meta.url))
const golden: Golden = JSON.parse(readFileSync(file, 'utf8'))

test('every first move has the result that the book and the certificates have', () => {
  const legal = Position.start().legalMoves().map(({ to }) => to)
  expect(golden.first_moves.map(({ move }) => move).sort()).toEqual(legal.sort())
  for (const { move, winner, plies } of golden.first_moves) {
    expect(firstMove(move), move).toEqual({ winner, plies, source: 'certificate' })
  }
})

test('eleven of twelve win', () => {
  expect(Object.values(TWELVE).filter(({ winner }) => winner === 'white')).toHaveLength(11)
  expect(Object.keys(TWELVE)).toHaveLength(12)
  expect(firstMove('00')).toBeNull()
})
