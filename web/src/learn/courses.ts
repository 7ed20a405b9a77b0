/** The courses: the rules, and strategy, whose lessons are data that the tests in Python prove. */

import { rulesCourse, type Lesson } from './lessons'
import strategy from './strategy.json'
import { STRATEGY_TEXTS } from './strategyTexts'

export type Course = { id: 'rules' | 'strategy'; name: string; address: string; storage: string; lessons: Lesson[] }

export const COURSES: { rules: Course; strategy: Course } = {
  rules: {
    id: 'rules',
    name: 'The rules',
    address: '/learn',
    storage: 'tenchips.learn',
    lessons: rulesCourse,
  },
  strategy: {
    id: 'strategy',
    name: 'Strategy',
    address: '/learn?strategy',
    storage: 'tenchips.learn.strategy',
    lessons: strategy.map(withTexts),
  },
}

/** A lesson on strategy, whole: its position and moves are data, its texts belong to the catalogue. */
function withTexts(lesson: (typeof strategy)[number]): Lesson {
  const { turns = [], question, answers, why, ...texts } = STRATEGY_TEXTS[lesson.id]!
  const task = { ...lesson.task, ...(question && { question, answers, why }) }
  if (task.turns) task.turns = task.turns.map((turn, index) => ({ said: '', wrong: '', ...turn, ...turns[index] }))
  return { ...lesson, ...texts, task } as Lesson
}
