import { Form, useNavigation } from 'react-router'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { Amount } from '#ui/amount.tsx'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { MobileBar } from '#ui/mobile-bar.tsx'
import { OrderSummary, SummaryItem, SummaryPart } from '#ui/order-summary.tsx'
import { useDates } from '../../formats.ts'
import { FormKey } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { RateNote } from '../../rate-note.tsx'
import { useShell } from '../../shell.tsx'
import type { Route } from '../+types/subscribe.ts'
import { CardSelect } from './card-select.tsx'
import { COUPON, CouponQuery } from './coupon-query.tsx'
import { planPrice, useAmounts } from './plan-words.ts'

export type SubscribePage = Route.ComponentProps['loaderData']

/** What is charged today and next, and the two ways to begin. */
export function StartPanel({ page }: { page: SubscribePage }) {
  const words = useWords()
  const { t } = words
  const { item, preview, isTrying } = page
  const icon =
    item.market === 'theme' ? (
      <ThemeIcon colour="currentColor" size={56} />
    ) : (
      <AppIcon src={item.icon} name={item.name} size={56} first />
    )
  const hasTrial = preview.trial.days > 0 && !isTrying
  return (
    <OrderSummary label={t('subscribe.summary')}>
      <SummaryPart>
        <SummaryItem
          icon={icon}
          name={item.name}
          note={
            <>
              <bdi>{preview.plan.name}</bdi> · {planPrice(preview.plan, words)}
            </>
          }
        />
        <RateNote day={preview.plan.rate_date} />
        {preview.plan.offer && <OfferNote offer={preview.plan.offer} />}
      </SummaryPart>
      {preview.plan.price > 0 && (
        <SummaryPart>
          <CouponQuery preview={preview} />
        </SummaryPart>
      )}
      {hasTrial && (
        <SummaryPart>
          <TrialStart page={page} />
        </SummaryPart>
      )}
      <SummaryPart>
        <PaidStart page={page} isFirst={!hasTrial} />
      </SummaryPart>
    </OrderSummary>
  )
}

/** The form that begins with the bar's button. */
const FIRST = 'start'

const canAgree = ({ cards, preview }: SubscribePage) =>
  cards.length > 0 && !preview.coming.is_preliminary
/** A trial that needs a card needs one that is saved. */
const canTry = (page: SubscribePage) =>
  page.preview.trial.days > 0 &&
  !page.isTrying &&
  (!page.preview.trial.needs_card || canAgree(page))

/** Below 1000 px: what is charged today and the button of the first way to begin. */
export function StartBar({ page }: { page: SubscribePage }) {
  const { t } = useWords()
  const busy = useNavigation().state !== 'idle'
  const { preview } = page
  const tries = canTry(page)
  const amount = useAmounts(preview.plan.currency)
  const today = tries ? 0 : preview.today
  return (
    <MobileBar
      className="mt-9"
      price={
        <>
          <span className="type-sm regular block text-ink2">{t('subscribe.today')}</span>
          <Amount text={amountText(today, preview.plan.currency)} />
        </>
      }
      button={
        <Button
          type="submit"
          form={FIRST}
          name="intent"
          value={tries ? 'trial' : 'start'}
          wide
          busy={busy}
        >
          {tries
            ? t('subscribe.trial.title', { count: preview.trial.days })
            : today === 0
              ? t('subscribe.now.by_use')
              : t('subscribe.now', { amount: amount(today) })}
        </Button>
      }
    />
  )
}

/** What the partner wrote about a private offer, and its last day. */
function OfferNote({ offer }: { offer: NonNullable<SubscribePage['preview']['plan']['offer']> }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <div className="type-sm mt-3 rounded-control bg-turquoise-tint px-3 py-2">
      <p className="strong">{t('offer.yours', { day: dates.day(offer.until) })}</p>
      {offer.note !== '' && (
        <p className="mt-1 wrap-anywhere-safe">
          <bdi>{offer.note}</bdi>
        </p>
      )}
    </div>
  )
}

const Sum = ({ label, text, isLarge }: { label: string; text: string; isLarge?: boolean }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className={isLarge ? 'type-d4' : 'type-body min-w-0 text-ink2'}>{label}</dt>
    <dd className={isLarge ? 'type-d3 figures' : 'type-body figures'}>
      <Amount text={text} />
    </dd>
  </div>
)

const CouponHidden = ({ preview: { coupon } }: Pick<SubscribePage, 'preview'>) =>
  coupon?.valid ? <input type="hidden" name={COUPON} value={coupon.code} /> : null

/** Nothing is charged today; after the trial only if the owner agreed to the day and the amount. */
function TrialStart({ page }: { page: SubscribePage }) {
  const { item, preview, cards, addsCards } = page
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const amount = useAmounts(preview.plan.currency)
  const { trial, coming, plan } = preview
  const [first] = coming.charges
  const facts = {
    count: trial.days,
    day: trial.until === null ? '' : dates.day(trial.until),
    amount: amount(first?.plan ?? 0),
  }
  if (!canTry(page) && addsCards)
    return (
      <>
        <h2 className="type-d4">{t('subscribe.trial.title', facts)}</h2>
        <LinkButton
          href={withQuery(paths.agreeTrial(item.slug), {
            plan: plan.id,
            [COUPON]: preview.coupon?.valid ? preview.coupon.code : undefined,
          })}
          size="large"
          wide
          className="mt-4"
        >
          {t('subscribe.trial.agree', facts)}
        </LinkButton>
        <p className="type-sm mt-3 text-ink2">{t('subscribe.trial.agree_note', facts)}</p>
      </>
    )
  if (!canTry(page))
    return <Notice title={t('subscribe.trial.title', facts)}>{t('subscribe.trial.no_card')}</Notice>
  return (
    <Form id={FIRST} method="post" preventScrollReset>
      <FormKey />
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="plan" value={plan.id} />
      <h2 className="type-d4">{t('subscribe.trial.title', facts)}</h2>
      <dl className="mt-3 grid gap-1.5">
        <Sum label={t('subscribe.today')} text={amountText(0, plan.currency)} isLarge />
        <Sum
          label={t(trial.needs_card ? 'subscribe.trial.then' : 'subscribe.trial.then_if', facts)}
          text={amountText(first?.plan ?? 0, plan.currency)}
        />
      </dl>
      {trial.needs_card && (
        <>
          <input type="hidden" name="amount" value={first?.plan ?? 0} />
          <input type="hidden" name="day" value={first?.day ?? ''} />
          <CouponHidden preview={preview} />
          <CardSelect cards={cards} isNarrow className="mt-4" />
        </>
      )}
      <Button
        type="submit"
        name="intent"
        value="trial"
        size="large"
        wide
        busy={busy}
        className="mt-5 max-lg:hidden"
      >
        {t(trial.needs_card ? 'subscribe.trial.agree' : 'subscribe.trial.start', facts)}
      </Button>
      <p className="type-sm mt-3 text-ink2">
        {t(trial.needs_card ? 'subscribe.trial.agree_note' : 'subscribe.trial.note', facts)}
      </p>
    </Form>
  )
}

/** The first period is paid today. */
function PaidStart({ page, isFirst }: { page: SubscribePage; isFirst: boolean }) {
  const { preview, isTrying } = page
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const amount = useAmounts(preview.plan.currency)
  const { plan, today, renews, coming } = preview
  // Without a trial the first of these is charged today.
  const next = coming.charges.find(({ day }) => day >= renews) ?? coming.charges.at(-1)
  const facts = { amount: amount(today), day: dates.day(renews) }
  return (
    <Form {...(!canTry(page) && { id: FIRST })} method="post" preventScrollReset>
      <FormKey />
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="plan" value={plan.id} />
      <CouponHidden preview={preview} />
      {!isFirst && <h2 className="type-d4">{t('subscribe.now.title')}</h2>}
      <dl className={isFirst ? 'grid gap-1.5' : 'mt-3 grid gap-1.5'}>
        <Sum label={t('subscribe.today')} text={amountText(today, plan.currency)} isLarge />
        {next && next.plan > 0 && (
          <Sum label={facts.day} text={amountText(next.plan, plan.currency)} />
        )}
      </dl>
      <Button
        type="submit"
        name="intent"
        value="start"
        kind={isFirst ? 'primary' : 'secondary'}
        size={isFirst ? 'large' : 'medium'}
        wide
        busy={busy}
        className={canTry(page) ? 'mt-4' : 'mt-4 max-lg:hidden'}
      >
        {today === 0 ? t('subscribe.now.by_use') : t('subscribe.now', facts)}
      </Button>
      <p className="type-sm mt-3 text-ink2">
        {isTrying
          ? t('subscribe.now.trying', facts)
          : t(today === 0 ? 'subscribe.now.by_use_note' : 'subscribe.now.note')}
      </p>
    </Form>
  )
}
