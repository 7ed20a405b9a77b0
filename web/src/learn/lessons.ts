/**
 * The lessons of the tutorial: a sentence or two, a board, and something to do on it.
 *
 * The lessons are data. `tutor.ts` says what an answer to one leads to, and the tests hold every
 * claim made here against the rules. The diagrams are those of the rules' own examples.
 */
import type { Color, Square } from '../rules/position'

/** Chips as they stand; unlike a position it need not have come from a game. */
export type Diagram = { white: string; black: string; turn: Color }

/** Why a square is refused to a chip. */
export type Bar = 'corner' | 'goal' | 'occupied' | 'cluster'

export type Task =
  /** Make one of these moves, or any that wins. */
  | { kind: 'move'; moves: string[] | 'winning'; wrong: string }
  /** Find so many squares of each kind that the player to move may not use. */
  | { kind: 'illegal'; find: Partial<Record<Bar, number>> }
  /** Find all chips that one sees. */
  | { kind: 'sights'; of: Square }
  /** Choose the square where a chip of the player to move breaks a path of the other's. */
  | { kind: 'cut'; path: string; square: Square; wrong: string }
  /** Choose the chips of a network in order; hints follow the example. */
  | { kind: 'draw'; example: string; atLeast: number }
  /** Say of each path whether it is a network. */
  | { kind: 'judge'; paths: string[] }
  /** Answer a question with the first (0) or the second (1) of two answers. */
  | { kind: 'answer'; question: string; answers: [string, string]; right: 0 | 1 }

export type Lesson = {
  id: string
  title: string
  text: string
  diagram: Diagram
  /** Whether the lines of sight are drawn. */
  sights: boolean
  task: Task
  /** What to say when the task is done. */
  done: string
}

const networks = '20 60 42 13 33 25 35 55 65 57'
const full = {
  white: '03 06 14 16 32 34 56 71 72 75',
  black: '13 17 20 25 33 35 55 57 63 65',
  turn: 'white',
} as const

export const lessons: Lesson[] = [
  {
    id: 'goals',
    title: 'Your goals',
    text: 'You are White, and the columns at the left and right edge are your goals. Put a chip on any of their squares.',
    diagram: { white: '', black: '', turn: 'white' },
    sights: false,
    task: {
      kind: 'move',
      moves: '01 02 03 04 05 06 71 72 73 74 75 76'.split(' '),
      wrong: 'You could play there, but it is not in a goal. Yours are the first and the last column.',
    },
    done: 'Only White may use these squares, and only Black those of the top and bottom rows.',
  },
  {
    id: 'closed',
    title: 'Closed squares',
    text: 'A chip may not go to a corner, into the other player’s goal or onto another chip. Choose one square of each kind that is closed to White.',
    diagram: { white: '03 52', black: '33 57', turn: 'white' },
    sights: false,
    task: { kind: 'illegal', find: { corner: 1, goal: 1, occupied: 1 } },
    done: 'Every other square is open, but for one more rule.',
  },
  {
    id: 'clusters',
    title: 'Never three together',
    text: 'Never more than two of your chips may hang together by touching, sideways or diagonally, directly or through one another. Find six squares that this closes to Black.',
    diagram: { white: '', black: '30 21 52 53 24 65 16 47', turn: 'black' },
    sights: false,
    task: { kind: 'illegal', find: { cluster: 6 } },
    done: 'These are all of them. On 51 a chip would join the pair 52 and 53; on 56 it would tie 47 and 65 together.',
  },
  {
    id: 'pairs',
    title: 'Two may touch',
    text: 'A pair is allowed. You are Black: put a chip next to the one on 47.',
    diagram: { white: '', black: '30 21 52 53 24 65 16 47', turn: 'black' },
    sights: false,
    task: {
      kind: 'move',
      moves: ['36', '46', '37', '57'],
      wrong: 'You could play there, but it does not touch 47.',
    },
    done: 'It touches 47 alone, so only two hang together.',
  },
  {
    id: 'sight',
    title: 'Lines of sight',
    text: 'Two chips of a colour see each other along a row, a column or a diagonal if no chip of either colour stands between them. Choose the four chips that 33 sees.',
    diagram: { white: '', black: networks, turn: 'black' },
    sights: false,
    task: { kind: 'sights', of: '33' },
    done: 'From now on the lines of sight are drawn for you.',
  },
  {
    id: 'network',
    title: 'A network wins',
    text: 'A network is a path of at least six of your chips from one of your goals to the other. Each chip sees the next, and the path turns at every chip between its ends. Choose the chips of one in order, beginning with 60.',
    diagram: { white: '', black: networks, turn: 'black' },
    sights: true,
    task: { kind: 'draw', example: '60-65-55-33-35-57', atLeast: 6 },
    done: 'A network. In a game, Black has won.',
  },
  {
    id: 'longer',
    title: 'Longer than six',
    text: 'A network may have more than six chips, and it may cross itself. Choose one of seven, beginning with 20.',
    diagram: { white: '', black: networks, turn: 'black' },
    sights: true,
    task: { kind: 'draw', example: '20-25-35-13-33-55-57', atLeast: 7 },
    done: 'Seven chips. Up to all ten may take part.',
  },
  {
    id: 'turns',
    title: 'Turn at every chip',
    text: 'A path that goes straight on at a chip is no network. Judge these three.',
    diagram: { white: '', black: '20 60 42 33 25 35 55 65 57 27', turn: 'black' },
    sights: true,
    task: {
      kind: 'judge',
      paths: ['60-42-33-35-55-57', '20-42-33-35-55-57', '60-42-33-35-25-27'],
    },
    done: 'Nor could 60 leave 42 out: a chip that stands between takes away the sight.',
  },
  {
    id: 'conditions',
    title: 'Ends, length, no chip twice',
    text: 'Each goal holds one end of a network and no other chip of it. A network may use each chip only once, and has at least six. Judge these five.',
    diagram: { white: '', black: networks, turn: 'black' },
    sights: true,
    task: {
      kind: 'judge',
      paths: [
        '60-20-42-33-35-57',
        '20-42-33-55-35-57',
        '20-25-35-33-55-35-57',
        '20-42-60-65-55-57',
        '20-42-33-35-57',
      ],
    },
    done: 'Now you know a network when you see one.',
  },
  {
    id: 'cut',
    title: 'Cut the line',
    text: 'A chip of the other colour on one of its lines breaks a network. You are White: choose the square that breaks this one between its last two chips.',
    diagram: { white: '', black: networks, turn: 'white' },
    sights: true,
    task: {
      kind: 'cut',
      path: '20-25-35-13-33-55-57',
      square: '56',
      wrong: 'That is not between the last two chips, 55 and 57.',
    },
    done: 'But Black has other ways.',
  },
  {
    id: 'around',
    title: 'The way around',
    text: 'White has cut 55 off from 57, but Black still has a network. Find one.',
    diagram: { white: '56', black: networks, turn: 'black' },
    sights: true,
    task: { kind: 'draw', example: '20-42-33-55-35-57', atLeast: 6 },
    done: 'So look at all the ways when you defend.',
  },
  {
    id: 'win',
    title: 'Win a game',
    text: 'You are White, with six chips on the board. Put down the one that completes a network.',
    diagram: { white: '62 02 32 65 46 26', black: '27 67 16 56 34 14', turn: 'white' },
    sights: true,
    task: {
      kind: 'move',
      moves: 'winning',
      wrong: 'That completes no network. White’s path begins at 02 and needs an end on the right.',
    },
    done: 'You have won the game.',
  },
  {
    id: 'steps',
    title: 'Steps',
    text: 'When your ten chips are on the board, you take one off and put it on another square, near or far. It is judged once it has left its old square. Step from 72 to 73.',
    diagram: full,
    sights: true,
    task: { kind: 'move', moves: ['72-73'], wrong: 'A legal step, but try the one from 72 to 73.' },
    done: 'With 72 still there, 71, 72 and 73 would have been three.',
  },
  {
    id: 'uncover',
    title: 'Mind what you uncover',
    text: 'White can complete 06-16-14-32-31-71 by stepping from 56 to 31. Do it, and see who wins.',
    diagram: full,
    sights: true,
    task: { kind: 'move', moves: ['56-31'], wrong: 'Do try the step from 56 to 31.' },
    done: 'Black wins: the step opened the line from 55 to 57. If your opponent has a network after your move, your opponent wins, even if you have one too.',
  },
  {
    id: 'better',
    title: 'A better step',
    text: 'The same position. Find a step with which White does win.',
    diagram: full,
    sights: true,
    task: {
      kind: 'move',
      moves: 'winning',
      wrong: 'That does not win. Leave 56 in its place, and try stepping with 03, say, to 31.',
    },
    done: 'White has a network and Black has none: White wins.',
  },
  {
    id: 'no move',
    title: 'No passing',
    text: 'A player must move, and a player who cannot has lost. White holds a chip here and is to move.',
    diagram: {
      white: '55 64 12 62 24 52 21 76 15',
      black: '61 20 23 17 36 60 43 53 46',
      turn: 'white',
    },
    sights: false,
    task: {
      kind: 'answer',
      question: 'Can White put it anywhere?',
      answers: ['Yes', 'No'],
      right: 1,
    },
    done: 'Every square is closed to White, so Black has won. It is rare.',
  },
  {
    id: 'end',
    title: 'How a game ends',
    text: 'With a network, or with a player who cannot move, resigns or runs out of time. It is a draw when a position comes for the third time with the same player to move, and after 200 steps.',
    diagram: { ...full, white: '03 06 14 16 32 34 31 71 72 75', turn: 'black' },
    sights: true,
    task: {
      kind: 'answer',
      question: 'You are White and have just stepped. Both players have a network now. Who wins?',
      answers: ['I do', 'My opponent'],
      right: 1,
    },
    done: 'That is all there is to know. The rest is playing.',
  },
]
