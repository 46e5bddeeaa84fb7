import type { ItemDetail } from '#modules/catalog/contract.ts'
import { isolated } from '../../item-card.tsx'
import type { Dates } from '../../dates.ts'
import type { Words } from '../../messages.tsx'

/**
 * "dukkan.example and its support address were verified on 12 November 2026"; undefined where
 * nothing was.
 */
export function verifiedInWords(
  verified: ItemDetail['developer_verified'],
  { t, locale }: Words,
  dates: Dates,
): string | undefined {
  if (!verified) return undefined
  const day = dates.day(verified.at)
  return verified.domain === null
    ? t('detail.verified_since', { day })
    : t('detail.verified', { domain: isolated(verified.domain, locale), day })
}
