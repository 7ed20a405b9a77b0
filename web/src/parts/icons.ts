/** The pictures on buttons: lines in a square of 24 by 24. */

export const ICONS = {
  back: 'M9 6 4 11l5 5M4 11h9.5a5 5 0 0 1 0 10H12',
  draw: 'M5 9h14M5 15h14',
  flip: 'M8 4v16m0 0-4-4m4 4 4-4M16 20V4m0 0-4 4m4-4 4 4',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 12 3z',
  new: 'M12 5v14M5 12h14',
  resign: 'M6 21V4h12l-3 4 3 4H6',
  rematch: 'M20 5v5h-5M4 19v-5h5M5.5 9A7 7 0 0 1 19 8.5L20 10M18.5 15A7 7 0 0 1 5 15.5L4 14',
  review: 'M4 20h16M5 15l4-5 4 3 6-8',
} as const

export type Icon = keyof typeof ICONS
