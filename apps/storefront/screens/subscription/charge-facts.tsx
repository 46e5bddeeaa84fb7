import type { ReactNode } from 'react'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { CardExpiry, CardName } from '#modules/orders/ui/card-fields.tsx'
import { CardMark } from '#modules/orders/ui/card-mark.tsx'
import type { SavedCard } from '#modules/orders/card-contract.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Form, useNavigation } from 'react-router'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { usePeriodDates } from '../../period-formats.ts'
import { useShell } from '../../shell.tsx'
import { CardSelect } from './card-select.tsx'
import { useAmounts } from './plan-words.ts'
import type { Subscription } from './usage-section.tsx'

/** Next charge, card and promise side by side. */
export function ChargeFacts({
  subscription: one,
  cards,
  daysLeft,
}: {
  subscription: Subscription
  cards: readonly SavedCard[]
  /** Of a trial. */
  daysLeft: number
}) {
  // What is over, and what it still owes, is said above.
  if (one.state === 'ended') return null
  return (
    <div className="mt-7 overflow-hidden rounded-panel border border-line bg-card md:grid md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <NextCharge one={one} daysLeft={daysLeft} />
      <CardFact one={one} cards={cards} />
      <Assurance one={one} />
    </div>
  )
}

function Fact({
  label,
  isFirst,
  children,
}: {
  label: string
  isFirst?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={classes(
        'min-w-0 border-line p-5 not-first:border-t md:p-6 md:not-first:border-s md:not-first:border-t-0',
        isFirst && 'bg-turquoise-tint',
      )}
    >
      <h2 className="type-sm text-ink2">{label}</h2>
      {children}
    </div>
  )
}

/** The largest thing on the page: when money moves next, and how much. */
function NextCharge({ one, daysLeft }: { one: Subscription; daysLeft: number }) {
  const { t } = useWords()
  const dates = useDates()
  const periodDates = usePeriodDates()
  const amount = useAmounts(one.next?.currency ?? one.plan.currency)
  const day = one.ends === null ? '' : dates.day(one.ends)
  // Use is charged when it ends, as the notice says.
  const hasUse = one.usage.length > 0
  if (one.next)
    return (
      <Fact label={t('subscription.next', { day: periodDates.weekday(one.next.day) })} isFirst>
        <p className="type-price-big mt-2.5">
          <Amount text={amountText(one.next.plan, one.next.currency)} />
        </p>
        <p className="type-sm figures mt-2 text-ink2">
          {one.next.plan === 0 && one.next.discount === 0
            ? t('subscription.next.by_use')
            : t('subscription.next.tax', {
                net: amount(one.next.plan - one.next.tax),
                tax: amount(one.next.tax),
              })}
        </p>
        {one.next.discount > 0 && (
          <p className="type-sm figures text-green">
            {t('subscription.next.coupon', {
              code: one.coupon?.code ?? '',
              amount: amount(one.next.discount),
            })}
          </p>
        )}
        {one.next.plan > 0 && one.next.cap > 0 && (
          <p className="type-sm figures text-ink2">
            {t('subscription.next.cap', { amount: amount(one.next.cap) })}
          </p>
        )}
      </Fact>
    )
  if (one.due)
    return (
      <Fact label={t('subscription.due')} isFirst>
        <p className="type-price-big mt-2.5">
          <Amount text={amountText(one.due.amount, one.due.currency)} />
        </p>
      </Fact>
    )
  if (one.state === 'trialing')
    return (
      <Fact label={t('subscription.trial.until', { day })} isFirst>
        <p className="type-price-big mt-2.5">{t('subscription.trial.left', { count: daysLeft })}</p>
        <p className="type-sm mt-2 text-ink2">{t('subscription.trial.free')}</p>
      </Fact>
    )
  return (
    <Fact label={t(hasUse ? 'subscription.state.ending' : 'subscription.no_charge')} isFirst>
      <p className="type-d3 mt-2.5">{t('subscription.works_until', { day })}</p>
      {!hasUse && <p className="type-sm mt-2 text-ink2">{t('subscription.no_charge_note')}</p>}
    </Fact>
  )
}

function CardFact({ one, cards }: { one: Subscription; cards: readonly SavedCard[] }) {
  const { t } = useWords()
  const paths = usePaths()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const { card } = one
  return (
    <Fact label={t('subscription.card')}>
      {card ? (
        <>
          <p className="type-body strong mt-3 flex items-center gap-3">
            <CardMark brand={card.brand} className="shrink-0" />
            <CardName card={card} />
          </p>
          <p className={classes('type-sm mt-2', card.expired ? 'text-coral-text' : 'text-ink2')}>
            <CardExpiry
              card={card}
              message={card.expired ? 'subscription.card.expired' : 'subscription.card.until'}
              t={t}
            />
          </p>
        </>
      ) : (
        <p className="type-body mt-3">{t('subscription.card.none')}</p>
      )}
      {one.is_agreed && cards.some(({ id }) => id !== card?.id) && (
        <details className="mt-1">
          <summary className="link type-sm inline-flex min-h-8 items-center">
            {t('subscription.card.change')}
          </summary>
          <Form method="post" preventScrollReset className="mt-2">
            <input type="hidden" name="store" value={store?.id ?? ''} />
            <input type="hidden" name="intent" value="card" />
            <CardSelect cards={cards} chosen={card?.id} isNarrow />
            <Button type="submit" kind="secondary" busy={busy} className="mt-3">
              {one.due ? t('subscription.card.use_and_pay') : t('subscription.card.use')}
            </Button>
          </Form>
        </details>
      )}
      {cards.length === 0 && one.is_agreed && (
        <LinkButton href={paths.cards} kind="quiet" size="small" className="-ms-3 mt-1">
          {t('subscription.card.all')}
        </LinkButton>
      )}
    </Fact>
  )
}

/** What the market promises about notice and price. */
function Assurance({ one }: { one: Subscription }) {
  const { t } = useWords()
  return (
    <Fact label={t('subscription.promise')}>
      <p className="type-body strong mt-3">{t('subscription.promise.price')}</p>
      <p className="type-sm mt-2 text-ink2">
        {t(one.plan.period === 'year' ? 'subscription.promise.year' : 'subscription.promise.month')}
      </p>
    </Fact>
  )
}
