/** The texts of accounts and profiles. */
import { dayText } from '../messages/numbers'

export const TITLE = 'Your account'
export const INTRO =
  'You can play without an account. With one, your games are yours on every device, and nobody else can take your name.'

export const SIGN_IN = 'Sign in'
export const SIGN_UP = 'Make an account'
export const NAME = 'Name'
export const NAME_HELP = '2 to 24 letters, digits, spaces, - or _. Everybody can see it.'
export const PASSWORD = 'Password'
export const NEW_PASSWORD = 'New password'
export const PASSWORD_HELP = 'At least 8 characters. A few words in a row are easy to remember.'
export const SHOW = 'Show the password'
export const WITH_PASSWORD = 'Make it with this password'
export const WITH_PASSKEY = 'Use a passkey instead'
export const SIGN_IN_PASSKEY = 'Sign in with a passkey'
export const PASSKEY_HELP =
  'A passkey is kept by your device: you sign in with your finger, your face or your PIN, and have no password to remember.'
export const ADOPT = 'Add the games of this browser to my account'
export const LOST = 'I have lost my password'

export const RECOVER = 'Get back in'
export const RECOVER_INTRO =
  'Type the recovery code that you were given when you made your account, and choose a new password. All your other devices are signed out.'
export const NO_EMAIL =
  'We cannot send you a new password. Without a recovery code, nobody can open your account again, and we cannot either.'
export const CODE = 'Recovery code'
export const BACK = 'Back'

export const KEEP_CODE = 'Keep this code'
export const KEEP_CODE_HELP =
  'If you lose your password or your passkey, this code is the only way back: we cannot send you a new password. Write it down, or save it. It is shown only now.'
export const COPY = 'Copy'
export const COPIED = 'Copied'
export const SAVE = 'Save as a file'
export const KEPT = 'I have kept it'

export const signedInAs = (name: string) => `You are signed in as ${name}`
export const PROFILE = 'Your games'
export const SIGN_OUT = 'Sign out'
export const SIGNED_OUT = 'You are signed out.'
export const RENAME = 'Change your name'
export const RENAME_HELP = 'The new name is shown in all your games, old ones too.'
export const RENAME_DO = 'Change the name'
export const renamed = (name: string) => `Your name is now ${name}.`

export const CHANGE_PASSWORD = 'Change your password'
export const SET_PASSWORD = 'Set a password'
export const PASSWORD_SET = 'Your password is set. All your other devices are signed out.'
export const SAVE_PASSWORD = 'Save the password'

export const PASSKEYS = 'Passkeys'
export const NO_PASSKEYS = 'You have no passkey.'
export const NO_PASSKEYS_HERE = 'This browser cannot use passkeys on this site.'
export const ADD_PASSKEY = 'Add a passkey'
export const PASSKEY_ADDED = 'Your passkey is added.'
export const PASSKEY_REMOVED = 'The passkey is removed.'
export const removePasskey = (label: string) => `Remove the passkey ${label}`
export const REMOVE = 'Remove'

export const DEVICES = 'Where you are signed in'
export const THIS_DEVICE = 'this device'
export const SIGN_OUT_OTHERS = 'Sign out on all other devices'
export const SIGNED_OUT_OTHERS = 'You are signed out on all other devices.'
export const lastUsed = (date: string) => `last used on ${date}`
export const since = (date: string) => `since ${date}`

export const BOTS = 'Bots'
export const BOTS_HELP = 'A bot is a program of yours that plays here. It signs in with a token.'
export const BOT_NAME = 'Name of the bot'
export const MAKE_BOT = 'Make a bot'
export const TOKEN = 'Token'
export const TOKEN_HELP = 'Give this token to your program. It is shown only now.'
export const BOT_REMOVED = 'The bot is removed. Its token no longer works.'
export const removeBot = (name: string) => `Remove the bot ${name}`

export const NEW_CODE = 'A new recovery code'
export const NEW_CODE_HELP = 'The old code no longer works then.'
export const NEW_CODE_DO = 'Make a new code'

export const DATA = 'Your data'
export const DATA_HELP = 'Everything that we keep about you, with all your games as records, in one file.'
export const EXPORT = 'Download my data'
export const DELETE = 'Delete the account'
export const DELETE_HELP =
  'Your name, passwords and passkeys are deleted at once and cannot be brought back. You lose the games that you are playing. Finished games stay for those who played them, with “Deleted player” in your place.'
export const DELETE_DO = 'Delete my account for ever'
export const DELETED = 'Your account is deleted.'
export const CANCEL = 'Cancel'

export const CONFIRM = 'Is it you?'
export const CONFIRM_HELP = 'Give your password or a passkey again before you go on.'
export const CONTINUE = 'Go on'
export const USE_PASSKEY = 'Use a passkey'
export const PASSKEY_FAILED = 'The passkey was not used. Try again, or use your password.'

// Profiles

export const PLAYER = 'Player'
export const NO_PLAYER = 'There is no such player'
export const NO_PLAYER_HELP = 'The name may be misspelled, or the account was deleted.'
export const NOT_LOADED = 'The player cannot be loaded'
export const playerSince = (date: string) => `Plays here since ${date}.`
export const ONLY_YOU = 'Only you can see games that are not public.'
export const GAMES = 'Games'
export const SEARCH = 'Search'
export const OPPONENT = 'Opponent'
export const RESULT = 'Result'
export const LEVEL = 'Computer level'
export const FROM = 'From'
export const TO = 'To'
export const ANY = 'Any'
export const NO_GAMES = 'No games yet.'
export const NONE_FOUND = 'No game fits this search.'
export const MORE = 'Show more games'

export const RESULTS = {
  won: 'Won',
  lost: 'Lost',
  drawn: 'Draw',
  unfinished: 'Not finished',
} as const
export type ResultName = keyof typeof RESULTS

/** A day as people write it, from a time of the server. */
export function day(time: string): string {
  return dayText(time)
}
