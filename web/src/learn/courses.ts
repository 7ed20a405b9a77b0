/** The courses: the rules, and strategy, whose lessons are data that the tests in Python prove. */

import { rulesCourse, type Lesson } from './lessons'
import strategy from './strategy.json'

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
    lessons: strategy as Lesson[],
  },
}
