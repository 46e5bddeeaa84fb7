import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { TextLink } from '#ui/text-link.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'

/** Who lists it, in their own words, and the ways to them. */
export function Developer({ item }: { item: ItemDetail }) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const { developer, developer_website: website, developer_has_more: more, statement } = item
  const contact = item.links.contact
  return (
    <div className="type-body">
      <p className="type-label wrap-anywhere-safe">
        <bdi>{developer.name}</bdi>
      </p>
      {statement && (
        <p dir="auto" className="prose mt-1 text-ink2 wrap-anywhere-safe">
          {statement}
        </p>
      )}
      {(website || contact || more) && (
        <ul className="mt-2 flex flex-wrap gap-x-6 *:inline-flex *:min-h-9 *:items-center">
          {more && (
            <li>
              <TextLink href={withQuery(paths.search, { q: developer.name })}>
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
