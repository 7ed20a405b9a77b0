/**
 * What lessons are made of, and the first course, the rules: a sentence or two, a board, and
 * something to do on it.
 *
 * The lessons are data. `tutor.ts` says what an answer to one leads to, and the tests hold every
 * claim made here against the rules. The diagrams are those of the rules' own examples.
 */
import type { Color, Square } from '../rules/position'

/** Chips as they stand; unlike a position it need not have come from a game. */
export type Diagram = { white: string; black: string; turn: Color }

/** Why a square is refused to a chip. */
export type Bar = 'corner' | 'goal' | 'occupied' | 'cluster'

/** What the accepted moves of a turn have in common, and no other move has. */
export type Claim = 'stops' | 'wins in 1 ply' | 'wins in 3 plies' | 'wins in 5 plies'

/** A turn of a line: the moves to accept, then the opponent's reply and what to say, and help for
 * those who made another move. The last turn has no reply. */
export type Turn = { claim: Claim; accept: string[]; reply: string | null; said: string; wrong: string }

export type Task =
  /** Tap these squares, one after the other, by their names. */
  | { kind: 'names'; squares: Square[] }
  /** Make one of these moves, or any that wins. */
  | { kind: 'move'; moves: string[] | 'winning'; wrong: string }
  /** Find so many squares of each kind that the player to move may not use. */
  | { kind: 'illegal'; find: Partial<Record<Bar, number>> }
  /** Find all chips that one sees. */
  | { kind: 'sights'; of: Square }
  /** Choose the square where a chip of the player to move breaks a path of the other's. */
  | { kind: 'cut'; path: string; square: Square; wrong: string }
  /** Choose the chips of a network in order, beginning with `first` if it is given; hints follow
   * the example. */
  | { kind: 'draw'; example: string; atLeast: number; first?: Square }
  /** Say of each path whether it is a network. */
  | { kind: 'judge'; paths: string[] }
  /** Make a move at each turn of a line. */
  | { kind: 'line'; turns: Turn[] }
  /** Find the chip whose every step gives the opponent a network. */
  | { kind: 'stay'; chip: Square }
  /** Answer a question with the first (0) or the second (1) of two answers. */
  | { kind: 'answer'; question: string; answers: [string, string]; right: 0 | 1; why: string }

export type Lesson = {
  id: string
  title: string
  text: string
  diagram: Diagram
  /** Whether the lines of sight are drawn; they are by default. */
  sights?: boolean
  /** The theme of the puzzles that ask for the same. */
  theme?: string
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

export const rulesCourse: Lesson[] = [
  {
    id: 'names',
    title: 'Names of the squares',
    text: 'Every square has a name of two digits. The first is its column, the second its row, both counted from 0. The numbers are at the left and at the bottom of the board.',
    diagram: { white: '', black: '', turn: 'white' },
    sights: false,
    task: { kind: 'names', squares: ['34', '52', '25', '06'] },
    done: 'Column first, then row.',
  },
  {
    id: 'goals',
    title: 'Your goals',
    text: 'You are White. Your goals are the columns at the left and right edge. Put a chip on any square of your goals.',
    diagram: { white: '', black: '', turn: 'white' },
    sights: false,
    task: {
      kind: 'move',
      moves: '01 02 03 04 05 06 71 72 73 74 75 76'.split(' '),
      wrong: 'That square is allowed, but it is not in a goal. Yours are the first and the last column.',
    },
    done: "Only White may use these squares. The top and bottom rows are Black's goals, and only Black may use them.",
  },
  {
    id: 'closed',
    title: 'Where you may not play',
    text: "You may not put a chip in a corner, in the other player's goal or on another chip. You are White: tap one square of each of these three kinds.",
    diagram: { white: '03 52', black: '33 57', turn: 'white' },
    sights: false,
    task: { kind: 'illegal', find: { corner: 1, goal: 1, occupied: 1 } },
    done: 'There is only one more rule about where you may play.',
  },
  {
    id: 'clusters',
    title: 'Never three together',
    text: 'Chips touch if they are side by side or corner to corner. Three of your chips may never form a touching group, not even a chain. Find six squares where Black may not play because of this.',
    diagram: { white: '', black: '30 21 52 53 24 65 16 47', turn: 'black' },
    sights: false,
    task: { kind: 'illegal', find: { cluster: 6 } },
    done: 'Now all such squares are marked. On 51 a chip would touch the pair 52 and 53. On 56 it would join 47 and 65.',
  },
  {
    id: 'pairs',
    title: 'Two may touch',
    text: 'Two chips may touch. You are Black: put a chip next to the one on 47.',
    diagram: { white: '', black: '21 52 53 47', turn: 'black' },
    sights: false,
    task: {
      kind: 'move',
      moves: ['36', '46', '56', '37', '57'],
      wrong: 'That square is allowed, but a chip there does not touch 47.',
    },
    done: 'The two chips touch each other and no others, so this is allowed.',
  },
  {
    id: 'sight',
    title: 'Lines of sight',
    text: 'Two chips of the same colour see each other if they are in one row, column or diagonal and no chip is between them. Tap the four chips that 33 sees.',
    diagram: { white: '', black: networks, turn: 'black' },
    sights: false,
    task: { kind: 'sights', of: '33' },
    done: 'From now on the lines of sight are drawn for you.',
  },
  {
    id: 'network',
    title: 'A network wins',
    text: 'A network is a path of at least six of your chips from one of your goals to the other. Each chip sees the next, and the path turns at every chip in between. Tap the chips of a network in order. Start with 60.',
    diagram: { white: '', black: networks, turn: 'black' },
    task: { kind: 'draw', example: '60-65-55-33-35-57', atLeast: 6, first: '60' },
    done: 'This is a network. In a game, Black has won.',
  },
  {
    id: 'longer',
    title: 'Longer than six',
    text: 'A network may have more than six chips, and it may cross itself. Find one with seven chips. Start with 20.',
    diagram: { white: '', black: networks, turn: 'black' },
    task: { kind: 'draw', example: '20-25-35-13-33-55-57', atLeast: 7, first: '20' },
    done: 'A network can have up to ten chips: all that you have.',
  },
  {
    id: 'turns',
    title: 'Turn at every chip',
    text: 'A path that goes straight on at a chip is not a network. Are these three paths networks?',
    diagram: { white: '', black: '20 60 42 33 25 35 55 65 57 27', turn: 'black' },
    task: {
      kind: 'judge',
      paths: ['60-42-33-35-55-57', '20-42-33-35-55-57', '60-42-33-35-25-27'],
    },
    done: 'And 60 cannot skip 42 to reach 33: no chip can see past another chip.',
  },
  {
    id: 'conditions',
    title: 'Ends, length, each chip once',
    text: 'A network has one chip in each of your two goals: its two ends. It has at least six chips, and uses each chip only once. Are these five paths networks?',
    diagram: { white: '', black: networks, turn: 'black' },
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
    text: 'You break a network by putting your chip on one of its lines. You are White: tap the square that breaks this one between its last two chips.',
    diagram: { white: '', black: networks, turn: 'white' },
    task: {
      kind: 'cut',
      path: '20-25-35-13-33-55-57',
      square: '56',
      wrong: 'That is not between the last two chips, 55 and 57.',
    },
    done: 'So this path is cut. But Black has other paths.',
  },
  {
    id: 'around',
    title: 'The way around',
    text: 'White has cut the line from 55 to 57, but Black still has a network. Find one.',
    diagram: { white: '56', black: networks, turn: 'black' },
    task: { kind: 'draw', example: '20-42-33-55-35-57', atLeast: 6 },
    done: 'When you defend, look for all paths of the other player.',
  },
  {
    id: 'win',
    title: 'Win a game',
    text: 'You are White, with six chips on the board. Add the chip that completes a network.',
    diagram: { white: '62 02 32 65 46 26', black: '27 67 16 56 34 14', turn: 'white' },
    task: {
      kind: 'move',
      moves: 'winning',
      wrong: 'That makes no network. Look for a path that starts with 02, turns at every chip and ends in the right goal.',
    },
    done: 'You have won the game.',
  },
  {
    id: 'steps',
    title: 'Steps',
    text: 'When all your ten chips are on the board, you make steps: take one chip off and put it on any other allowed square, near or far. Step from 72 to 73.',
    diagram: full,
    task: { kind: 'move', moves: ['72-73'], wrong: 'That step is allowed, but try the one from 72 to 73.' },
    done: 'The chip that you take off no longer counts. So 71 and 73 do not touch, and there are no three together.',
  },
  {
    id: 'uncover',
    title: 'Look at what you uncover',
    text: "The step from 56 to 31 completes White's network 06-16-14-32-31-71. Make it, and see who wins.",
    diagram: full,
    task: { kind: 'move', moves: ['56-31'], wrong: 'That is another step. Make the one from 56 to 31.' },
    done: 'Black wins: your step opened the line from 55 to 57. If your opponent has a network after your move, your opponent wins, even if you have one too.',
  },
  {
    id: 'better',
    title: 'A better step',
    text: 'The same position. Find a step with which White wins.',
    diagram: full,
    task: {
      kind: 'move',
      moves: 'winning',
      wrong: 'That does not win. One way is to put a chip on 31 that the path 06-16-14-32-31-71 does not use. Leave 56 where it is.',
    },
    done: 'White has a network and Black has none, so White wins.',
  },
  {
    id: 'no move',
    title: 'You must move',
    text: "You may not skip your turn. A player who cannot move loses. It is White's turn, and White has one chip left to add.",
    diagram: {
      white: '55 64 12 62 24 52 21 76 15',
      black: '61 20 23 17 36 60 43 53 46',
      turn: 'white',
    },
    sights: false,
    task: {
      kind: 'answer',
      question: 'Is there a square where White may put it?',
      answers: ['Yes', 'No'],
      right: 1,
      why: "There is no square for White. On each empty square outside Black's goals three white chips would touch.",
    },
    done: 'So White loses and Black wins. This happens very rarely.',
  },
  {
    id: 'end',
    title: 'How a game ends',
    text: 'You win with a network, or if your opponent cannot move, resigns or runs out of time. It is a draw when the same position with the same player to move occurs three times, or after 200 steps.',
    diagram: { ...full, white: '03 06 14 16 32 34 31 71 72 75', turn: 'black' },
    task: {
      kind: 'answer',
      question: 'You are White and have just stepped. Both players have a network now. Who wins?',
      answers: ['I do', 'My opponent'],
      right: 1,
      why: "Your opponent, Black, wins: if both players have a network after your move, your opponent's counts.",
    },
    done: 'Now you know all the rules.',
  },
]
