import { useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { FrameHeader } from '#ui/frame-header.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Browsing } from './browsing.tsx'
import { useInstalled } from './installed-items.ts'
import { useWords } from './messages.tsx'
import { usePanelReports } from './panel-reports.ts'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'

/** The market inside a platform's panel: no store chip and no language, the panel has both. */
export function FrameShell({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const { market, sites } = useShell()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const { updates } = useInstalled()
  const page = useRef<HTMLDivElement>(null)
  usePanelReports(page)
  const asked = new URLSearchParams(search).get('q') ?? ''
  const other = market === 'app' ? { name: t('nav.themes'), href: `${sites.theme}/market` } : { name: t('nav.apps'), href: `${sites.app}/market` }
  const nav = [
    { name: t('nav.discover'), href: paths.home, current: pathname !== paths.installed },
    other,
    { name: t('nav.installed'), href: paths.installed, current: pathname === paths.installed, note: updates > 0 && <Badge tone="coral">{updates}</Badge> },
  ]
  return (
    <Browsing>
      <div ref={page}>
        <FrameHeader
          name="Arasta" home={paths.home} nav={nav} label={t('nav.main')}
          search={<SearchField
            key={asked} action={paths.search} label={t(`search.${market}`)} placeholder={t(`search.${market}`)} defaultValue={asked}
          />}
        />
        <main id="main" tabIndex={-1} className="pb-10 focus:outline-none">{children}</main>
      </div>
    </Browsing>
  )
}
