import type { ItemDetail } from '#modules/catalog/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CheckList, FactList } from '#ui/panel.tsx'
import { HangingSection } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/link.tsx'
import { ThemeGrid } from '#ui/theme-cover.tsx'
import { formatAmount, toMinor } from '#lib/money.ts'
import { Amount, PlainPrice } from '#ui/amount.tsx'
import { formatSize, useDates } from '../../formats.ts'
import { ItemAppRow } from '../../item-card.tsx'
import { ItemCover } from '../../item-cover.tsx'
import { type Words, useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { type Shell, useShell } from '../../shell.tsx'
import { OneReview, RatingAside } from '../reviews/one-review.tsx'
import { Developer } from './developer.tsx'
import { Releases } from './releases.tsx'
import { isByPeriod } from './step-button.tsx'
import { OwnReview } from '../reviews/own-review.tsx'
import { marked, priceInFull, chargesInWords } from '../../prices.ts'

/** The developer's description. */
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

/** The list of changes. A theme's are in its panel. */
function Changes({ item }: { item: ItemDetail }) {
  return (
    <dl className="grid gap-x-9 gap-y-4 md:grid-cols-2">
      {item.touches.map((fact) => (
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
      {item.support_document.map((part) => (
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

/** The developer's name, and whether it is verified; details are in the developer section. */
function DeveloperName({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  return (
    <>
      <bdi>{item.developer.name}</bdi>
      {item.developer_verified && (
        <Badge tone="green" icon="check" className="ms-2">
          {t('detail.verified_badge')}
        </Badge>
      )}
    </>
  )
}

/** Verifiable figures only. */
export function Facts({ item, columns = 2 }: { item: ItemDetail; columns?: 1 | 2 }) {
  const words = useWords()
  const dates = useDates()
  const { t, locale } = words
  const updated = item.releases?.[0]?.published_at
  const facts = [
    item.version && { label: t('detail.fact.version'), value: <bdi>{item.version}</bdi> },
    updated && {
      label: t('detail.fact.updated'),
      value: <time dateTime={updated}>{dates.day(updated)}</time>,
    },
    item.package_size !== null && {
      label: t('detail.fact.size'),
      value: <bdi>{formatSize(item.package_size, locale)}</bdi>,
    },
    item.page_weight !== null && {
      label: t('detail.fact.page_weight'),
      value:
        item.page_weight > 0 ? (
          <bdi>{formatSize(item.page_weight, locale)}</bdi>
        ) : (
          t('detail.fact.page_weight_none')
        ),
    },
    ...item.compatibility.map((one) => ({
      label: t('detail.fact.platform'),
      value: (
        <>
          {/* decorative: the name is next to it */}
          <img
            src={one.logo}
            alt=""
            width={18}
            height={18}
            className="me-1.5 inline-block align-[-0.2em]"
          />
          <bdi>{one.name}</bdi>
          {one.range !== '*' && (
            <bdi className="regular ms-1.5 text-ink2">{rangeInWords(one.range, words)}</bdi>
          )}
        </>
      ),
    })),
    { label: t('detail.fact.developer'), value: <DeveloperName item={item} /> },
    item.credit && { label: t('detail.fact.licence'), value: <bdi>{item.credit.licence}</bdi> },
    item.installable &&
      item.support_months > 0 && {
        label: t('detail.fact.support'),
        value: item.installed?.support_ends_at
          ? t('detail.fact.support_until', { day: dates.day(item.installed.support_ends_at) })
          : t('detail.fact.support_value', { count: item.support_months }),
      },
  ]
  const known = facts.filter(
    (fact) => fact !== null && fact !== undefined && fact !== false && fact !== '',
  )
  return (
    <>
      <FactList columns={known.length > 1 ? columns : 1} facts={known} />
      {item.compatibility.some((one) => one.range !== '*') && (
        <p className="type-sm mt-3 text-ink2">{t('detail.range.note')}</p>
      )}
    </>
  )
}

/** The relation between the two items. */
function useRelation() {
  const { t, locale } = useWords()
  return ({
    why_related: { same_developer, categories },
  }: NonNullable<ItemDetail['related']>[number]) => {
    const names = new Intl.ListFormat(locale, { type: 'unit' }).format(
      categories.map((one) => one.name),
    )
    return [
      ...(names ? [t('detail.related_categories', { categories: names })] : []),
      ...(same_developer ? [t('detail.related_developer')] : []),
    ].join(' · ')
  }
}

export function Related({ item }: { item: ItemDetail }) {
  const relation = useRelation()
  if (__MARKET__ === 'theme')
    return (
      <ThemeGrid>
        {item.related?.slice(0, 3).map((one) => (
          <div key={one.id}>
            <ItemCover item={one} />
            <p className="type-sm mt-1 text-ink2">{relation(one)}</p>
          </div>
        ))}
      </ThemeGrid>
    )
  return (
    <ul className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      {item.related?.slice(0, 4).map((one) => (
        <li key={one.id}>
          <ItemAppRow item={one} note={relation(one)} />
        </li>
      ))}
    </ul>
  )
}

/** Number of releases on the item's page; all are on a page of their own. */
const SHOWN_RELEASES = 3

/**
 * The sections below the first screenful. `told` lists what is shown above already: the
 * description, or also facts and the like.
 */
export function Sections({
  item,
  store,
  told,
}: {
  item: ItemDetail
  store: Shell['store']
  told: 'nothing' | 'description' | 'all'
}) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <>
      {told === 'nothing' && item.description.length + item.features.length > 0 && (
        <HangingSection heading={t(item.market === 'theme' ? 'detail.what.theme' : 'detail.what')}>
          <Description item={item} />
        </HangingSection>
      )}
      {hasPlans(item) && (
        <HangingSection heading={t('detail.plans')} id="plans">
          <Plans item={item} />
        </HangingSection>
      )}
      {item.in_app_products.length > 0 && (
        <HangingSection heading={t('detail.inside')} id="inside">
          <Inside item={item} />
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
          <Releases
            releases={item.releases.slice(0, SHOWN_RELEASES)}
            total={item.release_count}
            installable={item.installable}
          />
          {item.release_count > SHOWN_RELEASES && (
            <p className="type-body mt-1">
              <TextLink href={paths.releases(item.slug)}>
                {t('detail.releases_all', { count: item.release_count })}
              </TextLink>
            </p>
          )}
        </HangingSection>
      )}
      {item.support_document.length > 0 && (
        <HangingSection heading={t('detail.support')} id="support">
          <SupportDocument item={item} />
        </HangingSection>
      )}
      <HangingSection
        heading={t('detail.reviews')}
        id="reviews"
        aside={<RatingAside item={item} own={item.reviews?.stars ?? []} />}
      >
        <ReviewsSection item={item} store={store} />
      </HangingSection>
      <HangingSection heading={t('detail.developer')} id="developer">
        <Developer item={item} />
      </HangingSection>
      {told !== 'all' && item.related && item.related.length > 0 && (
        <HangingSection heading={t(`detail.related.${item.market}`)}>
          <Related item={item} />
        </HangingSection>
      )}
    </>
  )
}

/** S3.4: products sold inside the app, with price and whether they are permanent. */
function Inside({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  return (
    <>
      <p className="type-body prose text-ink2">{t('detail.inside_note')}</p>
      <ul className="mt-4 rounded-card border border-line bg-card">
        {item.in_app_products.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line px-5 py-4 not-first:border-t"
          >
            <div className="min-w-0 grow basis-60">
              <h3 className="type-label wrap-anywhere-safe">
                <bdi>{one.name}</bdi>
              </h3>
              {one.description && (
                <p className="type-body text-ink2 wrap-anywhere-safe">{one.description}</p>
              )}
              <p className="type-sm text-ink2">{t(`detail.inside.${one.kind}`)}</p>
            </div>
            <p className="type-body strong figures">
              <Amount
                text={marked(
                  one,
                  formatAmount(toMinor(one.price, one.currency) ?? 0, one.currency),
                )}
              />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The newest reviews, and the signed-in store's own or the form for it. Without reviews, says so.
 */
function ReviewsSection({ item, store }: { item: ItemDetail; store: Shell['store'] }) {
  const { t } = useWords()
  const paths = usePaths()
  const { data = [], total = 0, mine = null } = item.reviews ?? {}
  const others = data.filter((review) => review.id !== mine?.review?.id)
  return (
    <div className="grid gap-6">
      {total === 0 && (
        <div>
          <p className="type-body strong">{t('detail.reviews_none')}</p>
          {item.rating === null && <KnownInstead item={item} />}
        </div>
      )}
      <OwnReview slug={item.slug} mine={mine} store={store} step="show" />
      {others.length > 0 && (
        <ul>
          {others.map((review) => (
            <OneReview key={review.id} review={review} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <p className="type-body">
          <TextLink href={paths.reviews(item.slug)}>{t('reviews.all', { count: total })}</TextLink>
        </p>
      )}
    </div>
  )
}

/** While nothing is rated: what can be said of the item all the same. */
function KnownInstead({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  const dates = useDates()
  const { platform, store } = useShell()
  const updated = item.releases?.[0]?.published_at
  const fits = item.works_here && item.fits_storefront
  const facts = [
    item.install_count > 0 && {
      label: t('detail.known.installs'),
      value: t('card.installs', { count: item.install_count }),
    },
    updated && {
      label: t('detail.fact.updated'),
      value: <time dateTime={updated}>{dates.day(updated)}</time>,
    },
    fits && {
      label: t('detail.known.works'),
      value:
        store && item.version_here
          ? t('detail.known.works_here', { version: item.version_here })
          : platform.name,
    },
  ].filter((fact) => fact !== false && fact !== undefined && fact !== '' && fact !== null)
  return facts.length > 0 && <FactList facts={facts} className="mt-3 max-w-120" />
}

type Plan = ItemDetail['plans'][number]

/** Whether there is more to say of its plans than the price. */
export const hasPlans = ({ plans }: ItemDetail): boolean =>
  plans.length > 1 || plans.some((plan) => plan.trial_days > 0 || plan.meters.length > 0)

/** Several plans, each with its features and whether it can be bought (D9). */
function Plans({ item }: { item: ItemDetail }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {item.plans.map((plan) => (
        <li
          key={plan.id}
          className="flex min-w-0 flex-col rounded-card border border-line bg-card p-5"
        >
          <OnePlan plan={plan} item={item} />
        </li>
      ))}
    </ul>
  )
}

/** "14 days free", and whether a card is needed to begin. */
export function Trial({
  plan,
  className,
}: {
  plan: Pick<Plan, 'trial_days' | 'trial_needs_card'>
  className?: string
}) {
  const { t } = useWords()
  if (plan.trial_days === 0) return null
  return (
    <p className={`type-sm ${className ?? ''}`}>
      <span className="strong text-green">{t('price.trial', { count: plan.trial_days })}</span>
      <span className="text-ink2">
        {' · '}
        {t(plan.trial_needs_card ? 'price.trial_with_card' : 'price.trial_without_card')}
      </span>
    </p>
  )
}

function OnePlan({ plan, item }: { plan: Plan; item: ItemDetail }) {
  const words = useWords()
  const { t } = words
  const paths = usePaths()
  const { store } = useShell()
  const href = withQuery(paths.subscribe(item.slug), { plan: plan.id })
  const says = t(plan.trial_days > 0 ? 'detail.try_short' : 'detail.subscribe_short')
  const use = chargesInWords(plan, words)
  return (
    <>
      <h3 className="type-d4 wrap-anywhere-safe">
        <bdi>{plan.name || t(`detail.plan.${plan.kind}`)}</bdi>
      </h3>
      <PlainPrice {...priceInFull(plan, words)} small className="mt-1" />
      <Trial plan={plan} className="mt-1" />
      {use.length > 0 && (
        <ul className="type-sm mt-2 grid gap-0.5">
          {use.map((line, n) => (
            <li key={n} className="wrap-anywhere-safe not-first:text-ink2">
              {line}
            </li>
          ))}
        </ul>
      )}
      {plan.features.length > 0 && (
        <CheckList
          items={plan.features.map((feature, n) => (
            <bdi key={n}>{feature}</bdi>
          ))}
          className="mt-3.5"
        />
      )}
      {item.installable && item.works_here && isByPeriod(plan) && (
        <p className="mt-auto pt-4">
          <LinkButton
            href={store ? href : paths.connect(href)}
            kind="secondary"
            size="small"
            aria-label={`${says}: ${plan.name}`}
          >
            {says}
          </LinkButton>
        </p>
      )}
    </>
  )
}

type Bounds = { from?: string; to?: string; only?: string }

const next = (version: string, place: 0 | 1): string => {
  const numbers = version.split('.').map(Number)
  return place === 0 ? `${(numbers[0] ?? 0) + 1}.0.0` : `${numbers[0]}.${(numbers[1] ?? 0) + 1}.0`
}

/** One comparator of a version range as bounds; null when it cannot be put into words. */
function boundsOf(comparator: string): Bounds | null {
  const [, operator = '', version = ''] =
    /^(>=|<=|>|<|=|\^|~)?(\d+\.\d+\.\d+)$/.exec(comparator) ?? []
  if (version === '') return null
  switch (operator) {
    case '>=':
      return { from: version }
    case '<':
      return { to: version }
    case '^':
      return { from: version, to: next(version, 0) }
    case '~':
      return { from: version, to: next(version, 1) }
    case '':
    case '=':
      return { only: version }
    default:
      return null
  }
}

/**
 * ">=2.1.0 <4.0.0" → "from 2.1.0, before 4.0.0". Empty for "*"; shown as written when it cannot be
 * put into words.
 */
export function rangeInWords(range: string, { t }: Pick<Words, 't'>): string {
  if (range === '*') return ''
  const all = range.split(' ').map(boundsOf)
  if (all.includes(null)) return range
  const { from, to, only } = Object.assign({}, ...all) as Bounds
  if (only !== undefined) return all.length === 1 ? t('detail.range.only', { from: only }) : range
  if (from !== undefined && to !== undefined) return t('detail.range.between', { from, to })
  return from === undefined
    ? t('detail.range.below', { to: to ?? '' })
    : t('detail.range.from', { from })
}
