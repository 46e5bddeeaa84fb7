import type { ReactNode } from 'react'
import type { getReview } from '#modules/publishing/submissions/operator-contract.ts'
import { LOCALES, type Translate, directionOf, languageName } from '#lib/locale.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import type { ConsoleKey } from '#locales/keys.ts'
import { LongText } from './section.tsx'
import { moneyOf } from './state-badges.tsx'
import { useWords } from './words.tsx'

type Review = AnswerOf<typeof getReview>
type Window = NonNullable<Review['window']>
type Change = Review['listing'][number]

/** A plan's trial, meters and cap. */
function termsInWords(
  plan: Window['plans'][number],
  t: Translate<ConsoleKey>,
): (string | undefined)[] {
  const { currency, cap, trial_days: count } = plan
  return [
    count > 0 ? t('console.window.trial', { count }) : undefined,
    plan.trial_needs_card ? t('console.window.trial_card') : undefined,
    ...plan.meters.map(({ name, key, included, tiers }) => {
      const steps = tiers.map(({ up_to: units, price, per }) =>
        units === null
          ? t('console.window.tier', { price: moneyOf(price, currency), per })
          : t('console.window.tier_to', { price: moneyOf(price, currency), per, units }),
      )
      const free = included > 0 ? [t('console.window.included', { units: included })] : []
      return `${name} (${key}): ${[...free, ...steps].join(', ')}`
    }),
    cap === null ? undefined : t('console.window.cap', { price: moneyOf(cap, currency) }),
  ]
}

/**
 * The listing as stores will see it, in each language. Changes are marked, and their published
 * version can be opened.
 */
export function ListingWindow({ window, changes }: { window: Window; changes: readonly Change[] }) {
  const { t, locale } = useWords()
  const changed = new Map(changes.map((one) => [one.place, one]))
  const shown = new Set<string>()
  const mark = (...places: string[]): ReactNode => {
    const those = places.flatMap((place) =>
      [...changed.values()].filter(
        (one) => one.place === place || one.place.startsWith(`${place}.`),
      ),
    )
    for (const one of those) shown.add(one.place)
    return those.length === 0 ? null : <Changed changes={those} />
  }
  return (
    <div className="grid gap-8">
      {window.texts.map((text) => (
        <article
          key={text.locale}
          lang={text.locale}
          dir={directionOf(text.locale)}
          aria-label={languageName(text.locale, locale)}
          className="min-w-0 rounded-card border border-line p-5"
        >
          <p className="type-sm mb-3 text-ink2" lang={locale} dir={directionOf(locale)}>
            {languageName(text.locale, locale)}
          </p>
          <div className="flex min-w-0 items-start gap-4">
            <AppIcon src={window.icon} name={text.name} size={60} />
            <div className="min-w-0 flex-1">
              <h3 className="type-d3 wrap-anywhere">{text.name}</h3>
              {mark(`texts.${text.locale}.name`)}
              <p className="type-lg text-ink2 wrap-anywhere">{text.tagline}</p>
              {mark(`texts.${text.locale}.tagline`)}
            </div>
          </div>
          <div className="mt-4 grid gap-3">
            {text.description.map((paragraph, index) => (
              <p key={index} className="type-body">
                <LongText text={paragraph} most={1_500} />
              </p>
            ))}
            {mark(`texts.${text.locale}.description`)}
            {text.features.length > 0 && (
              <ul className="type-body grid list-disc gap-1 ps-5">
                {text.features.map((one, index) => (
                  <li key={index} className="wrap-anywhere">
                    {one}
                  </li>
                ))}
              </ul>
            )}
            {mark(`texts.${text.locale}.features`)}
          </div>
        </article>
      ))}
      {window.pictures.length > 0 && (
        <div className="grid items-start gap-4 md:grid-cols-3">
          {window.pictures.map((picture) => (
            <figure key={picture.place} className="min-w-0">
              {picture.path !== null && (
                <img
                  src={picture.path}
                  width={picture.width}
                  height={picture.height}
                  loading="lazy"
                  alt={picture.alt}
                  className="h-auto max-h-80 w-full rounded-control border border-line object-contain"
                />
              )}
              <figcaption className="type-sm mt-1 wrap-anywhere text-ink2">
                {picture.alt}
              </figcaption>
              {mark(picture.place)}
            </figure>
          ))}
        </div>
      )}
      <dl className="type-body grid gap-3">
        <Row
          name={t('console.window.categories')}
          value={[...window.categories, ...window.tags].join(' · ')}
        >
          {mark('categories', 'tags')}
        </Row>
        {window.plans.length > 0 && (
          <Row
            name={t('console.window.plans')}
            value={window.plans
              .map((plan) =>
                [
                  plan.name,
                  plan.kind === 'free'
                    ? t('console.window.free')
                    : moneyOf(plan.amount, plan.currency),
                  ...plan.others.map((one) => moneyOf(one.amount, one.currency)),
                  plan.period && t(`console.window.period.${plan.period}`),
                  ...termsInWords(plan, t),
                  plan.sold_to !== 'everybody' && t(`portal.plans.sold_to.${plan.sold_to}`),
                ]
                  .filter(Boolean)
                  .join(' · '),
              )
              .join(' — ')}
          >
            {mark('plans', 'price')}
          </Row>
        )}
      </dl>
      <Rest changes={changes.filter((one) => !shown.has(one.place))} />
    </div>
  )
}

const Row = ({ name, value, children }: { name: string; value: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink2">{name}</dt>
    <dd className="wrap-anywhere">
      {value || '–'}
      {children}
    </dd>
  </div>
)

/** Other changes, each by its name. */
function Rest({ changes }: { changes: readonly Change[] }) {
  const { t } = useWords()
  if (changes.length === 0) return null
  return (
    <section aria-label={t('console.window.rest')}>
      <h3 className="type-d4 mb-2">{t('console.window.rest')}</h3>
      <dl className="type-body grid gap-3">
        {changes.map((one) => (
          <Row key={one.place} name={placeWords(t, one.place)} value={one.after}>
            <Changed changes={[one]} />
          </Row>
        ))}
      </dl>
    </section>
  )
}

function Changed({ changes }: { changes: readonly Change[] }) {
  const { t, locale } = useWords()
  const before = changes.filter((one) => one.before !== '')
  const what =
    before.length === 0 ? 'added' : changes.every((one) => one.after === '') ? 'removed' : 'changed'
  return (
    <div className="mt-1" lang={locale} dir={directionOf(locale)}>
      <Badge tone={what === 'added' ? 'green' : what === 'removed' ? 'coral' : 'turquoise'}>
        {t(`console.queue.what.${what}`)}
      </Badge>
      {before.length > 0 && (
        <details className="type-sm mt-1">
          <summary className="cursor-pointer text-link">{t('console.window.before')}</summary>
          {before.map((one) => (
            <p key={one.place} className="mt-1 whitespace-pre-wrap wrap-anywhere">
              {changes.length > 1 && (
                <span className="text-ink2">{placeWords(t, one.place)}: </span>
              )}
              <del dir="auto">{one.before}</del>
            </p>
          ))}
        </details>
      )}
    </div>
  )
}

/** Places that the audit log names differently, or not at all. */
const OWN: Record<string, ConsoleKey> = {
  texts: 'console.window.texts',
  categories: 'console.window.categories',
  tags: 'console.audit.field.tagIds',
  price: 'console.window.price',
  cover: 'console.window.cover',
  screenshot: 'console.window.screenshot',
  desktop: 'console.window.desktop',
  phone: 'console.window.phone',
  all: 'console.window.all',
  file: 'console.window.file',
  touches: 'portal.words.touches',
  support: 'portal.words.support',
}

/**
 * A path in a listing (`pictures.screenshot.phone.tr.2.alt`) in words. Names given by partners stay
 * as they are.
 */
const placeWords = (t: Translate<ConsoleKey>, place: string): string =>
  place
    .split('.')
    .filter((part, index) => !(index === 0 && part === 'texts'))
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
