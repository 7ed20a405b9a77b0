/** The texts of the course on strategy, by the ids of its lessons in `strategy.json`. */

export type StrategyTexts = {
  title: string
  text: string
  /** For each turn: what follows a right move, and a wrong one. */
  turns?: { said?: string; wrong?: string }[]
  question?: string
  answers?: string[]
  why?: string
  done: string
}

export const STRATEGY_TEXTS: Record<string, StrategyTexts> = {
  block: {
    title: 'Stop a threat',
    text:
      "You are Black. White threatens to win with a chip on 75. That is in White's goal, so you may not play there. But you can cut one of the lines of White's path. Stop the win.",
    turns: [
      { wrong: 'The path is 04-14-32-62-53-75. Play between two of its chips.' },
    ],
    done: 'The path can be cut on 23 and on 64. On 42 and 52 three of your chips would touch. And touching chips, like 53 and 62, cannot be cut apart.',
  },
  'cut two': {
    title: 'One cut for two threats',
    text:
      'You are Black. White threatens to win on two squares: 72 and 74. You can add only one chip. Both paths use the same lines, so look for a square where one chip cuts both.',
    turns: [
      { wrong: "All of White's paths use the line from 23 to 41." },
    ],
    done: "All of White's paths went from 23 to 41, and your chip cuts that line. Every other move loses at once.",
  },
  double: {
    title: 'Two threats at once',
    text:
      'You are White. If you threaten to win on one square, Black stops you. If you threaten to win on two squares, Black often cannot stop both. Find the move that makes two threats.',
    turns: [
      { said: 'Right. You threaten to win on 22 and on 26. Black takes 22. Now win.', wrong: 'Look for a move after which you could win on two squares.' },
      {},
    ],
    done: 'One chip cannot be in two places. Most games of Network are won with a double threat.',
  },
  force: {
    title: 'Threats that force',
    text:
      'You are White. A threat forces Black to answer it. So you choose where Black plays! Find a threat that Black can stop in only one way. Then make the next two threats.',
    turns: [
      { said: 'Right. You threaten to win on 02 and on 05, and Black can stop both only on 65. Now make a new way around that chip.', wrong: 'Look for two threats that Black can stop only on one square.' },
      { said: 'Right. Again you threaten to win on 02 and on 05. This time no move stops both. Win.', wrong: 'Make two threats again, with a way around the chip on 65.' },
      {},
    ],
    done: 'You won because Black never had time for a move of its own choice.',
  },
  links: {
    title: 'What links are worth',
    text:
      'You are White. A chip that sees many of your chips gives you many paths, and Black cannot cut them all. Find the square that sees the most of your chips.',
    turns: [
      { said: 'Right. The new chip sees four chips, more than on any other square. You threaten to win on 01, 03, 04 and 06. Black cuts the line from 34 to 36. Now win.', wrong: 'Look for a square from which a chip sees all four of your chips.' },
      {},
    ],
    done: "Count the links before you play: how many do you make, and how many of Black's do you cut?",
  },
  ends: {
    title: 'Goals late',
    text:
      'You are White. Black may never play in your goals. So a goal square does not run away, and you often need not hurry to use it. Find the move between the goals that wins.',
    turns: [
      { said: 'Right. Now every square of the right goal wins, from 71 to 76. Black cuts the line from 31 to 34. Now win.', wrong: 'Leave the right goal for later: first make your path longer.' },
      {},
    ],
    done: 'The path was ready, and its end could go anywhere. With a chip in the right goal first, Black could have stopped you.',
  },
  count: {
    title: 'Count your chips',
    text:
      'A network has one chip in each goal, so it needs at least four chips between the goals. White has eight chips on the board and two to add.',
    question: 'Can White make a network by adding the last two chips?',
    answers: ['Yes', 'No'],
    why: 'White has only one chip between the goals, 33. With two more there are three, and a network needs four.',
    done: 'Seven chips in the goals are too many: two are enough for any network. White must first make steps with some of them.',
  },
  stay: {
    title: 'A chip that must stay',
    text:
      'Both players make steps now. A step also leaves a square, and that can open a line for your opponent. You are White. One of your chips must not leave its square: tap it.',
    done: 'Before you lift a chip, look along all lines through its square.',
  },
  forced: {
    title: 'The only step',
    text:
      'You are White and must make a step. Black threatens to win with a step to 17 or 37. Only one step stops both. The chip you move must not be missed where it was.',
    turns: [
      { wrong: "All of Black's paths use the chip on 13. Cut it off from 33." },
    ],
    done: "Your chip now cuts the line from 13 to 33, which all of Black's paths used.",
  },
  trap: {
    title: 'The trap of two networks',
    text:
      "You are White. Two steps complete a network of yours. One of them also opens a line and completes Black's network, and then Black wins. Find the step that wins.",
    turns: [
      { wrong: 'Put a chip where it sees both 55 and 73.' },
    ],
    done: "The step from 55 to 71 was the trap: it completes your network, but it also opens Black's line from 52 to 57.",
  },
}
