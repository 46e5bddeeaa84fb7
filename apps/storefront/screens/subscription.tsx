import { data } from 'react-router'
import {
  agreeToSubscription,
  cancelSubscription,
  changePlan,
  getSubscription,
  keepSubscription,
  setSubscriptionCap,
  setSubscriptionCard,
  startSubscription,
} from '#modules/billing/contract.ts'
import { listSavedCards } from '#modules/orders/card-contract.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { dayIn } from '#lib/time-zone.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { Badge } from '#ui/badge.tsx'
import { BackLink } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { HangingSection, Page } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { ButtonForm } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { isRowId, validWhen } from '../validity.ts'
import { SAVED_CARD } from './subscription/card-select.tsx'
import { ChangeSection } from './subscription/change-plan.tsx'
import { ChargeFacts } from './subscription/charge-facts.tsx'
import { ComingCharges } from './subscription/coming-charges.tsx'
import { InvoiceSection } from './subscription/invoices.tsx'
import { LeavingSection } from './subscription/leaving.tsx'
import { planPrice, STATE_LOOKS, useAmounts } from './subscription/plan-words.ts'
import { TrialSection } from './subscription/trial-section.tsx'
import { type Subscription, UsageSection } from './subscription/usage-section.tsx'
import type { Route } from './+types/subscription.ts'

export const middleware = [validWhen(({ params }) => isRowId(params.id))]

/** Query parameter after a change: what was done. */
const DONE = 'done'
const DEEDS = ['agreed', 'kept', 'left', 'changed', 'planned', 'cap', 'card'] as const
type Deed = (typeof DEEDS)[number]

const DAY_MS = 86_400_000

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [{ data: one }, { data: cards, meta }] = await Promise.all([
    screen.call(getSubscription, { params: { id: params.id ?? '' } }),
    screen.call(listSavedCards),
  ])
  const now = new Date(one.now)
  const left = Date.parse(one.period_until) - now.getTime()
  return {
    subscription: one,
    cards: cards.filter((card) => card.may_pay),
    addsCards: meta.adds !== null,
    chosen: url.searchParams.get('plan') ?? one.plan.id,
    done: DEEDS.find((deed) => deed === url.searchParams.get(DONE)) ?? null,
    days: {
      left: Math.max(0, Math.ceil(left / DAY_MS)),
      since: dayIn(one.time_zone, new Date(one.since)),
      from: one.usage_since,
      today: dayIn(one.time_zone, now),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const id = params.id ?? ''
  const done = await deeds[intentOf(form)](screen, id, form)
  const paths = pathsFor(screen.framed)
  if ('order' in done)
    throw goTo(withQuery(paths.checkout(done.slug), { order: done.order }), {
      status: 303,
      document: !screen.framed,
    })
  if ('deed' in done)
    throw goTo(withQuery(paths.subscription(id), { [DONE]: done.deed ?? undefined }), {
      status: 303,
    })
  return data(
    { message: done.error.message, cap: done.error.fields?.cap },
    { status: done.error.statusCode },
  )
}

type Done = { deed: Deed | null } | { slug: string; order: string } | { error: ErrorFacts }
type Intent = 'agree' | 'start' | 'keep' | 'cancel' | 'plan' | 'cap' | 'card'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const intentOf = (form: FormData): Intent => {
  const intent = text(form, 'intent')
  return intent in deeds ? (intent as Intent) : 'keep'
}

const deeds: Record<Intent, (screen: ScreenContext, id: string, form: FormData) => Promise<Done>> =
  {
    async agree(screen, id, form) {
      const body = {
        amount: Number(text(form, 'amount')),
        day: text(form, 'day'),
        saved_card_id: text(form, SAVED_CARD),
      }
      const done = await screen.attempt(agreeToSubscription, {
        params: { id },
        body,
        ...forStoreOf(form),
      })
      return done.ok ? { deed: 'agreed' } : done
    },
    async start(screen, id, form) {
      const { data: one } = await screen.call(getSubscription, { params: { id } })
      const { slug } = one.item
      const begun = await screen.attempt(startSubscription, {
        body: { slug, plan: one.plan.id },
        ...forStoreOf(form),
      })
      if (!begun.ok) return begun
      const { order_number: order } = begun.answer.data
      return order === null ? { deed: 'agreed' } : { slug, order }
    },
    async keep(screen, id, form) {
      const done = await screen.attempt(keepSubscription, { params: { id }, ...forStoreOf(form) })
      return done.ok ? { deed: 'kept' } : done
    },
    async cancel(screen, id, form) {
      const when = text(form, 'when') === 'now' ? 'now' : 'period_end'
      const body = {
        when,
        refund: Number(text(form, 'refund')),
        charge: Number(text(form, 'charge')),
      } as const
      const done = await screen.attempt(cancelSubscription, {
        params: { id },
        body,
        ...forStoreOf(form),
      })
      // A cancellation says itself what it means.
      return done.ok ? { deed: when === 'now' ? 'left' : null } : done
    },
    async plan(screen, id, form) {
      const today = Number(text(form, 'today'))
      const body = { plan: text(form, 'plan'), today }
      const done = await screen.attempt(changePlan, { params: { id }, body, ...forStoreOf(form) })
      if (!done.ok) return done
      const { subscription, order_number: order } = done.answer.data
      if (order !== null) return { slug: subscription.item.slug, order }
      return { deed: today > 0 ? 'changed' : 'planned' }
    },
    async cap(screen, id, form) {
      const body = { cap: Number(text(form, 'cap')) }
      const done = await screen.attempt(setSubscriptionCap, {
        params: { id },
        body,
        ...forStoreOf(form),
      })
      return done.ok ? { deed: 'cap' } : done
    },
    async card(screen, id, form) {
      const body = { saved_card_id: text(form, SAVED_CARD) }
      const done = await screen.attempt(setSubscriptionCard, {
        params: { id },
        body,
        ...forStoreOf(form),
      })
      return done.ok ? { deed: 'card' } : done
    },
  }

/** A subscription: what is charged next, how much in a year, use, other plans, and the ways out. */
export default function SubscriptionScreen({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { subscription: one, cards, chosen, done, days } = page
  const answer = actionData as { message: string; cap?: string } | undefined
  const isOpenTrial = one.state === 'trialing' && !one.is_agreed
  return (
    <Page className="pt-6 pb-14 md:pt-7">
      <PageHead title={one.item.name} indexed={false} />
      <BackLink href={paths.subscriptions}>{t('subscriptions.title')}</BackLink>
      <Head one={one} since={days.since} />
      {answer && <ErrorSummary title={answer.message} items={[]} round={1} className="mt-6" />}
      {done && !answer && (
        <Notice tone="done" alert className="mt-6">
          {t(`subscription.done.${done}`)} {done === 'left' && <Left one={one} />}
        </Notice>
      )}
      <NeedsOwner one={one} />
      <ChargeFacts subscription={one} cards={cards} daysLeft={days.left} />
      <div className="mt-9 md:mt-11 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        {isOpenTrial && (
          <TrialSection subscription={one} cards={cards} addsCards={page.addsCards} />
        )}
        {one.coming.charges.length > 0 && (
          <HangingSection
            heading={t(isOpenTrial ? 'subscription.coming_if' : 'subscription.coming')}
          >
            <ComingCharges coming={one.coming} />
          </HangingSection>
        )}
        {one.usage.length > 0 && one.state !== 'ended' && (
          <UsageSection subscription={one} days={days} error={answer?.cap} />
        )}
        {one.changes.length > 0 && <ChangeSection subscription={one} chosen={chosen} />}
        {one.other_currency !== null && (
          <HangingSection heading={t('subscription.change')}>
            <p className="type-body max-w-[62ch]">
              {t('subscription.change.other_currency', {
                currency: one.other_currency,
                old: one.plan.currency,
              })}
            </p>
          </HangingSection>
        )}
        <LeavingSection subscription={one} />
        <InvoiceSection subscription={one} />
      </div>
    </Page>
  )
}

function Head({ one, since }: { one: Subscription; since: string }) {
  const words = useWords()
  const { t } = words
  const dates = useDates()
  const paths = usePaths()
  const isDue = one.due !== null
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-center gap-4">
        <ItemIcon item={{ ...one.item, swatches: [] }} size={56} />
        <div className="min-w-0">
          <h1 className="type-title wrap-anywhere-safe">
            <bdi>{one.item.name}</bdi>
          </h1>
          <p className="type-body text-ink2 wrap-anywhere-safe">
            <bdi>{one.plan.name}</bdi> · {planPrice(one.plan, words)} ·{' '}
            {one.state === 'ended'
              ? t('subscription.over_on', { day: one.ends === null ? '' : dates.day(one.ends) })
              : t('subscription.since', { day: dates.day(since) })}
          </p>
        </div>
      </div>
      <div className="flex flex-row-reverse flex-wrap items-center justify-end gap-3 md:flex-row">
        {one.state !== 'ended' && (
          <LinkButton href={paths.installation(one.item.slug)} kind="quiet" size="small">
            {t('subscription.installation')}
          </LinkButton>
        )}
        <Badge {...STATE_LOOKS[one.state]} {...(isDue && { tone: 'neutral' as const })}>
          {t(`subscription.state.${one.state}`)}
        </Badge>
      </div>
    </div>
  )
}

/** What its end gave back and charged. */
function Left({ one }: { one: Subscription }) {
  const { t } = useWords()
  const refunded = useAmounts(one.plan.currency)
  const charged = useAmounts(one.left?.charge_currency ?? one.plan.currency)
  const { refund = 0, charge = 0 } = one.left ?? {}
  const which =
    refund > 0 ? (charge > 0 ? 'both' : 'refund') : charge > 0 ? 'charge' : ('none' as const)
  return t(`subscription.left.${which}`, { refund: refunded(refund), charge: charged(charge) })
}

/** The one thing that the owner is to do: pay, or take a cancellation back. */
function NeedsOwner({ one }: { one: Subscription }) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const amount = useAmounts(one.due?.currency ?? one.plan.currency)
  if (one.due?.is_charging) {
    const facts = { amount: amount(one.due.amount) }
    return (
      <Notice className="mt-6" title={t('subscription.due.last', facts)}>
        {t('subscription.due.last_text')}
      </Notice>
    )
  }
  if (one.due) {
    const facts = {
      amount: amount(one.due.amount),
      day: dates.day(one.due.charges_on ?? one.due.works_until),
    }
    return (
      <Notice
        tone="attention"
        className="mt-6"
        title={t(dueWords(one).title, facts)}
        action={
          <LinkButton
            href={withQuery(paths.checkout(one.item.slug), { order: one.due.order_number })}
          >
            {t('subscription.due.pay', facts)}
          </LinkButton>
        }
      >
        {one.due.reason && <>{one.due.reason} </>}
        {t(dueWords(one).text, facts)}
      </Notice>
    )
  }
  if (one.state === 'ending')
    return (
      <Notice
        className="mt-6"
        title={t('subscription.works_until', { day: one.ends === null ? '' : dates.day(one.ends) })}
        action={<ButtonForm fields={{ intent: 'keep' }}>{t('subscription.keep')}</ButtonForm>}
      >
        {t(one.usage.length > 0 ? 'subscription.keep_note_use' : 'subscription.keep_note')}
      </Notice>
    )
  if (one.state !== 'ended') return null
  return (
    <Notice
      className="mt-6"
      title={t(`subscription.end.${one.end_reason ?? 'cancelled'}`)}
      action={
        <LinkButton href={paths.item(one.item.slug)} kind="secondary">
          {t('subscription.again')}
        </LinkButton>
      }
    />
  )
}

/** Why an amount is open, and what follows from it. */
function dueWords({ state, due }: Subscription) {
  if (state === 'ended')
    return { title: 'subscription.due.owed', text: 'subscription.due.ended' } as const
  if (due?.charges_on)
    return { title: 'subscription.due.coming', text: 'subscription.due.coming_text' } as const
  return {
    title: 'subscription.due.title',
    text: state === 'paused' ? 'subscription.due.paused' : 'subscription.due.works',
  } as const
}
