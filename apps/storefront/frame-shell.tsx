import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { FrameHeader } from '#ui/frame-header.tsx'
import { Browsing } from './browsing.tsx'
import { useInstalled } from './installed-items.ts'
import { MarketSearch } from './market-search.tsx'
import { useWords } from './messages.tsx'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'
import { tellPanel } from './frame-session.ts'

/** The market inside a platform's panel: no store chip and no language, the panel has both. */
export function FrameShell({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const { market, branding } = useShell()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const { updates } = useInstalled()
  usePanelReports()
  const asked = new URLSearchParams(search).get('q') ?? ''
  const here = [paths.installed, paths.updates, paths.orders].some((path) => path === pathname)
    ? 'installed'
    : pathname === paths.list
      ? 'list'
      : 'discover'
  // The other market is another page of the panel, which alone can hand a session over to it.
  const nav = [
    { name: t('nav.discover'), href: paths.home, current: here === 'discover' },
    { name: t(`list.title.${market}`), href: paths.list, current: here === 'list' },
    {
      name: t('nav.installed'),
      href: paths.installed,
      current: here === 'installed',
      note: updates > 0 && <Badge tone="coral">{updates}</Badge>,
    },
  ]
  // A preview has the frame to itself, as it has the window on the site: its own bar leads back.
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
          />
        }
      />
      <main id="main" tabIndex={-1} className="pb-10 focus:outline-none">
        {children}
      </main>
    </Browsing>
  )
}

/**
 * Reports the framed page's address whenever it changes, so that the panel's own address can
 * follow.
 */
function usePanelReports(): void {
  const { panelOrigins } = useShell()
  const { pathname, search } = useLocation()
  useEffect(
    () => tellPanel(panelOrigins, { type: 'arasta:path', path: pathname + search }),
    [panelOrigins, pathname, search],
  )
}
