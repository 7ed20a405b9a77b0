import { expect, it } from 'vitest'
import { RULES } from '../engine/game'
import { RULES_TEXT, readRules, rulesText } from './houseRules'

it('house rules are read as records and the server write them', () => {
  expect(readRules('')).toEqual(RULES)
  const rules = { noMove: 'draw', repetition: 0, stepLimit: 50 } as const
  expect(readRules('no_move=draw repetition=0 step_limit=50')).toEqual(rules)
  expect(readRules(rulesText(rules))).toEqual(rules)
  expect(readRules(RULES_TEXT)).toEqual(RULES)
})
