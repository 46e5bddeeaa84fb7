import type { Market } from '#lib/market.ts'
import type { Services } from '../ctx.ts'

/** Where mails say that people may write: the operator's mailbox; while nobody has told it, the contact page. */
export const helpAddress = ({ operator, origins }: Pick<Services, 'operator' | 'origins'>, market: Market): string => operator.mail || `${origins[market]}/contact`
