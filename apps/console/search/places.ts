import type { OperatorRole } from '#kernel/actor.ts'
import type { FoundKind } from '#modules/market/search-rules.ts'
import { documentsHref } from '../document-button.tsx'
import type { IconName } from '#ui/icons.gen.ts'

export const FOUND_ICONS: Readonly<Record<FoundKind, IconName>> = {
  item: 'package',
  release: 'code',
  partner: 'users',
  person: 'user',
  store: 'shop',
  buyer: 'user',
  order: 'card',
  subscription: 'refresh',
  invoice: 'document',
}

const PARTNER = '/operator/partners/'
const ORDERS_OF = '/operator/orders?store='
const PAGES: Readonly<Record<FoundKind, string>> = {
  item: '/operator/items/',
  release: '/operator/items/',
  partner: PARTNER,
  person: PARTNER,
  store: '/operator/stores/',
  buyer: '/operator/stores/',
  order: '/operator/orders/',
  subscription: '/operator/subscriptions/',
  invoice: '/operator/orders/',
}

/** Where something that was found is shown. */
export function hrefOf(
  { kind, place }: { kind: FoundKind; place: string },
  role: OperatorRole | null,
): string {
  if (kind === 'person' && place === '') return '/operator/team'
  if (kind === 'invoice') return documentsHref(place)
  // Those who handle money see no stores, but what they bought.
  const page = kind === 'buyer' && role === 'finance' ? ORDERS_OF : PAGES[kind]
  return page + encodeURIComponent(place)
}

/** Left to right in every language. */
export const NARROW_WORDS = '\u2066order: store: mail: invoice:\u2069'

export const FIND = '/operator/find'
export const allHref = (q: string, kind: FoundKind): string =>
  `${FIND}?${new URLSearchParams({ q, kind })}`

/** "3", "20+", "?" where the kind could not be read. */
export const countOfKind = ({
  rows,
  more,
}: {
  rows: readonly unknown[] | null
  more: boolean
}): string => (rows === null ? '?' : `${rows.length}${more ? '+' : ''}`)
