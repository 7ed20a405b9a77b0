/** The texts of ratings and rated games. */
import { plural } from '../messages/plural'
import type { Color } from '../live/protocol'
import { named } from '../rules/position'

export const FAIR =
  'White can always win Network from the empty board, so a rated game begins with five moves that are already made, and the second player picks a side.'
export const RATED = 'Rated'
export const RATED_GAME = 'Rated game'
export const NEEDS_ACCOUNT = 'Rated games need an account.'
export const AGAINST_MACHINE = 'Rated game against the computer'
export const MACHINE_HELP =
  'The first five moves are made, and chance decides your colour. No hints and no undo. Every level has a fixed rating, so you get a number of your own.'

export const RATING = 'Rating'
export const UNSURE = 'not sure yet'
export const LEADERBOARD = 'Leaderboard'
export const PEOPLE = 'People'
export const BOTS = 'Bots'
export const INTRO =
  'A higher number means a stronger player. You are listed when your rating is sure enough: that takes about ten rated games.'
export const NOBODY = 'Nobody has played enough rated games yet. You can be the first.'

export const PICK_TITLE = 'Pick your side'
export const PICK_HELP = 'Look at the five moves on the board, and take the side that you like better. You have one minute.'
export const PICK_WAIT = 'Your opponent picks a side. Please wait a moment.'

export function pickWords(color: Color): string {
  return `Play ${named(color)}`
}

export function youPlayWords(color: Color): string {
  return `You play ${named(color)}`
}

/** "1523", or "1523?" while it rests on few games. */
export function ratingText(rating: number, isSure = true): string {
  return isSure ? String(rating) : `${rating}?`
}

/** "+12", "−8", "±0". */
export function changeText(change: number): string {
  if (!change) return '±0'
  return change > 0 ? `+${change}` : `−${-change}`
}

export function newRatingWords(rating: number, change: number): string {
  return `Your rating is now ${rating} (${changeText(change)}).`
}

export function gamesWords(games: number): string {
  return plural(games, ['# game', '# games'])
}
