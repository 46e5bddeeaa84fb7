import { fill } from '#modules/catalog/rule-pack/say.ts'
import type { Locale } from '#lib/locale.ts'
import { messagesFor, type MessageKey } from '../messages.ts'
import {
  CONSOLE_VARIABLE,
  MarketRefusal,
  MarketUnreachable,
  TOKEN_VARIABLE,
} from './market-client.ts'
import type { Progress, Published, readStatus, Submission } from './publish.ts'

type Status = Awaited<ReturnType<typeof readStatus>>

/**
 * Exit codes of `publish` and `status`: it went well or is in progress, the market said no, nobody
 * could be asked.
 */
export const codeOfState = (state: Submission['state']): 0 | 1 =>
  state === 'rejected' || state === 'failed_checks' || state === 'withdrawn' ? 1 : 0

export function codeOfPublished(published: Published): 0 | 1 {
  if (published.outcome === 'handed_in') return codeOfState(published.submission.state)
  return published.outcome === 'nothing_new' || published.outcome === 'planned' ? 0 : 1
}

const STATES: Record<Submission['state'], MessageKey> = {
  checking: 'state_checking',
  waiting: 'state_waiting',
  scheduled: 'state_scheduled',
  approved: 'state_approved',
  rejected: 'state_rejected',
  withdrawn: 'state_withdrawn',
  failed_checks: 'state_failed_checks',
}

const MOST_SIGNS = 90
function short(value: unknown): string {
  if (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
    return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ¶ ')
  return line.length > MOST_SIGNS ? `${line.slice(0, MOST_SIGNS)}…` : line
}

/** What is about to be done at the market, and of the listing what was and what will be. */
export function describeProgress(progress: Progress, locale: Locale): string[] {
  const words = messagesFor(locale)
  if (progress.step === 'item_created')
    return [fill(words('publish_created'), { prefix: progress.prefix }, locale)]
  if (progress.changes.length === 0) return [words('publish_listing_same')]
  return [
    fill(
      words(progress.written ? 'publish_listing' : 'publish_listing_would'),
      { count: progress.changes.length },
      locale,
    ),
    ...progress.changes.flatMap(({ place, before, after }) => [
      `  ${place}`,
      `    − ${short(before)}`,
      `    + ${short(after)}`,
    ]),
  ]
}

/** For people: how it stands, and of what failed where and how to mend it. */
export function describePublished(published: Published, locale: Locale): string[] {
  const words = messagesFor(locale)
  const say = (key: MessageKey, params: Record<string, string | number>) =>
    fill(words(key), params, locale)
  switch (published.outcome) {
    case 'check_failed':
      return [say('publish_check', { rules: published.rules.join(', ') })]
    case 'no_item':
      return [say('publish_no_item', { prefix: published.prefix, partner: published.partner })]
    case 'unknown_category':
      return [
        say('publish_category', { said: published.said, known: published.known.join(', ') || '–' }),
      ]
    case 'listing_incomplete':
      return [
        words('publish_incomplete'),
        ...published.missing.flatMap(({ rule, field, wrong, mend }) => [
          `✗ ${rule}  ${field}`,
          `    ${wrong}`,
          `      ${words('mend')}: ${mend}`,
        ]),
      ]
    case 'open_already':
      return [
        say('publish_open', {
          version: published.version ?? '–',
          state: words(STATES[published.state as Submission['state']]),
        }),
      ]
    case 'planned':
      return [
        say(published.item === null ? 'publish_planned_new' : 'publish_planned', {
          version: published.version,
        }),
      ]
    case 'nothing_new':
      return [say('publish_same', { version: published.version })]
    case 'handed_in':
      return describeSubmission(published.submission, locale)
  }
}

function describeSubmission(submission: Submission, locale: Locale): string[] {
  const words = messagesFor(locale)
  const failed = submission.checks
    .filter((one) => one.verdict !== 'passed')
    .flatMap((one) => [
      `✗ ${one.rule}`,
      ...one.findings.flatMap(({ where, wrong, mend }) => [
        `    ${where === null ? '' : `${where}  `}${wrong}`,
        `      ${words('mend')}: ${mend}`,
      ]),
    ])
  return [
    ...failed,
    `${submission.version ?? ''}  ${words(STATES[submission.state])}  ${submission.id}`,
    ...reasonsOf(submission),
  ]
}

const reasonsOf = ({ rejection }: Pick<Submission, 'rejection'>): string[] =>
  rejection ? [`    ${rejection.rule}: ${rejection.reasons}`] : []

/** A line an item, what was handed in last. */
export function describeStatus(
  status: Status,
  prefix: string | undefined,
  locale: Locale,
): string[] {
  const words = messagesFor(locale)
  if (status.length === 0)
    return [
      prefix === undefined
        ? words('status_none')
        : fill(words('status_unknown'), { prefix }, locale),
    ]
  return status.flatMap(({ prefix: own, item }) => {
    const [last] = item.submissions
    return last
      ? [
          `${own}  ${last.version ?? ''}  ${words(STATES[last.state])}  ${last.id}`,
          ...reasonsOf(last),
        ]
      : [`${own}  ${words('state_none')}`]
  })
}

/** For machines: one object, in a form that stays. */
export const publishedAsJson = (published: Published, steps: readonly Progress[]): string =>
  JSON.stringify(
    {
      format: 1,
      ...published,
      created: steps.some((one) => one.step === 'item_created'),
      listing: steps.flatMap((one) => (one.step === 'listing' ? one.changes : [])),
    },
    null,
    2,
  )
export const statusAsJson = (status: Status): string =>
  JSON.stringify(
    {
      format: 1,
      items: status.map(({ prefix, item }) => ({
        prefix,
        status: item.item.status,
        submissions: item.submissions,
        queue: item.queue,
      })),
    },
    null,
    2,
  )

/**
 * What went wrong between here and the market, in words; null for what is no matter of the market.
 */
export function describeError(
  error: unknown,
  locale: Locale,
): { code: 1 | 2; text: string } | null {
  const words = messagesFor(locale)
  if (error instanceof MarketRefusal)
    return {
      code: error.status === 401 || error.status === 403 || error.status === 429 ? 2 : 1,
      text: error.message,
    }
  if (error instanceof MarketUnreachable)
    return {
      code: 2,
      text: fill(
        words(`market_${error.why}`),
        { token: TOKEN_VARIABLE, console: CONSOLE_VARIABLE, address: error.address },
        locale,
      ),
    }
  return null
}
