import { useSearchParams } from 'react-router'
import type { ReactNode } from 'react'
import { type Locale, languageName, readLocale } from '#lib/locale.ts'
import { classes } from '#ui/classes.ts'
import { Tabs } from '#ui/tabs.tsx'
import { ListingPage } from '../listing/listing-page.tsx'
import { savedSeen, type Content } from '../listing/read-form.ts'
import { useWords } from '../words.tsx'
import { VIEWS, WIDTHS, useReviewAddress } from './address.ts'
import { OtherChanges } from './other-changes.tsx'
import type { Review } from './review.ts'

/**
 * The listing as stores see it now and as they will see it, at one scale, in one language; what
 * differs is marked on both sides.
 */
export function ListingCompare({ review }: { review: Review }) {
  const { t, locale } = useWords()
  const [query] = useSearchParams()
  const address = useReviewAddress()
  const { listing_before: before, listing_after: after } = review
  if (after === null)
    return (
      <ReviewPart title={t('console.queue.listing')}>
        <p className="type-body text-ink2">{t('console.queue.listing_none')}</p>
      </ReviewPart>
    )
  const view =
    before === null ? 'after' : (VIEWS.find((one) => one === query.get('view')) ?? 'both')
  const width = WIDTHS.find((one) => one === query.get('width')) ?? 'desktop'
  const languages = languagesOf(review)
  const asked = readLocale(query.get('lang')) ?? locale
  const language = languages.find((one) => one === asked) ?? languages[0] ?? locale
  const pane = (side: 'before' | 'after', content: Content, other: Content | null) => (
    <Pane
      title={side === 'before' ? review.published_version : review.version}
      note={t(`console.review.${side}`)}
      isPhone={width === 'phone'}
    >
      <ListingPage
        market={review.market}
        seen={savedSeen(content, language)}
        content={content}
        language={language}
        inRow
        other={
          other === null ? undefined : { seen: savedSeen(other, language), content: other, side }
        }
      />
    </Pane>
  )
  return (
    <ReviewPart
      id="listing"
      title={t('console.queue.listing')}
      note={
        before === null
          ? t('console.queue.first')
          : t('console.review.differ', { count: review.listing.length })
      }
      end={
        <>
          {before !== null && (
            <Tabs
              label={t('console.review.view')}
              tabs={VIEWS.map((one) => ({
                href: address({ view: one }),
                name: t(`console.review.view.${one}`),
                current: one === view,
              }))}
            />
          )}
          <Tabs
            label={t('console.language')}
            tabs={languages.map((one) => ({
              href: address({ lang: one }),
              name: languageName(one, one),
              current: one === language,
            }))}
          />
          <Tabs
            label={t('console.review.width')}
            tabs={WIDTHS.map((one) => ({
              href: address({ width: one }),
              name: t(`console.window.${one}`),
              current: one === width,
            }))}
          />
        </>
      }
    >
      <div className={classes('grid items-start gap-3', view === 'both' && 'md:grid-cols-2')}>
        {before !== null && view !== 'after' && pane('before', before, after)}
        {view !== 'before' && pane('after', after, before)}
      </div>
      <OtherChanges review={review} />
    </ReviewPart>
  )
}

/** Those of the market, and others that the listing has texts in. */
const languagesOf = ({ market_languages: languages, listing_after: after }: Review): Locale[] => [
  ...languages,
  ...(after?.texts ?? []).map((one) => one.locale).filter((one) => !languages.includes(one)),
]

function Pane({
  title,
  note,
  isPhone,
  children,
}: {
  title: string | null
  note: string
  isPhone: boolean
  children: ReactNode
}) {
  return (
    <section aria-label={note} className="min-w-0">
      <p className="type-sm mb-1.5 text-ink2">
        {title && (
          <>
            <bdi className="strong text-ink">{title}</bdi>{' '}
          </>
        )}
        {note}
      </p>
      <div
        className={classes(
          'min-w-0 overflow-hidden rounded-card border border-line bg-card p-4',
          isPhone && 'max-w-[390px]',
        )}
      >
        {children}
      </div>
    </section>
  )
}

/** A part of the page: its name, a figure or two, and its switches at the end of the line. */
export function ReviewPart({
  id,
  title,
  note,
  end,
  children,
}: {
  id?: string
  title: string
  note?: ReactNode
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="type-d4 scroll-mt-4">
          {title}
          {note && <span className="type-sm ms-2 regular text-ink2">{note}</span>}
        </h2>
        {end && <div className="flex max-w-full flex-wrap gap-2">{end}</div>}
      </div>
      {children}
    </section>
  )
}
