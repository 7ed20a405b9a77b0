/** Records against what `str(Record.parse(…))` gives in Python. */
import { expect, it } from 'vitest'
import { readTree } from '../study/movetext'
import { studyRecord } from './write'

const TAGS = ['[Game "Network"]', '[Event "?"]', '[Date "????.??.??"]', '[White "?"]', '[Black "?"]']
const RULES = '[Rules "no_move=loss repetition=3 step_limit=200"]'

it.each([
  {
    name: 'comments and variations',
    start: '8/8/8/8/8/8/8/8 w 0 1',
    moves: String.raw`{before \{all\} of it [see] below} 33! {in the middle} {and more} 55 (54? {no} 22 (23 44) 45) 22 44 (45) 26 63 41 15`,
    result: '[Result "*"]',
    rest: [
      '',
      String.raw`{before \{all\} of it [see] below} 1. 33! {in the middle} {and more} 1... 55`,
      '(1... 54? {no} 2. 22 (2. 23 44) 2... 45) 2. 22 44 (2... 45) 3. 26 63 4. 41 15 *',
    ],
  },
  {
    name: 'the end of a game',
    start: '8/8/8/8/8/8/8/8 w 0 1',
    moves: '62 27 02 67 32 16 65 56 46 34 26 14 (12) 73',
    result: '[Result "1-0"]',
    rest: [
      '[Termination "network"]',
      '',
      '1. 62 27 2. 02 67 3. 32 16 4. 65 56 5. 46 34 6. 26 14 (6... 12) 7. 73 {network',
      '02-32-65-62-26-46-73} 1-0',
    ],
  },
  {
    name: 'a game that Black begins',
    start: '8/8/8/3W4/8/8/8/8 b 0 1',
    moves: '44 (45 22) 22',
    result: '[Result "*"]',
    rest: [
      '[Position "8/8/8/3W4/8/8/8/8 b 0 1"]',
      '',
      '1... 44 (1... 45 2. 22) 2. 22 *',
    ],
  },
])('$name', ({ start, moves, result, rest }) => {
  const expected = [...TAGS, result, RULES, ...rest, ''].join('\n')
  expect(studyRecord(start, readTree(moves))).toBe(expected)
})
