import { createContext, useContext, type ReactNode } from 'react'
import { includesRight, type StoreRight } from '#lib/store-rights.ts'
import type { ScreenContext } from './screen-context.ts'

/**
 * Data that every page needs, error pages too. Sent with the document instead of a loader, because
 * no loader runs after a guard's refusal. Does not change until the next full load.
 */
export type Shell = Pick<
  ScreenContext,
  | 'market'
  | 'framed'
  | 'platform'
  | 'panelOrigins'
  | 'sites'
  | 'otherPlatforms'
  | 'origin'
  | 'incident'
  | 'still'
  | 'brand'
  | 'branding'
  | 'languages'
  | 'timeZone'
  | 'demo'
  | 'linkNotice'
  | 'keepsCookies'
> & {
  /** The build of this document (S7.35). */
  build: string
  /** Null for visitors. `storeId` is sent with every write of this page (D5). */
  store: { id: string; domain: string; url: string; right: StoreRight; shops: number } | null
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
    otherPlatforms,
    origin,
    incident,
    still,
    brand,
    branding,
    languages,
    timeZone,
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
    otherPlatforms,
    origin,
    incident,
    still,
    brand,
    branding,
    languages,
    timeZone,
    demo,
    linkNotice,
    keepsCookies,
    build,
    store: storeOf(session),
  }
}

/** The part of a session that pages show. */
export const storeOf = (session: ScreenContext['session']): Shell['store'] =>
  session && {
    id: session.storeId,
    domain: session.domain,
    url: session.storeUrl,
    right: session.right,
    shops: session.shops,
  }

export const ShellProvider = ({ shell, children }: { shell: Shell; children: ReactNode }) => (
  <ShellContext value={shell}>{children}</ShellContext>
)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell outside ShellProvider')
  return shell
}

/** Whether who is signed in may do it; visitors are asked to sign in first. */
export function useMay(needs: StoreRight): boolean {
  const { store } = useShell()
  return store === null || includesRight(store.right, needs)
}

/** The shell as JSON in the page's head; a data block is not a script, so no policy blocks it. */
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

/** In the browser, before hydration. */
export const readShell = (): Shell =>
  JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? '') as Shell
