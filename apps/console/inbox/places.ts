import type { InboxKind } from '#modules/market/inbox-rules.ts'

/** The list of each kind. */
export const LISTS: Readonly<Record<InboxKind, string>> = {
  submission: '/operator/queue',
  halt: '/operator/rollouts',
  appeal: '/operator/statements?state=waiting',
  report: '/operator/reviews?state=reported',
  picture: '/operator/reviews',
  message: '/operator/messages?state=new',
  refund: '/operator/orders?state=refund_asked',
  difference: '/operator/books?state=open',
  payout: '/operator/earnings?state=due',
  identity: '/operator/payouts/partners',
  installation: '/operator/stores',
  mail: '/operator/jobs',
  job: '/operator/jobs',
  key: '/operator/platforms',
  application: '/operator/applications?state=waiting',
}

/** Where one of them is decided: its own page, or the list where it has none. */
const PAGES: Partial<Record<InboxKind, string>> = {
  submission: '/operator/queue',
  halt: '/operator/items',
  appeal: '/operator/statements',
  report: '/operator/reviews',
  picture: '/operator/reviews',
  message: '/operator/messages',
  refund: '/operator/orders',
  payout: '/operator/earnings',
  identity: '/operator/payouts/partners',
  installation: '/operator/stores',
  key: '/operator/platforms',
  application: '/operator/applications',
}

export const pageOf = ({ kind, place }: { kind: InboxKind; place: string }): string => {
  const page = PAGES[kind]
  return page === undefined ? LISTS[kind] : `${page}/${encodeURIComponent(place)}`
}

export interface InboxCount {
  kind: InboxKind
  /** Null: could not be read. */
  count: number | null
  more: boolean
}

/** "3", "200+", "?" where something could not be read; null for nothing. */
export function sumOf(counts: readonly InboxCount[]): string | null {
  if (counts.some((one) => one.count === null)) return '?'
  const sum = counts.reduce((all, one) => all + (one.count ?? 0), 0)
  if (counts.some((one) => one.more)) return `${sum}+`
  return sum === 0 ? null : String(sum)
}

/** What waits on the lists below these pages. */
export const countsBelow = (
  counts: readonly InboxCount[],
  hrefs: readonly string[],
): InboxCount[] =>
  counts.filter(({ kind }) => {
    const list = LISTS[kind].split('?')[0] ?? ''
    return hrefs.some(
      (href) => list === href || (href !== '/operator' && list.startsWith(`${href}/`)),
    )
  })
