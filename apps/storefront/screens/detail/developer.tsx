import type { ItemDetail } from '#modules/catalog/contract.ts'
import { Works } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { isolated } from '../../item-card.tsx'
import { type Words, useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { type Dates, useDates } from '../../formats.ts'

/** The developer: description and contact. */
export function Developer({ item }: { item: ItemDetail }) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const { developer, developer_website: website, developer_has_more: more, statement } = item
  const contact = item.links.contact
  const verified = verifiedInWords(item.developer_verified, words, useDates())
  return (
    <div className="type-body">
      <p className="type-label wrap-anywhere-safe">
        <TextLink href={paths.developer(developer.slug)}>
          <bdi>{developer.name}</bdi>
        </TextLink>
      </p>
      {verified && <Works className="mt-1">{verified}</Works>}
      {statement && (
        <p dir="auto" className="prose mt-1 text-ink2 wrap-anywhere-safe">
          {statement}
        </p>
      )}
      {(website || contact || more) && (
        <ul className="mt-2 flex flex-wrap gap-x-6 *:inline-flex *:min-h-9 *:items-center">
          {more && (
            <li>
              <TextLink href={paths.developer(developer.slug)}>
                {t('detail.developer.more', { developer: isolated(developer.name, locale) })}
              </TextLink>
            </li>
          )}
          {website && (
            <li>
              <TextLink href={website} rel="noreferrer">
                {t('detail.developer.site')}
              </TextLink>
            </li>
          )}
          {contact && (
            <li>
              <TextLink href={contact}>{t('detail.link.contact')}</TextLink>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/**
 * "dukkan.example and its support address were verified on 12 November 2026"; undefined when
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
