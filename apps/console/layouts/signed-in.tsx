import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { LanguageMenu, LinkMenu } from '#ui/link-menu.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { SiteHeader } from '#ui/site-header.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { goTo } from '../go-to.ts'
import { useLanguageLinks } from '../language-links.ts'
import { usePlaces } from '../navigation.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'
import { FormKey } from '../forms.tsx'

/**
 * Redirects signed-out visitors to the sign-in page, which leads back here. Operations check
 * permissions themselves.
 */
export function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (!screen.person) throw goTo(`/sign-in?${new URLSearchParams({ next: screen.here })}`)
  if (screen.person.secondMissing && screen.here.startsWith('/operator'))
    throw goTo('/account?needed=1#second')
  return null
}

export default function SignedIn() {
  const { t } = useWords()
  const { person, branding } = useShell()
  const { links, beside, sides, side } = usePlaces()
  return (
    <>
      <SiteHeader
        name={branding.name}
        {...(branding.logo && { logo: branding.logo })}
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
              <FormKey />
              <button
                type="submit"
                className="grid size-11 place-items-center rounded-control hover:bg-stone2"
                aria-label={t('console.sign_out')}
              >
                <Icon name="sign-out" size={19} />
              </button>
            </form>
          </>
        }
        words={{
          nav: t('console.nav.label'),
          menu: t('console.nav.menu'),
          search: '',
          close: t('console.nav.close'),
        }}
      />
      <main id="main" tabIndex={-1} className="wrap-break-word focus:outline-none">
        <Page className="pt-7 pb-16 md:pt-10">
          {person && !person.hasSecondFactor && (
            <Notice
              className="mb-7"
              icon="shield"
              action={<TextLink href="/account#second">{t('console.second.begin')}</TextLink>}
            >
              {t(person.secondMissing ? 'console.second.needed' : 'console.second.missing')}
            </Notice>
          )}
          {beside.length > 0 && (
            <Tabs label={t('console.nav.group')} tabs={beside} className="mb-7" />
          )}
          <Outlet />
          <form method="post" action="/sign-out" className="mt-10 lg:hidden">
            <FormKey />
            <button
              type="submit"
              className="type-label inline-flex min-h-11 items-center gap-2 text-link"
            >
              <Icon name="sign-out" size={18} />
              {t('console.sign_out')}
            </button>
          </form>
        </Page>
      </main>
    </>
  )
}
