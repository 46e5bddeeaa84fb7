/** Where something that happened is recorded. */
export const HAPPENED_SOURCES = [
  'order',
  'subscription',
  'run',
  'release',
  'submission',
  'message',
  'notice',
  'audit',
  'note',
] as const

/** What a timeline links to. */
export const HAPPENED_ABOUT = ['order', 'subscription', 'installation', 'item', 'store'] as const
