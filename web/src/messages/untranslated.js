/** Pages that are in English only so far: beginnings of their paths. Take a path out of here and run `npm run texts`. */
export const UNTRANSLATED = ['src/tournaments/', 'src/pages/Tournament.', 'src/pages/Tournaments.', 'src/pages/Seat.']
