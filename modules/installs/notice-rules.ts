/** Topics of notices, for which owners choose channels. */
export const NOTICE_TOPICS = ['work', 'answers', 'items', 'decisions', 'saved', 'team'] as const
export type NoticeTopic = (typeof NOTICE_TOPICS)[number]

export const NOTICE_KINDS = [
  'update_failed',
  'theme_failed',
  'scripts_changed',
  'review_answered',
  'question_answered',
  'help_answered',
  'item_stopped',
  'item_lifted',
  'review_down',
  'appeal_answered',
  'approval_asked',
  'saved_cheaper',
  'saved_ready',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const TOPIC_OF: Readonly<Record<NoticeKind, NoticeTopic>> = {
  update_failed: 'work',
  theme_failed: 'work',
  scripts_changed: 'work',
  review_answered: 'answers',
  question_answered: 'answers',
  help_answered: 'answers',
  item_stopped: 'items',
  item_lifted: 'items',
  review_down: 'decisions',
  appeal_answered: 'decisions',
  approval_asked: 'team',
  saved_cheaper: 'saved',
  saved_ready: 'saved',
}

/** Safety, and decisions with a time limit to object: owners cannot leave these mails out. */
export const isMailFixed = (topic: NoticeTopic): boolean =>
  topic === 'items' || topic === 'decisions'

/** News of prices would be advertising by mail, which needs a consent of its own. */
export const isNeverMailed = (topic: NoticeTopic): boolean => topic === 'saved'

/** The answer to a question is mailed to whoever asked, with its text. */
export const isMailed = (kind: NoticeKind): boolean =>
  kind !== 'question_answered' && !isNeverMailed(TOPIC_OF[kind])

export interface Channels {
  product: boolean
  mail: boolean
}

/** A topic's channels: both, unless the owner chose otherwise. */
export function channelsOf(topic: NoticeTopic, chosen: Channels | undefined): Channels {
  const { product, mail } = chosen ?? { product: true, mail: true }
  return { product, mail: !isNeverMailed(topic) && (mail || isMailFixed(topic)) }
}
