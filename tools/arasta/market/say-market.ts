import { fill } from '#contexts/catalog/rule-pack/say.ts'
import type { Locale } from '#lib/locale.ts'
import { wordsFor, type WordKey } from '../words.ts'
import { CONSOLE_VARIABLE, MarketRefusal, MarketUnreachable, TOKEN_VARIABLE } from './market-client.ts'
import type { Published, readStatus, Submission } from './publish.ts'

type Status = Awaited<ReturnType<typeof readStatus>>

/** Exit codes of `publish` and `status`: it went well or is under way, the market said no, nobody could be asked. */
export const codeOfState = (state: Submission['state']): 0 | 1 => (state === 'rejected' || state === 'failed_checks' || state === 'withdrawn' ? 1 : 0)

const STATES: Record<Submission['state'], WordKey> = {
  checking: 'state_checking', waiting: 'state_waiting', approved: 'state_approved', rejected: 'state_rejected', withdrawn: 'state_withdrawn', failed_checks: 'state_failed_checks',
}

/** For people: how it stands, and of what failed where and how to mend it. */
export function sayPublished(published: Published, locale: Locale): string[] {
  const words = wordsFor(locale)
  if (published.outcome === 'check_failed') return [fill(words('publish_check'), { rules: published.rules.join(', ') }, locale)]
  if (published.outcome === 'no_item') return [fill(words('publish_no_item'), { prefix: published.prefix, partner: published.partner }, locale)]
  const { submission } = published
  const failed = submission.checks.filter(one => one.verdict !== 'passed').flatMap(one => [
    `✗ ${one.rule}`, ...one.findings.flatMap(({ where, wrong, mend }) => [`    ${where === null ? '' : `${where}  `}${wrong}`, `      ${words('mend')}: ${mend}`]),
  ])
  return [...failed, `${submission.version ?? ''}  ${words(STATES[submission.state])}  ${submission.id}`, ...reasonsOf(submission)]
}

const reasonsOf = ({ rejection }: Pick<Submission, 'rejection'>): string[] => (rejection ? [`    ${rejection.rule}: ${rejection.reasons}`] : [])

/** A line an item, what was handed in last. */
export const sayStatus = (status: Status, locale: Locale): string[] => status.flatMap(({ prefix, item }) => {
  const [last] = item.submissions
  const words = wordsFor(locale)
  return last ? [`${prefix}  ${last.version ?? ''}  ${words(STATES[last.state])}  ${last.id}`, ...reasonsOf(last)] : [`${prefix}  ${words('state_none')}`]
})

/** For machines: one object, in a form that stays. */
export const publishedAsJson = (published: Published): string => JSON.stringify({ format: 1, ...published }, null, 2)
export const statusAsJson = (status: Status): string => JSON.stringify({ format: 1, items: status.map(({ prefix, item }) => ({ prefix, status: item.item.status, submissions: item.submissions, queue: item.queue })) }, null, 2)

/** What went wrong between here and the market, in words; null for what is no matter of the market. */
export function sayTrouble(error: unknown, locale: Locale): { code: 1 | 2; text: string } | null {
  const words = wordsFor(locale)
  if (error instanceof MarketRefusal) return { code: error.status === 401 || error.status === 403 || error.status === 429 ? 2 : 1, text: error.message }
  if (error instanceof MarketUnreachable) return { code: 2, text: fill(words(`market_${error.why}`), { token: TOKEN_VARIABLE, console: CONSOLE_VARIABLE, address: error.address }, locale) }
  return null
}
