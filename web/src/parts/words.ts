/** Sentences about games: players, moves, offers, results. */
import { plural } from '../messages/plural'
import type { Color, Game, Proposal, Role, Seat } from '../live/protocol'
import { named, other, parseMove } from '../rules/position'

/** A name as it is shown: the server numbers its guests in English. */
export function nameText(name: string): string {
  const number = guestNumber(name)
  return number ? `Guest ${number}` : name
}

/** The number that stands for the name of a guest; nothing if the name is a person's own. */
export function guestNumber(name: string): string | undefined {
  return /^Guest (\d+)$/.exec(name)?.[1]
}

/** A player as a heading names them. */
export function seatText(seat: Seat): string {
  switch (seat.kind) {
    case 'machine':
      return `Computer, level ${seat.level}`
    case 'random':
      return 'Random moves'
    case 'learned':
      return 'Learned'
    case 'open':
      return 'Waiting for a player'
    case 'person':
      return seat.bot ? /* @wc-include */ `${seat.name} (bot)` : nameText(seat.name)
  }
}

/** A player of a game: whoever plays both sides is told apart by colour. */
export function playerText({ role, white, black }: Pick<Game, 'white' | 'black'> & { role?: Role }, color: Color): string {
  return role === 'both' ? named(color) : seatText(color === 'white' ? white : black)
}

/** How a game stands, for whoever has it in a list. */
export function standing(game: Game): string {
  if (game.status === 'ended') return resultTitle(game)
  if (game.status === 'waiting') return 'Waiting for your friend'
  return game.role === game.turn ? 'Your turn' : `${named(game.turn)} to move`
}

/** "White adds 33", "Black steps from 33 to 45". */
export function moveWords(text: string, by: Color): string {
  const move = parseMove(text)
  if (!move) return `${named(by)} moves ${text}`
  return move.kind === 'add'
    ? `${named(by)} adds ${move.to}`
    : `${named(by)} steps from ${move.from} to ${move.to}`
}

export function winner(result: string | null): Color | null {
  return result === '1-0' ? 'white' : result === '0-1' ? 'black' : null
}

/** How a game ended, as a headline for whoever looks at it. */
export function resultTitle(game: Game): string {
  const won = winner(game.result)
  if (game.termination === 'cancelled') return 'Called off'
  if (!won) return 'Draw'
  if (game.role === won) return 'You win'
  if (game.role === other(won)) return 'You lose'
  return `${named(won)} wins`
}

/** Why a game ended, in one sentence. */
export function resultSentence(game: Game): string {
  const won = winner(game.result)
  const winnerName = won ? named(won) : ''
  const loser = named(won ? other(won) : game.turn)
  switch (game.termination) {
    case 'network':
      return `${winnerName} has the network ${(game.network ?? []).join('-')}.`
    case 'no move':
      return `${loser} has no legal move.`
    case 'repetition':
      return 'The same position was repeated too often.'
    case 'step limit':
      return 'The step limit was reached.'
    case 'resignation':
      return `${loser} resigned.`
    case 'time':
      return `${loser} ran out of time.`
    case 'cancelled':
      return 'The game was called off before both players had made a move.'
    case 'left':
      return won ? `${loser} left the game.` : 'A player left, and the other called it a draw.'
    case 'agreement':
      return 'The players agreed on a draw.'
    default:
      return game.termination ? `The game ended: ${game.termination}.` : 'The game is over.'
  }
}

/** Whether people play each other, or will: then nobody is helped. */
export function isBetweenPeople({ between_people, white, black }: Game): boolean {
  return between_people || white.kind === 'open' || black.kind === 'open'
}

/** Whether one person plays a machine. */
export function isAgainstMachine({ white, black }: Game): boolean {
  const kinds = [white.kind, black.kind]
  return kinds.filter((kind) => kind === 'person').length === 1 && !kinds.includes('open')
}

/** Which colours somebody in a role moves. */
export function colorsOf(role: Role): Color[] {
  if (role === 'both') return ['white', 'black']
  return role === 'white' || role === 'black' ? [role] : []
}

/** What one has offered oneself. */
export const OFFERED_WORDS: Record<Proposal, string> = {
  draw: 'You have offered a draw.',
  takeback: 'You have asked to undo your last move.',
  rematch: 'You have offered a rematch with swapped colours.',
}

export function offerWords(what: Proposal, by: Color): string {
  if (what === 'draw') return `${named(by)} offers a draw`
  if (what === 'takeback') return `${named(by)} asks to undo the last move`
  return `${named(by)} offers a rematch with swapped colours`
}

export function declineWords(what: Proposal, by: Color): string {
  if (what === 'draw') return `${named(by)} declines the draw`
  if (what === 'takeback') return `${named(by)} does not want to undo the move`
  return `${named(by)} declines the rematch`
}

/** What a button for the next game says: with the colour one will have, for colours change. */
export function rematchWords(game: Game): string {
  const [own, another] = colorsOf(game.role)
  if (isBetweenPeople(game)) {
    if (!own) return 'Offer a rematch with swapped colours'
    return another ? 'Offer a rematch' : `Offer a rematch as ${named(other(own))}`
  }
  if (!own) return 'Play again with swapped colours'
  return another ? 'Play again' : `Play again as ${named(other(own))}`
}

/** What is said when the next game begins, to somebody in a role of the last. */
export function nextGameWords(role: Role): string {
  const [own, another] = colorsOf(role)
  return own && !another ? `A new game: you play ${named(other(own))}` : 'A new game'
}

/** A clock's setting: "5 min + 3 s", "3 days per move", "No clock". */
export function clockText(clock: Game['clock']): string {
  if (!clock) return 'No clock'
  if ('days' in clock) return plural(clock.days, ['# day per move', '# days per move'])
  const minutes = clock.base / 60
  const base = Number.isInteger(minutes) ? /* @wc-include */ `${minutes} min` : /* @wc-include */ `${clock.base} s`
  return clock.increment ? /* @wc-include */ `${base} + ${clock.increment} s` : base
}

const DAY = 86_400_000

/** Time left as a clock shows it: days and hours, minutes and seconds, tenths when it gets short. */
export function timeText(ms: number): string {
  if (ms >= DAY) return /* @wc-include */ `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / 3_600_000)} h`
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1)
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  if (minutes < 60) return `${minutes}:${rest}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}

/** Time left as it is said. */
export function timeWords(ms: number): string {
  if (ms >= DAY) {
    const days = plural(Math.floor(ms / DAY), ['# day', '# days'])
    const hours = plural(Math.floor((ms % DAY) / 3_600_000), ['# hour', '# hours'])
    return `${days} ${hours}`
  }
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const words = []
  if (minutes) words.push(plural(minutes, ['# minute', '# minutes']))
  const rest = seconds % 60
  if (rest || !minutes) words.push(plural(rest, ['# second', '# seconds']))
  return words.join(' ')
}
