import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { isolated } from '../../item-card.tsx'
import { formatDay } from '../../dates.ts'
import type { Words } from '../../messages.tsx'

/** "dukkan.example and its support address were verified on 12 November 2026"; undefined where nothing was. */
export function verifiedInWords(verified: ItemDetail['developer_verified'], { t, locale }: Words): string | undefined {
  if (!verified) return undefined
  const day = formatDay(verified.at, locale)
  return verified.domain === null ? t('detail.verified_since', { day }) : t('detail.verified', { domain: isolated(verified.domain, locale), day })
}
