import { type OperatorRole, PARTNER_RIGHTS, type PartnerRole } from '#kernel/actor.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import type { IconName } from '#ui/icons.gen.ts'
import { useLocation } from 'react-router'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

interface Place<Role> {
  path: string
  key: ConsoleKey
  /** Who sees the link; operations check permissions themselves. */
  roles?: readonly Role[]
}
interface Section<Role> {
  key: ConsoleKey
  icon: IconName
  pages: readonly Place<Role>[]
}

/** The operator's pages by section; the section that is open shows its pages. */
const OPERATOR_SECTIONS: readonly Section<OperatorRole>[] = [
  {
    key: 'console.nav.inbox',
    icon: 'inbox',
    pages: [
      { path: '/operator/inbox', key: 'console.nav.inbox' },
      { path: '/operator', key: 'console.nav.overview' },
      { path: '/operator/figures', key: 'console.figures.nav' },
    ],
  },
  {
    key: 'console.nav.catalog',
    icon: 'package',
    pages: [
      { path: '/operator/items', key: 'console.nav.items' },
      { path: '/operator/queue', key: 'console.nav.queue', roles: ['admin', 'reviewer'] },
      {
        path: '/operator/rollouts',
        key: 'console.rollouts.nav',
        roles: ['admin', 'reviewer', 'support'],
      },
      { path: '/operator/statements', key: 'console.nav.statements' },
      { path: '/operator/home-page', key: 'console.home_page.title' },
      { path: '/operator/shelves', key: 'console.nav.shelves' },
      { path: '/operator/bundles', key: 'console.bundles.title' },
      { path: '/operator/search', key: 'console.nav.search' },
    ],
  },
  {
    key: 'console.nav.feedback',
    icon: 'mail',
    pages: [
      { path: '/operator/reviews', key: 'console.nav.reviews' },
      { path: '/operator/messages', key: 'console.nav.messages', roles: ['admin', 'support'] },
      { path: '/operator/newsletter', key: 'console.nav.newsletter', roles: ['admin', 'support'] },
    ],
  },
  {
    key: 'console.nav.finance',
    icon: 'card',
    pages: [
      { path: '/operator/orders', key: 'console.nav.orders', roles: ['admin', 'finance'] },
      {
        path: '/operator/subscriptions',
        key: 'console.subs.nav',
        roles: ['admin', 'support', 'finance'],
      },
      { path: '/operator/documents', key: 'console.nav.documents', roles: ['admin', 'finance'] },
      { path: '/operator/payouts', key: 'console.nav.payouts', roles: ['admin', 'finance'] },
      { path: '/operator/earnings', key: 'console.nav.earnings', roles: ['admin', 'finance'] },
      { path: '/operator/books', key: 'console.nav.books', roles: ['admin', 'finance'] },
      { path: '/operator/coupons', key: 'console.nav.coupons', roles: ['admin', 'finance'] },
      { path: '/operator/tax-report', key: 'console.tax_report.nav', roles: ['admin', 'finance'] },
      { path: '/operator/tax', key: 'console.nav.tax', roles: ['admin', 'finance'] },
      { path: '/operator/currencies', key: 'console.nav.currencies', roles: ['admin', 'finance'] },
      { path: '/operator/shares', key: 'console.nav.shares', roles: ['admin', 'finance'] },
    ],
  },
  {
    key: 'console.nav.partners',
    icon: 'users',
    pages: [
      { path: '/operator/partners', key: 'console.nav.partners' },
      {
        path: '/operator/applications',
        key: 'console.applications.title',
        roles: ['admin', 'reviewer', 'support'],
      },
    ],
  },
  {
    key: 'console.nav.stores',
    icon: 'shop',
    pages: [
      { path: '/operator/stores', key: 'console.nav.stores', roles: ['admin', 'support'] },
      { path: '/operator/platforms', key: 'console.nav.platforms', roles: ['admin', 'support'] },
    ],
  },
  {
    key: 'console.nav.settings',
    icon: 'filter',
    pages: [
      { path: '/operator/settings', key: 'console.nav.settings' },
      { path: '/operator/texts', key: 'console.nav.texts' },
      { path: '/operator/team', key: 'console.nav.team' },
      {
        path: '/operator/bulk',
        key: 'console.bulk.title',
        roles: ['admin', 'reviewer', 'support'],
      },
      { path: '/operator/exports', key: 'console.exports.title' },
      { path: '/operator/jobs', key: 'console.nav.jobs', roles: ['admin', 'support'] },
      { path: '/operator/audit', key: 'console.nav.audit', roles: ['admin'] },
    ],
  },
]

/** A partner's pages below `/partner/{partner}`; the first is the partner's home. */
const PARTNER_SECTIONS: readonly Section<PartnerRole>[] = [
  {
    key: 'console.nav.catalog',
    icon: 'package',
    pages: [
      { path: '', key: 'console.nav.items' },
      { path: '/feed', key: 'portal.feed.nav' },
      { path: '/platforms', key: 'console.versions.nav' },
      { path: '/statements', key: 'console.nav.statements' },
    ],
  },
  {
    key: 'console.nav.feedback',
    icon: 'mail',
    pages: [
      { path: '/reviews', key: 'portal.reviews' },
      { path: '/messages', key: 'portal.inbox', roles: PARTNER_RIGHTS.answer },
    ],
  },
  {
    key: 'console.nav.finance',
    icon: 'card',
    pages: [
      { path: '/subscriptions', key: 'console.subs.nav' },
      { path: '/earnings', key: 'console.nav.earnings', roles: PARTNER_RIGHTS.money },
      { path: '/payouts', key: 'console.nav.payouts', roles: PARTNER_RIGHTS.money },
    ],
  },
  {
    key: 'console.figures.nav',
    icon: 'chart',
    pages: [{ path: '/figures', key: 'console.figures.nav' }],
  },
  {
    key: 'console.test_stores.nav',
    icon: 'shop',
    pages: [{ path: '/test-stores', key: 'console.test_stores.nav' }],
  },
  {
    key: 'console.nav.settings',
    icon: 'filter',
    pages: [
      { path: '/profile', key: 'portal.profile' },
      { path: '/team', key: 'console.nav.team' },
      { path: '/command-line', key: 'portal.cli.title', roles: PARTNER_RIGHTS.publish },
      { path: '/tokens', key: 'console.tokens.nav', roles: PARTNER_RIGHTS.publish },
    ],
  },
]

export interface PlaceLink {
  href: string
  name: string
  current: boolean
}
export interface SectionLink extends PlaceLink {
  key: ConsoleKey
  icon: IconName
  pages: PlaceLink[]
}

/** The sections of the side that the page belongs to, and all sides of the person. */
export function usePlaces(): { sections: SectionLink[]; sides: PlaceLink[]; side: string } {
  const { t } = useWords()
  const { person } = useShell()
  const { pathname } = useLocation()
  const role = person?.operatorRole
  const partnerId =
    /^\/partner\/([^/]+)/.exec(pathname)?.[1] ??
    (pathname.startsWith('/operator') || role ? undefined : person?.partners[0]?.id)
  const partner = person?.partners.find((one) => one.id === partnerId)
  const linksOf = <Role>(all: readonly Section<Role>[], root: string, mine: Role | undefined) =>
    linkSections(all, root, mine, pathname).map((section) => ({
      ...section,
      name: t(section.key),
      pages: section.pages.map(({ key, ...page }) => ({ ...page, name: t(key) })),
    }))
  return {
    sections:
      partnerId !== undefined
        ? linksOf(PARTNER_SECTIONS, `/partner/${partnerId}`, partner?.role)
        : role
          ? linksOf(OPERATOR_SECTIONS, '', role)
          : [],
    sides: [
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
    ],
    side:
      partnerId === undefined && role
        ? t('console.side.operator')
        : (partner?.name ?? t('console.name')),
  }
}

/** Sections and pages that the role sees, with the one that a path belongs to. */
function linkSections<Role>(
  all: readonly Section<Role>[],
  root: string,
  role: Role | undefined,
  pathname: string,
) {
  const seen = all
    .map(({ pages, ...section }) => ({
      ...section,
      pages: pages
        .filter((page) => !page.roles || (role !== undefined && page.roles.includes(role)))
        .map(({ path, key }) => ({ href: root + path, key })),
    }))
    .filter((section) => section.pages.length > 0)
  const here = currentOf(
    seen.flatMap((section) => section.pages.map((page) => page.href)),
    root,
    pathname,
  )
  return seen.map((section) => ({
    ...section,
    href: section.pages[0]?.href ?? root,
    current: section.pages.some((page) => page.href === here),
    pages: section.pages.map((page) => ({ ...page, current: page.href === here })),
  }))
}

/** Pages without a link of their own, and the one that they belong to. */
const BELONGS: readonly [below: RegExp, page: string][] = [
  [/^\/partner\/[^/]+\/items\//, ''],
  [/^\/operator\/(synonyms|goals)(\/|$)/, '/operator/search'],
  [/^\/operator\/protocol(\/|$)/, '/operator/platforms'],
  [/^\/operator\/installations\//, '/operator/stores'],
]

/** The link of the page itself or of the list that it is from. */
function currentOf(hrefs: readonly string[], root: string, pathname: string): string | undefined {
  const belongs = BELONGS.find(([below]) => below.test(pathname))
  if (belongs) return root + belongs[1]
  return (
    hrefs.find((href) => href === pathname) ??
    hrefs.find((href) => ![root, '/operator'].includes(href) && pathname.startsWith(`${href}/`))
  )
}

/** Whether an operator of this role sees the page of a URL. */
export function mayOpen(address: string, role: OperatorRole | null | undefined): boolean {
  const path = address.split('?')[0]
  const place = OPERATOR_SECTIONS.flatMap((section) => section.pages).find(
    (one) => one.path === path,
  )
  return (
    place !== undefined && role != null && (place.roles === undefined || place.roles.includes(role))
  )
}

/** Decisions against an item or one of its releases; each has a form at its own path. */
const DECISIONS = ['unpublish', 'stop', 'halt', 'yank'] as const
type DecisionName = (typeof DECISIONS)[number]
export const isDecision = (text: string): text is DecisionName =>
  (DECISIONS as readonly string[]).includes(text)
