import { createContext, useContext, type ReactNode } from 'react'
import type { ScreenContext } from './screen-context.ts'

/**
 * What every page knows, error pages and refused ones too: it travels with the document, not with a
 * loader, because a guard that refuses lets no loader run. It stays as it was when the document was
 * loaded.
 */
export type Shell = Pick<
  ScreenContext,
  | 'market'
  | 'framed'
  | 'platform'
  | 'panelOrigins'
  | 'sites'
  | 'origin'
  | 'incident'
  | 'still'
  | 'brand'
  | 'branding'
  | 'demo'
  | 'linkNotice'
  | 'keepsCookies'
> & {
  /** The build that this document came from (S7.35). */
  build: string
  /** Null for visitors. `storeId` goes with every write of this page (D5). */
  store: { id: string; domain: string; url: string } | null
}

const ShellContext = createContext<Shell | null>(null)
const ELEMENT_ID = 'shell'

export function shellOf(screen: ScreenContext, build: string): Shell {
  const {
    market,
    framed,
    platform,
    panelOrigins,
    sites,
    origin,
    incident,
    still,
    brand,
    branding,
    demo,
    linkNotice,
    keepsCookies,
    session,
  } = screen
  return {
    market,
    framed,
    platform,
    panelOrigins,
    sites,
    origin,
    incident,
    still,
    brand,
    branding,
    demo,
    linkNotice,
    keepsCookies,
    build,
    store: storeOf(session),
  }
}

/** Of a session only what a page shows: whose it is. */
export const storeOf = (session: ScreenContext['session']): Shell['store'] =>
  session && { id: session.storeId, domain: session.domain, url: session.storeUrl }

export const ShellProvider = ({ shell, children }: { shell: Shell; children: ReactNode }) => (
  <ShellContext value={shell}>{children}</ShellContext>
)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell outside ShellProvider')
  return shell
}

/** The shell as data in the page's head; a data block is not a script, so no policy can stop it. */
export function ShellData() {
  const json = JSON.stringify(useShell()).replaceAll('<', '\\u003c')
  return (
    <script
      type="application/json"
      id={ELEMENT_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

/** In the browser, before the page wakes up. */
export const readShell = (): Shell =>
  JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? '') as Shell
