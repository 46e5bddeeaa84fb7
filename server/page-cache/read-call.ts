import type { DefinedOperation } from '#kernel/define-operation.ts'
import type { Ctx } from '#kernel/context.ts'
import { readLocale, type Locale } from '#lib/locale.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { MARKET_OPERATIONS } from '../operations.ts'
import { knownQuery } from './shared-pages.ts'

interface SharedCall {
  implementation: DefinedOperation<Ctx>
  /** Of a path that belongs to one market. */
  market: Market | null
  keys: readonly string[]
}

export const SHARED_CALLS = new Map(
  MARKET_OPERATIONS.flatMap((implementation): [string, SharedCall][] => {
    const { operation } = implementation
    if (!operation.shared) return []
    const keys = ['market', 'platform_id', ...Object.keys(operation.query?.shape ?? {})]
    return typeof operation.path === 'string'
      ? [[`/api${operation.path}`, { implementation, market: null, keys }]]
      : MARKETS.map((market) => [
          `/api${(operation.path as Record<Market, string>)[market]}`,
          { implementation, market, keys },
        ])
  }),
)

/**
 * What a call asks for, in one form for all who ask the same; null when it has to go the ordinary
 * way, which also refuses.
 */
export function readCall(
  path: string,
  query: string,
  otherwise: Locale,
): { address: string; locale: Locale } | null {
  const call = SHARED_CALLS.get(path)
  if (!call) return null
  const asked = new URLSearchParams(query)
  // A key given twice is refused, not chosen from, and a value is not put right.
  if (
    new Set(asked.keys()).size !== asked.size ||
    [...asked.values()].some((value) => value === '' || value !== value.trim())
  )
    return null
  const hl = asked.get('hl')
  const locale = hl === null ? otherwise : readLocale(hl)
  const known = knownQuery(asked, call.keys)
  if (locale === null || known === undefined) return null
  return { address: known ? `${path}?${known}` : path, locale }
}
