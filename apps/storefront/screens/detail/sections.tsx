import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { CheckList, FactList } from '#ui/panel.tsx'
import { HangingSection } from '#ui/page-grid.tsx'
import { ReleaseNote } from '#ui/release-note.tsx'
import { RatingBars, Stars } from '#ui/stars.tsx'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { formatDay, formatSize } from '../../dates.ts'
import { ItemAppRow, ItemCover, ratingOf } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { formatFigure } from '../../numbers.ts'
import { Plans } from './plans.tsx'

/** What it does, in the developer's words. */
export function Description({ item }: { item: ItemDetail }) {
  return (
    <>
      <div className="type-lg prose grid gap-3 wrap-anywhere-safe">
        {item.description.map((paragraph, n) => (
          <p key={n} dir="auto">
            {paragraph}
          </p>
        ))}
      </div>
      {item.features.length > 0 && (
        <CheckList
          items={item.features.map((feature, n) => (
            <bdi key={n}>{feature}</bdi>
          ))}
          className="type-body mt-5 gap-2 first:mt-0"
        />
      )}
    </>
  )
}

/** What it changes, one line each. A theme's stand in its panel. */
function Changes({ item }: { item: ItemDetail }) {
  return (
    <dl className="grid gap-x-9 gap-y-4 md:grid-cols-2">
      {item.touches.map(fact => (
        <div key={fact.title}>
          <dt className="type-label wrap-anywhere-safe">{fact.title}</dt>
          <dd className="type-body text-ink2 wrap-anywhere-safe">{fact.text}</dd>
        </div>
      ))}
    </dl>
  )
}

function SupportDocument({ item }: { item: ItemDetail }) {
  return (
    <div className="grid gap-5">
      {item.support_document.map(part => (
        <div key={part.heading}>
          <h3 className="type-label">{part.heading}</h3>
          <div className="type-body prose mt-1 grid gap-2 text-ink2 wrap-anywhere-safe">
            {part.paragraphs.map((text, n) => (
              <p key={n}>{text}</p>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Figures that can be checked: no promise among them. */
export function Facts({ item, columns = 2 }: { item: ItemDetail; columns?: 1 | 2 }) {
  const { t, locale } = useWords()
  const updated = item.releases?.[0]?.published_at
  const facts = [
    item.version && { label: t('detail.fact.version'), value: <bdi>{item.version}</bdi> },
    updated && {
      label: t('detail.fact.updated'),
      value: <time dateTime={updated}>{formatDay(updated, locale)}</time>,
    },
    item.package_size !== null && { label: t('detail.fact.size'), value: <bdi>{formatSize(item.package_size, locale)}</bdi> },
    item.page_weight !== null && {
      label: t('detail.fact.page_weight'),
      value: item.page_weight > 0 ? <bdi>{formatSize(item.page_weight, locale)}</bdi> : t('detail.fact.page_weight_none'),
    },
    ...item.compatibility.map(one => ({
      label: t('detail.fact.platform'),
      value: (
        <>
          <bdi>{one.name}</bdi>
          {one.range !== '*' && <bdi className="regular ms-1.5 text-ink2">{one.range}</bdi>}
        </>
      ),
    })),
    { label: t('detail.fact.developer'), value: <bdi>{item.developer.name}</bdi> },
    item.credit && { label: t('detail.fact.licence'), value: <bdi>{item.credit.licence}</bdi> },
    item.installable && item.support_months > 0 && {
      label: t('detail.fact.support'),
      value: t('detail.fact.support_value', { count: item.support_months }),
    },
  ]
  const known = facts.filter(fact => fact !== null && fact !== undefined && fact !== false && fact !== '')
  return <FactList columns={known.length > 1 ? columns : 1} facts={known} />
}

/** How many releases are open; the earlier ones are a press away. */
const OPEN_RELEASES = 3

export function Releases({ releases, installable }: { releases: NonNullable<ItemDetail['releases']>; installable: boolean }) {
  const { t, locale } = useWords()
  const notes = releases.map((release, n) => {
    const first = n === releases.length - 1
    const asked = release.new_permissions.map(code => t(`detail.permission.${code}`)).join(', ')
    const permissions = asked
      ? t('detail.release_asks', { permissions: asked })
      : t(first ? 'detail.release_first' : 'detail.release_same')
    return (
      <ReleaseNote
        key={release.version}
        version={release.version}
        date={release.published_at === null ? undefined : formatDay(release.published_at, locale)}
        dateTime={release.published_at ?? undefined}
        downloads={release.downloads > 0 ? t('detail.release_downloads', { count: release.downloads }) : undefined}
        permissions={installable ? permissions : undefined}
        asksMore={asked !== ''}
      >
        {release.notes || undefined}
      </ReleaseNote>
    )
  })
  return (
    <>
      <ol>{notes.slice(0, OPEN_RELEASES)}</ol>
      {notes.length > OPEN_RELEASES && (
        <details>
          <summary className="link inline-flex min-h-11 items-center type-body">{t('detail.releases_earlier')}</summary>
          <ol className="border-t border-line pt-5">{notes.slice(OPEN_RELEASES)}</ol>
        </details>
      )}
    </>
  )
}

/** The figure and how it came about, under the section's heading. */
function RatingAside({ item }: { item: ItemDetail }) {
  const words = useWords()
  const { t } = words
  const rating = ratingOf(item.rating, words)
  if (item.rating === null || !rating) return null
  const bars = item.rating_histogram?.map((count, n) => ({
    stars: n + 1,
    count,
    label: t('detail.rating_bar', { stars: n + 1, count: formatFigure(count, words.locale) }),
  }))
  return (
    <div className="mt-3 max-w-72">
      <p className="flex items-center gap-3 lg:flex-col lg:items-start lg:gap-2">
        <span className="type-price-big">{rating.text}</span>
        <Stars value={item.rating} label={rating.label} size={18} />
      </p>
      {bars && <RatingBars rows={bars.toReversed()} className="mt-4" />}
    </div>
  )
}

/** Only shops that have had it may say something; until one has, that is said plainly. */
function Reviews({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  return (
    <div className="type-body">
      <p className="strong">
        {item.review_count > 0 ? t('card.ratings', { count: item.review_count }) : t('detail.reviews_none')}
      </p>
      <p className="mt-1 text-ink2">{t(item.rating_histogram ? 'detail.ratings_brought' : 'detail.reviews_who')}</p>
    </div>
  )
}

export function Related({ item }: { item: ItemDetail }) {
  if (item.market === 'theme')
    return (
      <ThemeGrid>
        {item.related?.slice(0, 3).map(one => (
          <ItemCover key={one.id} item={one} />
        ))}
      </ThemeGrid>
    )
  return (
    <ul className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      {item.related?.slice(0, 4).map(one => (
        <li key={one.id}>
          <ItemAppRow item={one} />
        </li>
      ))}
    </ul>
  )
}

/** Everything below the first screenful. `told` is what stands there already: the description, or with it facts and the like. */
export function Sections({ item, told }: { item: ItemDetail; told: 'nothing' | 'description' | 'all' }) {
  const { t } = useWords()
  return (
    <>
      {told === 'nothing' && item.description.length + item.features.length > 0 && (
        <HangingSection heading={t(item.market === 'theme' ? 'detail.what.theme' : 'detail.what')}>
          <Description item={item} />
        </HangingSection>
      )}
      {item.plans.length > 1 && (
        <HangingSection heading={t('detail.plans')} id="plans">
          <Plans item={item} />
        </HangingSection>
      )}
      {item.market === 'app' && item.touches.length > 0 && (
        <HangingSection heading={t('detail.changes')}>
          <Changes item={item} />
        </HangingSection>
      )}
      {told !== 'all' && (
        <HangingSection heading={t('detail.facts')}>
          <Facts item={item} />
        </HangingSection>
      )}
      {item.releases && item.releases.length > 0 && (
        <HangingSection heading={t('detail.releases')}>
          <Releases releases={item.releases} installable={item.installable} />
        </HangingSection>
      )}
      {item.support_document.length > 0 && (
        <HangingSection heading={t('detail.support')} id="support">
          <SupportDocument item={item} />
        </HangingSection>
      )}
      <HangingSection heading={t('detail.reviews')} id="reviews" aside={<RatingAside item={item} />}>
        <Reviews item={item} />
      </HangingSection>
      {told !== 'all' && item.related && item.related.length > 0 && (
        <HangingSection heading={t(`detail.related.${item.market}`)}>
          <Related item={item} />
        </HangingSection>
      )}
    </>
  )
}
