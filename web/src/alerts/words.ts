/** The texts about being told that it is your turn. */

export const TITLE = 'When it is your turn'
export const INTRO = 'We can tell you when it is your turn in a game with days for each move.'

export const PUSH = 'On this device'
export const PUSH_HELP = 'Your device shows a message, even when this site is closed.'
export const PUSH_ON = 'Turn on messages'
export const PUSH_OFF = 'Turn off messages'
export const PUSH_IS_ON = 'Messages are on.'
export const PUSH_IS_OFF = 'Messages are off.'
export const PUSH_DENIED =
  'Your browser does not let this site show messages. You can allow it in the settings of your browser.'
export const PUSH_FAILED = 'Your browser could not turn messages on. Try again later.'
export const PUSH_NONE = 'This browser cannot show messages from this site.'

export const MAIL = 'By e-mail'
export const MAIL_NEEDS_ACCOUNT = 'E-mail is for players with an account.'
export const MAKE_ACCOUNT = 'Make an account'
export const ADDRESS = 'E-mail address'
export const ADDRESS_HELP = 'Only for this. Nobody else sees it, and it does not open your account.'
export const SEND_LINK = 'Send me a link'
export const sentTo = (address: string) =>
  `We have sent a link to ${address}. Open it to confirm that the address is yours. Look in your spam folder too.`
export const goesTo = (address: string) => `E-mail goes to ${address}.`
export const HOW_OFTEN = 'How often'
export const OFTEN = {
  at_once: 'For each turn, at once',
  daily: 'At most once a day',
  never: 'Never',
} as const
export type Often = keyof typeof OFTEN
export const SAVED = 'Saved.'
export const REMOVE = 'Remove the address'
export const REMOVED = 'The address is removed.'

// The page that links in mails lead to

export const PAGE_TITLE = 'E-mail'
export const CONFIRM = 'Confirm your e-mail address'
export const CONFIRM_HELP = 'Is this your address? Then we can tell you when it is your turn.'
export const CONFIRM_DO = 'Yes, it is mine'
export const CONFIRMED = 'Thank you. We will write to you when it is your turn.'
export const STOP = 'Stop the e-mails'
export const STOP_HELP = 'We will not write to you any more. You can change this on your account page.'
export const STOP_DO = 'Stop them'
export const STOPPED = 'Done. We will not write to you any more.'
export const NOTHING = 'Open the link in an e-mail from us to use this page.'
export const TO_ACCOUNT = 'Your account'
