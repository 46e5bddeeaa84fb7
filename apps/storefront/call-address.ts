import { useCallback } from 'react'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { useWords } from './messages.tsx'
import { withQuery } from './paths.ts'
import { useShell } from './shell.tsx'

type Query = Record<string, string | number | undefined>

/**
 * S7.2: the address of a call with what every market call carries. The tokens go as cookies or,
 * from memory, as headers (`frame-session.ts`).
 */
export const callAddress = (
  path: `/${string}`,
  { locale, market, platformId }: { locale: Locale; market: Market; platformId: number },
  query: Query = {},
): string =>
  withQuery(`/api${path}`, { ...query, hl: locale.toUpperCase(), market, platform_id: platformId })

/** The same for the page that is shown. */
export function useCallAddress(): (path: `/${string}`, query?: Query) => string {
  const { locale } = useWords()
  const { market, platform } = useShell()
  return useCallback(
    (path, query) => callAddress(path, { locale, market, platformId: platform.id }, query),
    [locale, market, platform.id],
  )
}
