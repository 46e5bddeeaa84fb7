import { useCallback } from 'react'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { useWords } from './messages.tsx'
import { withQuery } from './paths.ts'
import { useShell } from './shell.tsx'

type Query = Record<string, string | number | undefined>

/**
 * S7.2: the URL of an API call with the common parameters of the market. Tokens are sent as cookies
 * or, from memory, as headers (`frame-session.ts`).
 */
export const callAddress = (
  path: `/${string}`,
  { locale, market, platformId }: { locale: Locale; market: Market; platformId: number },
  query: Query = {},
): string =>
  withQuery(`/api${path}`, { ...query, hl: locale.toUpperCase(), market, platform_id: platformId })

/** The same for the current page. */
export function useCallAddress(): (path: `/${string}`, query?: Query) => string {
  const { locale } = useWords()
  const { market, platform } = useShell()
  return useCallback(
    (path, query) => callAddress(path, { locale, market, platformId: platform.id }, query),
    [locale, market, platform.id],
  )
}
