import {
  listOffers,
  listSubscriptions,
  type SubscriptionSummary,
} from '#modules/billing/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { Amount } from '#ui/amount.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { usePaths, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { Offers } from './subscription/offers.tsx'
import { planPrice, STATE_LOOKS, useStanding } from './subscription/plan-words.ts'
import type { Route } from './+types/subscriptions.ts'

const PER_PAGE = 50

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const screen = context.get(screenContext)
  const [list, { data: offers }] = await Promise.all([
    screen.call(listSubscriptions, {
      query: {
        page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
        per_page: PER_PAGE,
      },
    }),
    screen.call(listOffers),
  ])
  return { ...list, offers }
}

/** The store's subscriptions, those that need the owner first, and what they cost a month. */
export default function Subscriptions({
  loaderData: { data: all, meta, monthly, offers },
}: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const last = Math.max(1, Math.ceil(meta.total / PER_PAGE))
  const running = all.filter((one) => one.state !== 'ended')
  const over = all.filter((one) => one.state === 'ended')
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="subscriptions"
        title={t('subscriptions.title')}
        {...(meta.total > 0 && { lead: t('subscriptions.lead') })}
      />
      <Offers offers={offers} className="mt-6" />
      {all.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={t('subscriptions.empty')}
          action={
            <LinkButton href={paths.list} kind="secondary">
              {t(`subscriptions.empty_go.${market}`)}
            </LinkButton>
          }
        >
          {t('subscriptions.empty_note')}
        </EmptyState>
      ) : (
        <>
          {monthly.length > 0 && <MonthlySum monthly={monthly} />}
          {running.length > 0 && <Rows subscriptions={running} className="mt-6" />}
          {over.length > 0 && (
            <section aria-labelledby="over-heading" className="mt-10">
              <h2 id="over-heading" className="type-d3">
                {t('subscriptions.over')}
              </h2>
              <Rows subscriptions={over} className="mt-4" />
            </section>
          )}
        </>
      )}
      {last > 1 && (
        <nav aria-label={t('subscriptions.pages')} className="mt-6 flex gap-4">
          {Array.from({ length: last }, (_, n) => (
            <TextLink
              key={n}
              href={withQuery(paths.subscriptions, { page: n === 0 ? undefined : n + 1 })}
              aria-current={meta.page === n + 1 ? 'page' : undefined}
              className="inline-flex min-h-9 min-w-9 items-center justify-center"
            >
              {n + 1}
            </TextLink>
          ))}
        </nav>
      )}
    </Page>
  )
}

/** One sum for each currency; only what the owner agreed to is in it. */
function MonthlySum({ monthly }: { monthly: Route.ComponentProps['loaderData']['monthly'] }) {
  const { t } = useWords()
  return (
    <div className="mt-6 rounded-panel bg-turquoise-tint px-5 py-4 md:px-6">
      <p className="type-sm text-ink2">{t('subscriptions.monthly')}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        {monthly.map(({ currency, amount }) => (
          <span key={currency} className="type-d2 figures">
            <Amount text={amountText(amount, currency)} />
          </span>
        ))}
        <span className="type-sm text-ink2">{t('subscriptions.monthly_note')}</span>
      </p>
    </div>
  )
}

function Rows({
  subscriptions,
  className = '',
}: {
  subscriptions: readonly SubscriptionSummary[]
  className?: string
}) {
  // One filled button in a view: what is to be paid first.
  const firstDue = subscriptions.find((one) => one.due)
  return (
    <ul className={`rounded-panel border border-line bg-card ${className}`}>
      {subscriptions.map((one) => (
        <Row key={one.id} one={one} isFirstDue={one === firstDue} />
      ))}
    </ul>
  )
}

function Row({ one, isFirstDue }: { one: SubscriptionSummary; isFirstDue: boolean }) {
  const words = useWords()
  const { t } = words
  const paths = usePaths()
  const { market, sites, framed } = useShell()
  const standing = useStanding(one)
  const isHere = one.item.market === market
  const site = isHere ? '' : `${sites[one.item.market] ?? ''}`
  const details = `${site}${paths.subscription(one.id)}`
  const pay = one.due
    ? `${site}${framed ? '/market' : ''}/checkout/${one.item.slug}?order=${one.due.order_number}`
    : null
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2.5 border-line p-4 not-first:border-t md:items-center md:grid-cols-[auto_minmax(0,1fr)_9.5rem_auto] md:p-5">
      <ItemIcon item={{ ...one.item, swatches: [] }} size={48} />
      <div className="min-w-0">
        <h3 className="type-label wrap-anywhere-safe">
          <TextLink href={details} className="text-ink no-underline hover:underline">
            <bdi>{one.item.name}</bdi>
          </TextLink>
        </h3>
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          <bdi>{one.plan.name}</bdi> · <span className="figures">{planPrice(one.plan, words)}</span>
        </p>
        <p className={`type-sm figures mt-0.5 ${one.due ? 'text-coral-text' : ''}`}>{standing}</p>
      </div>
      <div className="col-start-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 md:contents">
        <span>
          <Badge {...STATE_LOOKS[one.state]}>{t(`subscription.state.${one.state}`)}</Badge>
        </span>
        <div className="md:justify-self-end">
          {pay === null ? (
            <LinkButton
              href={details}
              kind="secondary"
              size="small"
              aria-label={t('subscriptions.open_of', { item: one.item.name })}
            >
              {t('subscriptions.open')}
            </LinkButton>
          ) : (
            <LinkButton
              href={pay}
              kind={isFirstDue ? 'primary' : 'secondary'}
              size="small"
              aria-label={t('subscriptions.pay_of', { item: one.item.name })}
            >
              {t('subscriptions.pay')}
            </LinkButton>
          )}
        </div>
      </div>
    </li>
  )
}
