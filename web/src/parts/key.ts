/** What the signs on the board mean, in words. */

export const KEY = [
  { sign: 'white line', words: 'Solid line: two white chips see each other.' },
  { sign: 'black line', words: 'Dotted line: two black chips see each other.' },
  { sign: 'last', words: 'Frame: the last move.' },
  { sign: 'cross', words: 'Cross and stripes: you may not use this square.' },
  { sign: 'ring', words: 'Red ring: this chip is why you may not.' },
  { sign: 'dot', words: 'Dot: the chip you picked up may go here.' },
  { sign: 'star', words: 'Star: going here wins.' },
  { sign: 'warning', words: 'Open triangle: going here opens a line for your opponent.' },
  { sign: 'loses', words: 'Filled triangle: going here gives your opponent a network.' },
  { sign: 'white threat', words: 'Circle: White could win here.' },
  { sign: 'black threat', words: 'Diamond: Black could win here.' },
  { sign: 'shield', words: 'Shield: a move here stops the threat.' },
  { sign: 'hint', words: 'Dashed ring: the hint.' },
] as const
