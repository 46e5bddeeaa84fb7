import type { listOffers } from '#modules/billing/contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { LinkButton } from '#ui/button.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { planPrice } from './plan-words.ts'

export type Offer = AnswerOf<typeof listOffers>['data'][number]

/** What partners offer to this store alone; nothing without an offer. */
export function Offers({
  offers,
  className = '',
}: {
  offers: readonly Offer[]
  className?: string
}) {
  const { t } = useWords()
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers-heading" className={className}>
      <h2 id="offers-heading" className="type-d3">
        {t('offer.title')}
      </h2>
      <ul className="mt-3 grid gap-3">
        {offers.map((offer) => (
          <OfferRow key={offer.plan.id} offer={offer} />
        ))}
      </ul>
    </section>
  )
}

/** The price and the last day; the link leads to what it costs in a year. */
function OfferRow({ offer: { item, partner, plan, subscription } }: { offer: Offer }) {
  const words = useWords()
  const { t } = words
  const dates = useDates()
  const paths = usePaths()
  const { market, sites } = useShell()
  const site = item.market === market ? '' : `${sites[item.market] ?? ''}`
  const path = subscription === null ? paths.subscribe(item.slug) : paths.subscription(subscription)
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-turquoise bg-turquoise-tint p-4 md:p-5">
      <ItemIcon item={{ ...item, swatches: [] }} size={48} />
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="type-label wrap-anywhere-safe">
          <bdi>{item.name}</bdi>
        </h3>
        <p className="type-sm figures">
          {t('offer.from', {
            partner,
            plan: plan.name,
            price: planPrice(plan, words),
            day: dates.day(plan.offer?.until ?? ''),
          })}
        </p>
        {plan.offer && plan.offer.note !== '' && (
          <p className="type-sm mt-1 wrap-anywhere-safe">
            <bdi>{plan.offer.note}</bdi>
          </p>
        )}
      </div>
      <LinkButton
        href={`${site}${withQuery(path, { plan: plan.id })}${subscription === null ? '' : '#plans'}`}
        size="small"
        aria-label={t('offer.see_of', { item: item.name })}
      >
        {t('offer.see')}
      </LinkButton>
    </li>
  )
}
