/** The levels of the computer as visitors read of them: the server's names and descriptions, in the catalogue. */

export const LEVELS: readonly { level: number; name: string; description: string }[] = [
  { level: 1, name: 'Beginner', description: 'Builds its own network, partly at random, and never stops yours.' },
  { level: 2, name: 'Novice', description: 'Sometimes stops an easy threat.' },
  { level: 3, name: 'Casual', description: 'Stops most threats, but makes no plans.' },
  { level: 4, name: 'Club', description: 'Sees wins and threats on the board, but does not think ahead.' },
  { level: 5, name: 'Schemer', description: 'Plays a double threat when it has one, but does not prepare it.' },
  { level: 6, name: 'Planner', description: 'Sees double threats, and plans a little.' },
  { level: 7, name: 'Expert', description: 'Plays few bad moves, but misses long combinations.' },
  { level: 8, name: 'Master', description: 'Prepares double threats and sees most of yours.' },
  { level: 9, name: 'Grandmaster', description: 'Makes a mistake only once in many games.' },
  { level: 10, name: 'Engine', description: 'The full strength of the engine.' },
]

/** The learned player, which the server may have beside them. */
export const LEARNED = {
  name: 'Learned',
  description:
    'Learned the game only by playing against itself. Plays about as well as level 9, but in its own way.',
}

/** "Level 3, Casual". */
export function levelText(level: number): string {
  const known = LEVELS.find((one) => one.level === level)
  return known ? `Level ${level}, ${known.name}` : `Level ${level}`
}
