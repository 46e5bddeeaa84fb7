import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { Anchor } from '#ui/link.tsx'
import { FrameHeader } from '#ui/frame-header.tsx'
import { Browsing } from './browsing.tsx'
import { useInstalled } from './installed-items.ts'
import { MarketSearch } from './market-search.tsx'
import { SavingPlace } from './saving.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'
import { tellPanel } from './frame-session.ts'
import { hasMoreShops, ShopMenu } from './shop-menu.tsx'

/** Layout inside a platform's panel, without store and language, which the panel shows. */
export function FrameShell({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const { market, branding, store } = useShell()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const { waiting, unread } = useInstalled()
  usePanelReports()
  const asked = new URLSearchParams(search).get('q') ?? ''
  const owners = [
    paths.saved(),
    paths.updates,
    paths.orders,
    paths.cards,
    paths.addresses,
    paths.messages,
  ]
  const here = [paths.installed, paths.shops, paths.subscriptions, paths.notices, ...owners].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  )
    ? 'installed'
    : pathname === paths.list
      ? 'list'
      : 'discover'
  // Links to the other market go through the panel, which alone can hand over a session.
  const nav = [
    { name: t('nav.discover'), href: paths.home, current: here === 'discover' },
    { name: t(`list.title.${market}`), href: paths.list, current: here === 'list' },
    {
      name: t('nav.installed'),
      href: paths.installed,
      current: here === 'installed',
      note: waiting > 0 && <Badge>{waiting}</Badge>,
    },
  ]
  // Previews use the whole frame; their toolbar has a link back.
  if (pathname.startsWith(paths.preview(''))) {
    return (
      <Browsing>
        <main id="main" tabIndex={-1} className="flex h-dvh flex-col focus:outline-none">
          {children}
        </main>
      </Browsing>
    )
  }
  return (
    <Browsing>
      <FrameHeader
        id="head"
        name={branding.name}
        {...(branding.logo && { logo: branding.logo })}
        home={paths.home}
        nav={nav}
        label={t('nav.main')}
        search={
          <MarketSearch
            key={asked}
            label={t(`search.${market}`)}
            placeholder={t(`search.${market}`)}
            defaultValue={asked}
            slash
          />
        }
        end={
          <>
            <Anchor
              href={paths.notices}
              aria-current={pathname === paths.notices ? 'page' : undefined}
              className="type-sm medium inline-flex min-h-11 min-w-11 items-center justify-center gap-2 hover:underline"
            >
              <Icon name="bell" size={19} className="md:hidden" />
              <span className="max-md:sr-only">{t('nav.notices')}</span>
              {unread > 0 && <Badge tone="turquoise">{unread}</Badge>}
            </Anchor>
            {store && hasMoreShops(store) && (
              <ShopMenu domain={store.domain} className="max-lg:hidden" />
            )}
          </>
        }
      />
      <main id="main" tabIndex={-1} className="pb-10 focus:outline-none">
        {children}
      </main>
      <SavingPlace />
    </Browsing>
  )
}

/** Reports each navigation to the panel, so that it can update its own URL. */
function usePanelReports(): void {
  const { panelOrigins } = useShell()
  const { pathname, search } = useLocation()
  useEffect(
    () => tellPanel(panelOrigins, { type: 'arasta:path', path: pathname + search }),
    [panelOrigins, pathname, search],
  )
}
