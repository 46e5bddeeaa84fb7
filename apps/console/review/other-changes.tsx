import { LOCALES, pickText, type Translate } from '#lib/locale.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { formatAmount } from '#lib/money.ts'
import type { Content } from '../listing/read-form.ts'
import { useWords, type Words } from '../words.tsx'
import type { Review, TextChange } from './review.ts'

/** Changes that the drawn listing does not show: plans, categories, links, descriptions of pictures. */
export function OtherChanges({ review }: { review: Review }) {
  const words = useWords()
  const { t } = words
  const { listing_before: before, listing_after: after } = review
  if (before === null || after === null) return null
  const plans = review.listing.some(({ place }) => /^(plans|price)\b/.test(place))
    ? [
        {
          place: 'plans',
          before: before.plans.map((one) => planWords(one, words)).join('\n'),
          after: after.plans.map((one) => planWords(one, words)).join('\n'),
        },
      ]
    : []
  const rest = review.listing.filter(({ place }) => !isDrawn(place))
  const changes = [...plans, ...rest]
  if (changes.length === 0) return null
  return (
    <section aria-label={t('console.window.rest')} className="mt-4">
      <h3 className="type-label mb-2">{t('console.window.rest')}</h3>
      <dl className="grid gap-2.5 type-sm">
        {changes.map((one) => (
          <div key={one.place} className="grid gap-x-3 md:grid-cols-[180px_1fr_1fr]">
            <dt className="min-w-0 wrap-anywhere-safe text-ink2">{placeWords(t, one.place)}</dt>
            <Value text={one.before} isBefore />
            <Value text={one.after} />
          </div>
        ))}
      </dl>
    </section>
  )
}

function Value({ text, isBefore = false }: { text: string; isBefore?: boolean }) {
  const { t } = useWords()
  const Side = isBefore ? 'del' : 'ins'
  return (
    <dd className="min-w-0 whitespace-pre-line wrap-anywhere-safe">
      <span className="sr-only">{t(isBefore ? 'console.queue.gone' : 'console.queue.added')} </span>
      <Side dir="auto" className={isBefore ? 'text-ink2' : 'no-underline'}>
        {text === '' ? '–' : text}
      </Side>
    </dd>
  )
}

/** The listing that is drawn marks these itself. */
const isDrawn = (place: string): boolean =>
  /^(texts\.|plans\b|price\b|icon$|name$|pictures\..+\.file$|facts\.(touches|leaves_alone|support)\.)/.test(
    place,
  )

/** A plan in a line: its name, amounts, trial, meters, cap, and who can begin it. */
function planWords(plan: Content['plans'][number], { t, locale }: Words): string {
  const { currency, trialDays: count, capMinor: cap } = plan
  const amount = (minor: number) => formatAmount(minor, currency)
  return [
    pickText(plan.name, locale),
    plan.kind === 'free' ? t('console.window.free') : amount(plan.amountMinor),
    ...Object.entries(plan.prices ?? {}).map(([other, minor]) =>
      formatAmount(minor, other as typeof currency),
    ),
    plan.period && t(`console.window.period.${plan.period}`),
    count > 0 && t('console.window.trial', { count }),
    plan.trialNeedsCard && t('console.window.trial_card'),
    ...plan.meters.map((meter) => {
      const steps = meter.tiers.map(({ upTo: units, priceMinor, per }) =>
        units === null
          ? t('console.window.tier', { price: amount(priceMinor), per })
          : t('console.window.tier_to', { price: amount(priceMinor), per, units }),
      )
      const free =
        meter.included > 0 ? [t('console.window.included', { units: meter.included })] : []
      return `${pickText(meter.name, locale)} (${meter.key}): ${[...free, ...steps].join(', ')}`
    }),
    cap !== null && t('console.window.cap', { price: amount(cap) }),
    plan.soldTo && t(`portal.plans.sold_to.${plan.soldTo}`),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Places that the audit log names differently, or not at all. */
const OWN: Record<string, ConsoleKey> = {
  categories: 'console.window.categories',
  tags: 'console.audit.field.tagIds',
  plans: 'console.window.plans',
  cover: 'console.window.cover',
  screenshot: 'console.window.screenshot',
  desktop: 'console.window.desktop',
  phone: 'console.window.phone',
  all: 'console.window.all',
  support: 'portal.words.support',
}

/**
 * A path in a listing (`pictures.screenshot.phone.tr.2.alt`) in words. Names given by partners stay
 * as they are.
 */
const placeWords = (t: Translate<ConsoleKey>, place: TextChange['place']): string =>
  place
    .split('.')
    .map((part) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1)
      const locale = LOCALES.find((one) => one === part)
      const key = locale
        ? (`portal.part.${locale}` as ConsoleKey)
        : (OWN[part] ?? (`console.audit.field.${part}` as ConsoleKey))
      const said = t(key)
      return said === key ? part.replaceAll('_', ' ') : said
    })
    .join(' · ')
