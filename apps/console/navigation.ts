import type { OperatorRole, PartnerRole } from '#kernel/actor.ts'
import { useLocation } from 'react-router'
import type { ConsoleKey } from '#locales/keys.ts'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

interface Place {
  path: string
  key: ConsoleKey
  roles?: readonly OperatorRole[]
}
interface Group {
  key: ConsoleKey
  pages: readonly Place[]
}

/**
 * The operator's pages by topic: the header shows the groups, the row below it the pages of one.
 * The roles here only hide links; operations check permissions.
 */
const OPERATOR_GROUPS: readonly Group[] = [
  {
    key: 'console.nav.overview',
    pages: [
      { path: '/operator', key: 'console.nav.overview' },
      { path: '/operator/figures', key: 'console.figures.nav' },
    ],
  },
  {
    key: 'console.nav.market',
    pages: [
      { path: '/operator/items', key: 'console.nav.items' },
      { path: '/operator/shelves', key: 'console.nav.shelves' },
      { path: '/operator/search', key: 'console.nav.search' },
      { path: '/operator/queue', key: 'console.nav.queue', roles: ['admin', 'reviewer'] },
      {
        path: '/operator/rollouts',
        key: 'console.rollouts.nav',
        roles: ['admin', 'reviewer', 'support'],
      },
      { path: '/operator/statements', key: 'console.nav.statements' },
    ],
  },
  {
    key: 'console.nav.voices',
    pages: [
      { path: '/operator/reviews', key: 'console.nav.reviews' },
      { path: '/operator/messages', key: 'console.nav.messages', roles: ['admin', 'support'] },
      { path: '/operator/newsletter', key: 'console.nav.newsletter', roles: ['admin', 'support'] },
    ],
  },
  {
    key: 'console.nav.money',
    pages: [
      { path: '/operator/orders', key: 'console.nav.orders', roles: ['admin', 'finance'] },
      {
        path: '/operator/subscriptions',
        key: 'console.subs.nav',
        roles: ['admin', 'support', 'finance'],
      },
      { path: '/operator/coupons', key: 'console.nav.coupons', roles: ['admin', 'finance'] },
      { path: '/operator/currencies', key: 'console.nav.currencies', roles: ['admin', 'finance'] },
      { path: '/operator/tax', key: 'console.nav.tax', roles: ['admin', 'finance'] },
      { path: '/operator/tax-report', key: 'console.tax_report.nav', roles: ['admin', 'finance'] },
      { path: '/operator/shares', key: 'console.nav.shares', roles: ['admin', 'finance'] },
      { path: '/operator/earnings', key: 'console.nav.earnings', roles: ['admin', 'finance'] },
      { path: '/operator/payouts', key: 'console.nav.payouts', roles: ['admin', 'finance'] },
      { path: '/operator/books', key: 'console.nav.books', roles: ['admin', 'finance'] },
    ],
  },
  {
    key: 'console.nav.people',
    pages: [
      { path: '/operator/partners', key: 'console.nav.partners' },
      { path: '/operator/stores', key: 'console.nav.stores', roles: ['admin', 'support'] },
      { path: '/operator/team', key: 'console.nav.team' },
    ],
  },
  {
    key: 'console.nav.running',
    pages: [
      { path: '/operator/settings', key: 'console.nav.settings' },
      { path: '/operator/texts', key: 'console.nav.texts' },
      { path: '/operator/jobs', key: 'console.nav.jobs', roles: ['admin', 'support'] },
      { path: '/operator/platforms', key: 'console.nav.platforms', roles: ['admin', 'support'] },
      { path: '/operator/audit', key: 'console.nav.audit', roles: ['admin'] },
    ],
  },
]

/**
 * A partner's pages below `/partner/{partner}`; the first is the partner's home. Pages with a
 * parent are in the row below the header, which has room for eight.
 */
const PARTNER_PAGES: readonly {
  path: string
  key: ConsoleKey
  roles?: readonly PartnerRole[]
  under?: string
}[] = [
  { path: '', key: 'console.nav.items' },
  { path: '/reviews', key: 'portal.reviews' },
  { path: '/messages', key: 'portal.inbox', roles: ['owner', 'developer'] },
  { path: '/figures', key: 'console.figures.nav' },
  { path: '/subscriptions', key: 'console.subs.nav', under: '/figures' },
  {
    path: '/earnings',
    key: 'console.nav.earnings',
    roles: ['owner', 'finance'],
    under: '/figures',
  },
  {
    path: '/payouts',
    key: 'console.nav.payouts',
    roles: ['owner', 'finance'],
    under: '/figures',
  },
  { path: '/statements', key: 'console.nav.statements' },
  { path: '/profile', key: 'portal.profile' },
  { path: '/platforms', key: 'console.versions.nav' },
  { path: '/team', key: 'console.nav.team' },
  { path: '/tokens', key: 'console.tokens.nav', roles: ['owner', 'developer'], under: '/team' },
  { path: '/test-stores', key: 'console.test_stores.nav', under: '/team' },
]

export interface PlaceLink {
  href: string
  name: string
  current: boolean
}

/**
 * Navigation from the current page: pages of this side and this group, and the other sides the
 * person belongs to.
 */
export function usePlaces(): {
  links: PlaceLink[]
  beside: PlaceLink[]
  sides: PlaceLink[]
  side: string
} {
  const { t } = useWords()
  const { person } = useShell()
  const { pathname } = useLocation()
  const partnerId =
    /^\/partner\/([^/]+)/.exec(pathname)?.[1] ??
    (pathname.startsWith('/operator') || person?.operatorRole ? undefined : person?.partners[0]?.id)
  const role = person?.operatorRole
  const isUnder = (path: string, root: string) =>
    path === pathname || (path !== root && pathname.startsWith(`${path}/`))
  const sides = [
    ...(role
      ? [
          {
            href: '/operator',
            name: t('console.side.operator'),
            current: pathname.startsWith('/operator'),
          },
        ]
      : []),
    ...(person?.partners ?? []).map((one) => ({
      href: `/partner/${one.id}`,
      name: one.name,
      current: one.id === partnerId,
    })),
    { href: '/account', name: t('console.nav.account'), current: pathname === '/account' },
  ]
  if (partnerId !== undefined) {
    const root = `/partner/${partnerId}`
    const place = person?.partners.find((one) => one.id === partnerId)
    const pages = PARTNER_PAGES.filter(
      (page) =>
        page.roles === undefined || (place !== undefined && page.roles.includes(place.role)),
    ).map((page) => ({
      ...page,
      href: root + page.path,
      name: t(page.key),
      current:
        isUnder(root + page.path, root) ||
        (page.path === '' && pathname.startsWith(`${root}/items/`)),
    }))
    const childrenOf = (path: string) => pages.filter((page) => page.under === path)
    const links = pages
      .filter((page) => page.under === undefined)
      .map(({ path, href, name, current }) => ({
        href,
        name,
        current: current || childrenOf(path).some((page) => page.current),
      }))
    const here = pages.find((page) => page.current)
    const beside = pages
      .filter(
        (page) => here !== undefined && [page.path, page.under].includes(here.under ?? here.path),
      )
      .map(({ href, name, current }) => ({ href, name, current }))
    return {
      links,
      beside: beside.length > 1 ? beside : [],
      sides,
      side: place?.name ?? t('console.name'),
    }
  }
  if (!role) return { links: [], beside: [], sides, side: t('console.name') }
  const groups = OPERATOR_GROUPS.map((group) => ({
    ...group,
    pages: group.pages.filter((page) => page.roles === undefined || page.roles.includes(role)),
  }))
    .filter((group) => group.pages.length > 0)
    .map((group) => ({
      ...group,
      current: group.pages.some((page) => isUnder(page.path, '/operator')),
    }))
  const here = groups.find((group) => group.current)
  return {
    links: groups.map((group) => ({
      href: group.pages[0]?.path ?? '/operator',
      name: t(group.key),
      current: group.current,
    })),
    beside:
      here && here.pages.length > 1
        ? here.pages.map((page) => ({
            href: page.path,
            name: t(page.key),
            current: isUnder(page.path, '/operator'),
          }))
        : [],
    sides,
    side: t('console.side.operator'),
  }
}

/** Whether an operator of this role sees the page of a URL. */
export function mayOpen(address: string, role: OperatorRole | null | undefined): boolean {
  const path = address.split('?')[0]
  const place = OPERATOR_GROUPS.flatMap((group) => group.pages).find((one) => one.path === path)
  return (
    place !== undefined && role != null && (place.roles === undefined || place.roles.includes(role))
  )
}

/** Decisions against an item or one of its releases; each has a form at its own path. */
const DECISIONS = ['unpublish', 'stop', 'halt', 'yank'] as const
type DecisionName = (typeof DECISIONS)[number]
export const isDecision = (text: string): text is DecisionName =>
  (DECISIONS as readonly string[]).includes(text)
