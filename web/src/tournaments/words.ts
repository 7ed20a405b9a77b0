/** The texts of the tournament pages. */
import { dayText } from '../messages/numbers'
import { plural } from '../messages/plural'
import { nameText } from '../parts/words'
import type { Pairing, Standing, Tournament, TournamentSummary } from './api'

export { GO_PLAY } from './nextGameWords'

export const TITLE = 'Tournaments'
export const INTRO = 'Several players, one table. Join a tournament, or make one for your friends, your club or your class.'
export const MINE = 'Your tournaments'
export const OPEN = 'You can join'
export const LIVE = 'Being played'
export const ENDED = 'Finished'
export const NONE = 'There is no tournament to join right now. Make one and send the link to your friends.'
export const NEW = 'Make a tournament'

// The form

export const NAME = 'Name of the tournament'
export const KIND = 'Kind'
export const SWISS = 'Swiss'
export const SWISS_HELP = 'In each round you play somebody with about as many points as you. Nobody plays the same opponent twice.'
export const ROUND_ROBIN = 'Round robin'
export const ROUND_ROBIN_HELP = 'Everybody plays everybody once. For up to 30 players.'
export const ROUNDS = 'Rounds'
export const ROUNDS_HELP = 'Leave it empty to have as many as it takes to find a winner.'
export const CLOCK = 'Clock'
export const START = 'Start'
export const START_BY_HAND = 'When I press “Start now”'
export const START_AT_TIME = 'At a set time'
export const START_TIME = 'Date and time'
export const WHO = 'Who plays'
export const WITH_LINK = 'Anybody with the link'
export const BY_ROSTER = 'A class or a list of names'
export const ROSTER = 'Names, one on each line'
export const ROSTER_HELP = 'Each name gets a link of its own. Nobody needs an account. To play yourself, put your name on the list too.'
export const RATED = 'Rated: for players with an account'
export const EACH_ROUND = 'I start each round myself'
export const CREATE = 'Make the tournament'
export const FAIR =
  'Every game starts from a balanced opening, and everybody plays White about as often as Black: so no side has it easier.'

// A tournament

export const JOIN = 'Join'
export const JOIN_AGAIN = 'Join again'
export const WITHDRAW = 'Leave the tournament'
export const WITHDRAW_TITLE = 'Leave the tournament?'
export const WITHDRAW_HELP = 'If you are in a game, you lose it. You can join again later.'
export const YOUR_GAME = 'Your game is ready'
export const YOU_REST = 'You sit out this round. It counts as a win.'
export const YOU_FREE = 'You have no game in this round.'
export const YOU_WAIT = 'You are in. Stay on this page: when your game is ready, you will be taken to it.'
export const YOU_LEFT = 'You have left this tournament.'
export const YOU_REMOVED = 'The organiser has removed you from this tournament.'
export const WAIT_ROUND = 'Your game is over. The next round starts when all games are over.'
export const NO_SHOW = 'Make your first move soon: if you do not come to your game, you lose it.'
export const STANDINGS = 'Standings'
export const NOBODY = 'Nobody has joined yet.'
export const PLACE = 'Place'
export const PLAYER = 'Player'
export const POINTS = 'Points'
export const WINS = 'Wins'
export const BUCHHOLZ = 'Buchholz'
export const SONNEBORN = 'Sonneborn-Berger'
export const SWISS_TIES =
  'A win is 1 point, a draw is half a point. With equal points, the player whose opponents have more points is ahead (Buchholz). Then it counts whom you beat: the points of the players you beat, and half the points of those you drew with (Sonneborn-Berger).'
export const ROUND_ROBIN_TIES =
  'A win is 1 point, a draw is half a point. With equal points it counts whom you beat: the points of the players you beat, and half the points of those you drew with (Sonneborn-Berger). Then the number of wins counts.'
export const GAMES = 'All games'
export const CROSS_TABLE = 'Cross table'
export const CROSS_HELP = 'Each row shows what a player scored against each opponent.'
export const BOARDS = 'All boards'
export const LINK = 'Link to join'
export const LINK_TO_WATCH = 'Link to this page'
export const LINK_HELP = 'Everybody who opens it can join.'
export const RESULTS_FILE = 'Results as a table (CSV)'
export const RECORDS_FILE = 'All games as records'
export const LOST = 'The connection is lost. Trying to connect again.'
export const OUT = /* @wc-include */ 'left'
export const NOT_HERE = 'not here yet'
export const REMOVED = /* @wc-include */ 'removed'
export const BYE = 'sits out'
export const WALKOVER = 'not played'

// The organiser

export const ORGANISER = 'You organise this tournament'
export const ORGANISER_JOINS = 'You are not a player yet. To play in your tournament, join it like everybody else.'
export const START_NOW = 'Start now'
export const TOO_FEW = 'A tournament needs two players.'
export const NEXT_ROUND = 'Start the next round'
export const LAST_ROUND = 'Finish the tournament'
export const PAUSE = 'Pause after this round'
export const RESUME = 'Let rounds start by themselves'
export const PAUSED = 'The next round waits until you start it.'
export const END = 'End the tournament'
export const END_TITLE = 'End the tournament now?'
export const END_HELP = 'Games that are not over will not count.'
export const REMOVE_TITLE = 'Remove this player?'
export const REMOVE_HELP = 'If the player is in a game, the game is lost. A player who was removed cannot come back.'
export const REMOVE = 'Remove'
export const CANCEL = 'Cancel'
export const TRY_AGAIN = 'Try again'
export const MAKE_ACCOUNT = 'Make an account'
export const SEATS = 'Links of the students'
export const SEATS_HELP = 'Give each student their own link, on any device. Whoever opens it plays under that name.'
export const PRINT = 'Print the list'

// A personal link

export const SEAT_HELP = 'This browser will play under this name. Games that were started in it as a guest cannot be continued here.'
export const NO_SEAT = 'This link leads nowhere'
export const LEARN_FIRST = 'Learn the rules first'

export const youAre = (name: string) => `You are ${name}`
export const joinAs = (name: string) => `Yes, I am ${name}`
export const invitesYou = (organiser: string, title: string) => `${nameText(organiser)} has put you on the list of “${title}”.`
export const removeName = (name: string) => `Remove ${nameText(name)}`
export const NO_TOURNAMENT = 'There is no such tournament'
export const NO_TOURNAMENT_HELP = 'The link may be incomplete or have a typing mistake. Ask for it again.'
export const SEE_ALL = 'See all tournaments'

export function playersText(players: number): string {
  return plural(players, ['# player', '# players'])
}

export function kindText({ kind, rounds }: Pick<TournamentSummary, 'kind' | 'rounds'>): string {
  const name = kind === 'swiss' ? SWISS : ROUND_ROBIN
  return rounds ? `${name}, ${plural(rounds, ['# round', '# rounds'])}` : name
}

/** How a tournament stands, in a few words. */
export function statusText(it: TournamentSummary): string {
  if (it.status === 'ended') return 'Finished'
  if (it.status === 'live') return `Round ${it.round} of ${it.rounds}`
  return it.starts ? `Starts ${dayText(it.starts, 'short')}` : 'Starts when the organiser says so'
}

export const by = (organiser: string) => `organised by ${nameText(organiser)}`
export const toMove = (color: string) => `${color} to move`
export const roundTitle = (round: number) => `Round ${round}`

export function resultText({ result, black }: Pick<Pairing, 'result' | 'black'>): string {
  if (black === null) return BYE
  if (result === '*') return WALKOVER
  return result === '1/2-1/2' ? '½–½' : (result?.replace('-', '–') ?? /* @wc-include */ 'playing')
}

/** Points with a half written as one sign. */
export function pointsText(points: number): string {
  const whole = Math.floor(points)
  if (whole === points) return String(points)
  return points - whole === 0.5 ? `${whole || ''}½` : points.toFixed(2)
}

export function playerNote({ status, joined }: Pick<Standing, 'status' | 'joined'>): string {
  if (status === 'removed') return REMOVED
  if (status === 'withdrawn') return OUT
  return joined ? '' : NOT_HERE
}

/** "Ann, Ben and Cem". */
function listText(names: string[]): string {
  const language = globalThis.document?.documentElement.lang || 'en'
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(names)
}

/** What the page says when a tournament is over. */
export function winnerText({ standings }: Pick<Tournament, 'standings'>): string {
  const best = standings.filter(({ place, points }) => place === 1 && points > 0)
  if (!best.length) return 'The tournament has ended.'
  const names = best.map(({ name }) => nameText(name))
  return names.length === 1 ? `${names[0]} wins the tournament.` : `${listText(names)} share first place.`
}
