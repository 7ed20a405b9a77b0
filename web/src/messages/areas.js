/**
 * The parts of the catalogue, and which of them a page needs: a visitor loads no others.
 *
 * `extras` is what a visitor has to ask for: whoever shows it loads it.
 *
 * Plain JavaScript, because the configuration of wuchale reads it too.
 */

/** The part that holds the texts of a file, by the beginning of its path: the first that fits. */
const AREAS = [
  ['src/account/', 'people'],
  ['src/alerts/', 'people'],
  ['src/beat/', 'learn'],
  ['src/correspondence/', 'people'],
  ['src/explorer/', 'learn'],
  ['src/hint/', 'play'],
  ['src/learn/', 'learn'],
  ['src/lobby/', 'people'],
  ['src/pages/Account', 'people'],
  ['src/pages/Beat', 'learn'],
  ['src/pages/Correspondence', 'people'],
  ['src/pages/Explorer', 'learn'],
  ['src/pages/Game', 'play'],
  ['src/pages/Home', 'people'],
  ['src/pages/home', 'people'],
  ['src/pages/Join', 'people'],
  ['src/pages/Leaderboard', 'people'],
  ['src/pages/Learn', 'learn'],
  ['src/pages/Lobby', 'people'],
  ['src/pages/Mail', 'people'],
  ['src/pages/Play.', 'play'],
  ['src/pages/Player', 'people'],
  ['src/pages/Puzzles', 'learn'],
  ['src/pages/Review', 'review'],
  ['src/pages/Rules', 'play'],
  ['src/pages/Solved', 'learn'],
  ['src/pages/Seat', 'tournaments'],
  ['src/pages/Study', 'study'],
  ['src/pages/Tournament', 'tournaments'],
  ['src/parts/Actions', 'play'],
  ['src/parts/BoardKey', 'play'],
  ['src/parts/Clock', 'play'],
  ['src/parts/Editor', 'extras'],
  ['src/parts/Exports', 'play'],
  ['src/parts/HelpText', 'extras'],
  ['src/parts/LiveTable', 'play'],
  ['src/parts/NewGame', 'people'],
  ['src/parts/Offers', 'play'],
  ['src/parts/PlayerStrip', 'play'],
  ['src/parts/QrCode', 'play'],
  ['src/parts/RecordReader', 'extras'],
  ['src/parts/SettingsForm', 'extras'],
  ['src/parts/Share', 'play'],
  ['src/parts/key.', 'play'],
  ['src/parts/rules', 'play'],
  ['src/people/', 'play'],
  ['src/puzzles/', 'learn'],
  ['src/ratings/', 'people'],
  ['src/record/read', 'extras'],
  ['src/review/ReviewLink', 'common'],
  ['src/review/address', 'common'],
  ['src/review/', 'review'],
  ['src/study/', 'study'],
  ['src/tournaments/NextGame', 'play'],
  ['src/tournaments/nextGameWords', 'play'],
  ['src/tournaments/', 'tournaments'],
]

/**
 * The part that holds the texts of a file; `common` comes with every page.
 *
 * @param {string} file
 */
export function areaOf(file) {
  return AREAS.find(([start]) => file.startsWith(start))?.[1] ?? 'common'
}

/**
 * The parts that a page needs, by its name in `routes.ts`.
 *
 * @type {Record<string, string[]>}
 */
export const PAGE_AREAS = {
  home: ['people'],
  game: ['play', 'people'],
  play: ['play', 'people'],
  lobby: ['people'],
  leaderboard: ['people'],
  correspondence: ['people'],
  join: ['people'],
  learn: ['learn'],
  rules: ['play'],
  puzzles: ['learn'],
  study: ['study'],
  explorer: ['learn'],
  solved: ['learn'],
  beat: ['learn'],
  review: ['review'],
  account: ['people'],
  mail: ['people'],
  player: ['people'],
  tournament: ['tournaments', 'play', 'people'],
  tournaments: ['tournaments', 'play', 'people'],
  seat: ['tournaments', 'play', 'people'],
}
