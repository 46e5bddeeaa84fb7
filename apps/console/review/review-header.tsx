import { KIND_RULES } from '#modules/market/inbox-rules.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { TimeUsed } from '../inbox/row-parts.tsx'
import { KeyHint } from '../key-hint.tsx'
import { PageTitle } from '../page-header.tsx'
import { StateBadge, useWhat } from '../submission-parts.tsx'
import { useWords } from '../words.tsx'
import type { Review } from './review.ts'

/** How the malware scan of its package stands. */
function ScanBadge({ scan }: { scan: NonNullable<Review['scan']> }) {
  const { t } = useWords()
  const tone = scan.state === 'clean' ? 'green' : scan.state === 'found' ? 'coral' : undefined
  const icon = scan.state === 'clean' ? 'check' : scan.state === 'pending' ? 'clock' : 'warning'
  return (
    <Badge icon={icon} {...(tone && { tone })}>
      {t(`console.scan.${scan.state}`)}
    </Badge>
  )
}

/** What it is, until when it is due, how its checks went, and its neighbours in the queue. */
export function ReviewHeader({ review }: { review: Review }) {
  const { t, locale } = useWords()
  const what = useWhat()
  const dates = useDates()
  const { place, waited_seconds: waited } = review
  const open = review.checks.filter((one) => one.verdict !== 'passed').length
  const added = review.permissions.filter((one) => one.before === '' && one.after !== '').length
  const title = t('console.sub.title', { item: review.item_name, what: what(review) })
  const step = (id: string | null, key: 'j' | 'k') =>
    id && (
      <LinkButton
        href={`/operator/queue/${id}`}
        data-key={key}
        kind="secondary"
        size="small"
        className="min-h-11"
      >
        {t(key === 'j' ? 'console.review.next' : 'console.review.previous')}{' '}
        <KeyHint keys={key.toUpperCase()} className="ms-1 max-md:hidden" />
      </LinkButton>
    )
  return (
    <header className="mb-4 border-b border-line pb-3">
      <PageTitle title={title} />
      <p className="type-sm mb-1.5">
        <TextLink href="/operator/queue">{t('console.queue.back')}</TextLink>
        <TextLink href="#decide" className="ms-4 min-[1200px]:hidden">
          {t('console.review.decide')}
        </TextLink>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <AppIcon
          src={(review.listing_after ?? review.listing_before)?.icon}
          name={review.item_name}
          size={48}
        />
        <div className="min-w-0">
          <h1 className="type-d4 wrap-anywhere-safe">{title}</h1>
          <p className="type-sm text-ink2 wrap-anywhere-safe">
            <bdi>{review.partner_name}</bdi> · {t(`console.queue.${review.market}`)} ·{' '}
            {review.published_version === null
              ? t('console.queue.first')
              : t('console.review.follows', { version: review.published_version })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {review.state !== 'waiting' && <StateBadge state={review.state} />}
          {review.publish_at !== null && (
            <Badge icon="calendar">
              {t('console.sub.publish_on', { time: dates.time(review.publish_at) })}
            </Badge>
          )}
          {added > 0 && review.published_version !== null && (
            <Badge tone="coral">{t('console.review.new_permissions', { count: added })}</Badge>
          )}
          {review.checks.length > 0 &&
            (open === 0 ? (
              <Badge tone="green" icon="check">
                {t('console.sub.checks_passed', { count: review.checks.length })}
              </Badge>
            ) : (
              <Badge>{t('console.review.checks_open', { count: open })}</Badge>
            ))}
          {review.scan !== null && <ScanBadge scan={review.scan} />}
          {waited !== null && (
            <TimeUsed
              row={{ waited_seconds: waited, hours: KIND_RULES.submission.hours }}
              className="type-sm"
            />
          )}
        </div>
        {place && (
          <nav
            aria-label={t('console.nav.queue')}
            className="ms-auto flex flex-wrap items-center gap-2 type-sm text-ink2"
          >
            <span>
              {t('console.review.page', {
                page: countOf(place.number, locale),
                of: countOf(review.queue.waiting, locale),
              })}
            </span>
            {step(place.previous, 'k')}
            {step(place.next, 'j')}
          </nav>
        )}
      </div>
    </header>
  )
}
