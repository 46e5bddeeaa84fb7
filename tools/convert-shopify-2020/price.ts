import type { Written } from '#tools/import/write-lines.ts'

type Price = Pick<Written<'plan'>, 'kind' | 'price_minor' | 'period'>

/**
 * The source's words for a price. What is not understood is passed on as it stands, so that the
 * import skips the line and says so.
 */
export function readPrice(said: string): Price {
  const text = said.trim().toLowerCase()
  if (text === 'free') return { kind: 'free' }
  // Nothing to install it, charges by use or outside.
  if (text === 'free to install' || text.includes('external charges'))
    return { kind: 'usage', price_minor: 0 }
  const match = /^\$([\d,]*\d(?:\.\d{1,2})?)\s*(\/\s*month|\/\s*year|one[ -]time charge)$/.exec(
    text,
  )
  if (!match) return { kind: said as 'free' }
  const price_minor = Math.round(Number(match[1]?.replaceAll(',', '')) * 100)
  if (match[2]?.startsWith('one')) return { kind: 'one_time', price_minor }
  return { kind: 'recurring', price_minor, period: match[2]?.endsWith('year') ? 'year' : 'month' }
}
