/** The game in which White follows the certificate and Black always plays what loses last: White
 * wins with the fifteenth ply. A browser test derives it again from Python's certificate. */
export const LONGEST_GAME: readonly string[] =
  '33 10 01 11 73 23 51 42 55 13 12 44 32 15 53'.split(' ')
