import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LANGUAGE_NAMES } from '#lib/locale.ts'
import { Badge } from '#ui/badge.tsx'
import { LanguageMenu } from '#ui/link-menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { FooterLinks, SiteFooter } from '#ui/site-footer.tsx'
import { SiteHeader } from '#ui/site-header.tsx'
import { StoreChip } from '#ui/store-chip.tsx'
import { Browsing } from './browsing.tsx'
import { SignInPlace, SignInLink } from './sign-in.tsx'
import { useKept } from './kept.ts'
import { useInstalled } from './installed-items.ts'
import { MarketSearch } from './market-search.tsx'
import { SavingPlace } from './saving.tsx'
import { useWords } from './messages.tsx'
import { NewsletterForm } from './newsletter-form.tsx'
import { hasMoreShops, ShopMenu } from './shop-menu.tsx'
import { usePaths, withChangedQuery } from './paths.ts'
import { useShell, type Shell } from './shell.tsx'

/** Links to the same page and query in every language. */
export function useLanguageLinks() {
  const { locale } = useWords()
  const location = useLocation()
  const { languages } = useShell()
  return languages.map((code) => ({
    code,
    name: LANGUAGE_NAMES[code],
    href: withChangedQuery(location, { hl: code }),
    current: code === locale,
  }))
}

/** The platform's markets; the current one is linked without a full load. */
function useMarketLinks() {
  const { t } = useWords()
  const { market, sites } = useShell()
  const { list } = usePaths()
  return (['app', 'theme'] as const).flatMap((one) => {
    const href = one === market ? list : sites[one]
    return href === null
      ? []
      : [{ market: one, name: t(one === 'app' ? 'nav.apps' : 'nav.themes'), href }]
  })
}

/** Header and footer of the site, for error pages too. */
export function SiteShell({
  store,
  ground,
  search = true,
  lost,
  children,
}: {
  store: Shell['store']
  ground?: 'page' | 'wall'
  /** Left out on pages that begin with a search. */
  search?: boolean
  /** An error page, which has no place in the navigation. */
  lost?: boolean
  children: ReactNode
}) {
  const words = useWords()
  const { t } = words
  const { market, branding, demo, linkNotice, otherPlatforms } = useShell()
  const paths = usePaths()
  const { pathname, search: query } = useLocation()
  const markets = useMarketLinks()
  const languages = useLanguageLinks()
  const { waiting } = useInstalled()
  const hasMore = hasMoreShops(store)
  const installed = {
    name: t('nav.installed'),
    href: paths.installed,
    current: pathname === paths.installed || pathname === paths.updates,
    note: waiting > 0 && <Badge>{waiting}</Badge>,
  }
  const browsing =
    !lost &&
    !/^\/(account|install|update|uninstall|enter|connect|contact|newsletter|partners|developers$|legal)(\/|$)/.test(
      pathname,
    )
  const nav = [
    ...markets.map((one) => ({ ...one, current: market === one.market && browsing })),
    ...(store ? [installed] : []),
  ]
  const asked = new URLSearchParams(query).get('q') ?? ''
  const groups = [
    {
      title: t('footer.market'),
      links: [
        ...markets,
        ...(store ? [{ name: installed.name, href: installed.href }] : []),
        { href: paths.contact, name: t('footer.contact') },
      ],
    },
    ...(otherPlatforms.length > 0 ? [{ title: t('footer.platforms'), links: otherPlatforms }] : []),
    {
      title: t('footer.developers'),
      links: [
        { href: '/partners', name: t('footer.partners') },
        { href: '/developers', name: t('footer.for_developers') },
        { href: '/api/docs', name: t('footer.api') },
      ],
    },
    {
      title: t('footer.legal'),
      links: [
        { href: '/legal/terms', name: t('footer.terms') },
        { href: '/legal/privacy', name: t('footer.privacy') },
        { href: '/legal/cookies', name: t('footer.cookies') },
        { href: '/legal/refunds', name: t('footer.refunds') },
        { href: '/legal/imprint', name: t('footer.imprint') },
        { href: '/legal', name: t('footer.all_legal') },
      ],
    },
  ]
  const footer = useKept(words, import.meta.env.SSR ? JSON.stringify(groups) : '', () => (
    <FooterLinks groups={groups} />
  ))
  return (
    <Browsing>
      <SiteHeader
        id="head"
        name={branding.name}
        {...(branding.logo && { logo: branding.logo })}
        nav={nav}
        ground={ground}
        search={
          search && (
            <MarketSearch
              key={asked}
              label={t(`search.${market}`)}
              placeholder={t(`search.${market}`)}
              defaultValue={asked}
              slash
            />
          )
        }
        language={<LanguageMenu label={t('language.label')} languages={languages} />}
        account={
          store ? (
            <>
              <StoreChip
                domain={store.domain}
                href={paths.account}
                label={t('nav.account', { domain: store.domain })}
                {...(hasMore && { className: 'lg:hidden' })}
              />
              {hasMore && <ShopMenu domain={store.domain} className="max-lg:hidden" />}
            </>
          ) : (
            <SignInLink kind="secondary" size="small">
              <span className="md:hidden">{t('enter.short')}</span>
              <span className="hidden md:inline">{t('enter.button')}</span>
            </SignInLink>
          )
        }
        words={{
          nav: t('nav.main'),
          menu: t('nav.menu'),
          search: t('search.open'),
          close: t('nav.menu_close'),
        }}
      />
      <main id="main" tabIndex={-1} className="focus:outline-none">
        {linkNotice && (
          <Page className="pt-4">
            <Notice tone="attention">{linkNotice}</Notice>
          </Page>
        )}
        {children}
      </main>
      <SavingPlace />
      <SiteFooter
        label={t('footer.label')}
        note={demo ? t('footer.statement') : undefined}
        newsletter={
          // pages with their own newsletter form
          /^\/newsletter(\/|$)/.test(pathname)
            ? undefined
            : {
                title: t('newsletter.title'),
                text: t('newsletter.text'),
                form: <NewsletterForm id="newsletter" />,
              }
        }
        nav={footer}
        wide={groups.length > 3}
      />
      {!store && <SignInPlace />}
    </Browsing>
  )
}
