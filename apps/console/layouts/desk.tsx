import { Outlet, useLocation, type LoaderFunctionArgs } from 'react-router'
import type { OperatorRole } from '#contexts/console-policy.ts'
import { LanguageMenu, LinkMenu } from '#ui/link-menu.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { SiteHeader } from '#ui/site-header.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { goTo } from '../go-to.ts'
import { useLanguageLinks } from '../language-links.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

/** Whoever is not signed in goes to the door, and comes back to where they wanted. What they may do there, each operation judges. */
export function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (!screen.person) throw goTo(`/sign-in?${new URLSearchParams({ next: screen.here })}`)
  return null
}

const OPERATOR_PAGES = [
  { path: '/operator', key: 'console.nav.overview', roles: null },
  { path: '/operator/partners', key: 'console.nav.partners', roles: null },
  { path: '/operator/stores', key: 'console.nav.stores', roles: ['admin', 'support'] },
  { path: '/operator/figures', key: 'console.figures.nav', roles: null },
  { path: '/operator/audit', key: 'console.nav.audit', roles: ['admin'] },
  { path: '/operator/team', key: 'console.nav.team', roles: null },
] as const satisfies readonly { path: string; key: string; roles: readonly OperatorRole[] | null }[]

/** Where one may go from here: the pages of this side, one's own account, and the other sides one belongs to. */
function usePlaces() {
  const { t } = useWords()
  const { person } = useShell()
  const { pathname } = useLocation()
  const partnerId = /^\/partner\/([^/]+)/.exec(pathname)?.[1] ?? (pathname.startsWith('/operator') || person?.operatorRole ? undefined : person?.partners[0]?.id)
  const role = person?.operatorRole
  const links = partnerId !== undefined
    ? [
        { href: `/partner/${partnerId}`, name: t('console.nav.items') }, { href: `/partner/${partnerId}/figures`, name: t('console.figures.nav') }, { href: `/partner/${partnerId}/team`, name: t('console.nav.team') },
        ...(person?.partners.find(one => one.id === partnerId)?.role === 'finance' ? [] : [{ href: `/partner/${partnerId}/tokens`, name: t('console.tokens.nav') }]),
      ]
    : role ? OPERATOR_PAGES.filter(page => page.roles === null || (page.roles as readonly string[]).includes(role)).map(page => ({ href: page.path, name: t(page.key) })) : []
  const sides = [
    ...(role ? [{ href: '/operator', name: t('console.side.operator'), current: pathname.startsWith('/operator') }] : []),
    ...(person?.partners ?? []).map(one => ({ href: `/partner/${one.id}`, name: one.name, current: one.id === partnerId })),
    { href: '/account', name: t('console.nav.account'), current: pathname === '/account' },
  ]
  const side = partnerId === undefined ? (role ? t('console.side.operator') : t('console.name')) : person?.partners.find(one => one.id === partnerId)?.name ?? t('console.name')
  return { links: links.map(link => ({ ...link, current: link.href === pathname || (pathname.startsWith(`${link.href}/`) && link.href.split('/').length > 2 && !/^\/partner\/[^/]+$/.test(link.href)) })), sides, side }
}

export default function Desk() {
  const { t } = useWords()
  const { person, marketName } = useShell()
  const { links, sides, side } = usePlaces()
  return (
    <>
      <SiteHeader
        name={marketName}
        home="/"
        nav={links}
        language={<LanguageMenu label={t('console.language')} languages={useLanguageLinks()} />}
        account={
          <>
            <LinkMenu
              label={t('console.side.label')}
              links={sides}
              button={
                <>
                  <Icon name="user" size={17} />
                  <bdi className="sr-only lg:not-sr-only lg:max-w-40 lg:truncate">{side}</bdi>
                  <Icon name="chevron-down" size={15} />
                </>
              }
            />
            <form method="post" action="/sign-out" className="hidden lg:block">
              <button type="submit" className="grid size-11 place-items-center rounded-control hover:bg-stone2" aria-label={t('console.sign_out')}>
                <Icon name="sign-out" size={19} />
              </button>
            </form>
          </>
        }
        words={{ nav: t('console.nav.label'), menu: t('console.nav.menu'), search: '', close: t('console.nav.close') }}
      />
      <main id="main" tabIndex={-1} className="focus:outline-none">
        <Page className="pt-7 pb-16 md:pt-10">
          {person && !person.hasSecondFactor && (
            <Notice className="mb-7" icon="shield" action={<TextLink href="/account#second">{t('console.second.begin')}</TextLink>}>
              {t('console.second.missing')}
            </Notice>
          )}
          <Outlet />
          <form method="post" action="/sign-out" className="mt-10 lg:hidden">
            <button type="submit" className="type-label inline-flex min-h-11 items-center gap-2 text-link">
              <Icon name="sign-out" size={18} />
              {t('console.sign_out')}
            </button>
          </form>
        </Page>
      </main>
    </>
  )
}
