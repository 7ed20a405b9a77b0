/** Tells what visitors read from what only the program reads; wuchale asks it about every string of the sources. */

/** Attributes that are read out or shown. */
const SPOKEN = new Set(['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'placeholder', 'title'])

/** What looks like words, and is a name that the program uses: keys of the keyboard, and terms of its own. */
const NAMES = new Set([
  'Enter',
  'Escape',
  'Esc',
  'Space',
  'Home',
  'End',
  'Notification',
  'low time',
  'left and right',
  'top and bottom',
  'white line',
  'black line',
  'white threat',
  'black threat',
  'no move',
  'step limit',
  'game over',
  'wrong kind of move',
  'not your chip',
  'same square',
  'own chips',
  'goals at the ends',
  'no goal inside',
  'no chip twice',
  'straight lines',
  'clear lines',
  'turn at every chip',
  'wins in 1 ply',
  'illegal move',
  'double threat',
  'both-complete trap',
  'crossing network',
  'long line',
  'long network',
])

/** @param {import('wuchale').Message} message */
export function isText({ msgStr, details }) {
  const text = msgStr.join('\n').trim()
  const { scope, file, element = '', attribute = '' } = details
  if (!/\p{L}{2}/u.test(text.replaceAll('#', '')) || NAMES.has(text)) return false
  if (scope === 'markup') return element === 'code' || element === 'kbd' ? false : 'message'
  if (attribute && !/^[A-Z]/.test(element)) return SPOKEN.has(attribute) ? 'message' : false
  // Tags of a record have one word.
  if (file === 'src/record/read.ts' && !text.includes(' ')) return false
  return looksLikeText(text) ? 'message' : false
}

/** Whether a string in code is one that people read: it has a capital first, or several words. */
function looksLikeText(text) {
  if (/^(transform|prefers-contrast|input, select)\b|^[\dWB/]+ [wb] /.test(text)) return false
  if (/^[A-Z][a-z]+[.…!?]?$/.test(text)) return true
  return /(^|\s)\p{L}+[,.:;?!’']?\s/u.test(text) || /\s\p{L}{2,}[,.:;?!]?$/u.test(text)
}
