import type { MessageKey } from '#locales/keys.ts'
import { LANGUAGE_NAMES, useWords } from '../../messages.tsx'
import { isolated } from '../../item-card.tsx'
import { formatFigure } from '../../numbers.ts'
import { useShell } from '../../shell.tsx'
import type { SayFilter } from './facet-options.ts'

/** Values that have a message of their own; others are said as they stand in the address. */
const SAID: Partial<Record<Parameters<SayFilter>[0], readonly string[]>> = {
  price: ['free', 'paid'],
  permission: ['none', 'design_block', 'tracking_code', 'web_service_user'],
  released: ['30', '90', '365'],
}

/** Filters in words, for the facets and for the chips that repeat them. */
export function useFilterWords(): SayFilter {
  const { t, locale } = useWords()
  const { platform } = useShell()
  return (name, value) => {
    if (value === null) return t(`list.${name}_any`)
    if (SAID[name]?.includes(value)) return t(`list.${name}_${value}` as MessageKey)
    if (name === 'rating' && Number.isFinite(Number(value)))
      return t('list.rating_from', { rating: formatFigure(Number(value), locale) })
    if (name === 'language' && value in LANGUAGE_NAMES)
      return LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES]
    if (name === 'platform')
      return t('list.platform_on', {
        platform: isolated(value === String(platform.id) ? platform.name : value, locale),
      })
    return value
  }
}
