/** The rules in full, as the page of the rules tells them; docs/rules.md says the same at more length. */

export const RULES = {
  aim: 'Network is a game by Sid Sackson for two players with ten chips each. You win if you link your two goals with a network: at least six of your chips, each in sight of the next, with a turn at every chip on the way.',
  parts: [
    {
      title: 'The board',
      points: [
        'The board has 8 × 8 squares. Nobody may use the four corners.',
        'White’s goals are the left and the right column, Black’s goals the top and the bottom row. Only White may use White’s goals, and only Black may use Black’s.',
        'A square is named by its column and then its row, both counted from 0: square 20 is in column 2 and row 0.',
      ],
    },
    {
      title: 'Moves',
      points: [
        'White begins. The players take turns, and nobody may pass.',
        'Add: while you have chips in your hand, put one of them on an empty square.',
        'Step: when all ten are on the board, pick one of them up and put it on another empty square, near or far.',
        'Chips touch sideways, up and down, or diagonally. Two of your chips may touch; three of them joined in any way are not allowed.',
      ],
    },
    {
      title: 'Networks',
      points: [
        'Two chips of one colour see each other if they are on one straight line (row, column or diagonal) with no chip of either colour between them.',
        'A network begins in one of your goals and ends in the other. None of its other chips is in a goal.',
        'Each chip of it sees the next.',
        'It turns at every chip between the first and the last.',
        'It has at least six chips, and uses each chip only once. It may cross itself.',
      ],
    },
    {
      title: 'Winning',
      points: [
        'If your opponent has a network after your move, your opponent wins, even if you have one too. So look what you open when you step.',
        'Otherwise, if you have a network after your move, you win.',
        'A player who has no legal move loses.',
        'The game is a draw if the same position comes up three times with the same player to move, or after 200 steps.',
      ],
    },
  ],
}

const WHITE = '01 12 52 14 74 36'
const BLACK = '20 60 42 13 33 25 35 55 65 57'

type Example = {
  white: string
  black: string
  /** The path to draw; without one, the squares that Black may not use are crossed out. */
  path: string | null
  words: string
}

export const EXAMPLES: Example[] = [
  {
    white: '',
    black: '30 21 52 53 24 65 16 47',
    path: null,
    words: 'Black may not use the crossed squares: a chip there would make three that touch.',
  },
  { white: WHITE, black: BLACK, path: '60-65-55-33-35-57', words: 'A network of six chips.' },
  {
    white: WHITE,
    black: BLACK,
    path: '20-25-35-13-33-55-57',
   
    words: 'A network of seven. It may cross itself.',
  },
  {
    white: WHITE,
    black: BLACK,
    path: '60-42-33-35-55-57',
   
    words: 'Not a network: it goes straight on at 42.',
  },
  {
    white: WHITE,
    black: BLACK,
    path: '60-20-42-33-35-57',
   
    words: 'Not a network: 60 and 20 are both in the top goal.',
  },
  {
    white: '01 12 52 14 74 56',
    black: BLACK,
    path: '20-25-35-13-33-55-57',
   
    words: 'Not a network: White’s chip on 56 blocks the view from 55 to 57.',
  },
]
