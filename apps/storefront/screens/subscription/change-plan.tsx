import { Form, useNavigation } from 'react-router'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { HangingSection } from '#ui/page-grid.tsx'
import { useDates } from '../../formats.ts'
import { ButtonForm, FormKey } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import { PlanCards } from './plan-cards.tsx'
import { planPrice, useAmounts } from './plan-words.ts'
import type { Subscription } from './usage-section.tsx'

type Change = Subscription['changes'][number]

/** The plans of the item, and what changing to the chosen one costs today. */
export function ChangeSection({
  subscription: one,
  chosen,
}: {
  subscription: Subscription
  /** The plan that is looked at. */
  chosen: string
}) {
  const { t } = useWords()
  const dates = useDates()
  const change = one.changes.find(({ plan }) => plan.id === chosen)
  const plans = [one.plan, ...one.changes.map(({ plan }) => plan)].toSorted(
    (a, b) => a.period.localeCompare(b.period) || a.price - b.price,
  )
  return (
    <HangingSection id="plans" heading={t('subscription.change')}>
      {one.pending && (
        <Notice
          className="mb-4"
          title={t('subscription.change.pending', {
            plan: one.pending.name,
            day: dates.day(one.next?.day ?? one.period_until),
          })}
          action={
            <ButtonForm
              fields={{ intent: 'plan', plan: one.plan.id, today: '0' }}
              kind="secondary"
              size="small"
            >
              {t('subscription.change.stay', { plan: one.plan.name })}
            </ButtonForm>
          }
        />
      )}
      <PlanCards plans={plans} chosen={change?.plan.id ?? one.plan.id} current={one.plan.id} />
      {change && change.plan.id !== one.pending?.id && <ChangeSum one={one} change={change} />}
    </HangingSection>
  )
}

/** New part, credit and today's sum, which the button repeats. */
function ChangeSum({ one, change }: { one: Subscription; change: Change }) {
  const words = useWords()
  const { t } = words
  const { store } = useShell()
  const dates = useDates()
  const busy = useNavigation().state !== 'idle'
  const amount = useAmounts(change.plan.currency)
  const names = { plan: change.plan.name, old: one.plan.name, count: change.days_left }
  return (
    <div className="mt-3 grid items-center gap-x-9 gap-y-5 rounded-panel bg-stone p-5 md:grid-cols-[minmax(0,1fr)_minmax(0,15rem)] md:p-6">
      <dl className="grid gap-2">
        {change.is_now && (
          <>
            <Line
              label={t('subscription.change.new', names)}
              text={amountText(change.new_part, change.plan.currency)}
            />
            <Line
              label={t('subscription.change.credit', names)}
              text={amountText(-change.credit, change.plan.currency)}
              isCredit
            />
            {change.discount > 0 && (
              <Line
                label={t('subscription.change.coupon', { code: one.coupon?.code ?? '' })}
                text={amountText(-change.discount, change.plan.currency)}
                isCredit
              />
            )}
          </>
        )}
        <div className="flex items-baseline justify-between gap-4 border-line pt-2 not-first:border-t">
          <dt className="type-d4">{t('subscription.change.today')}</dt>
          <dd className="type-d3 figures">
            <Amount text={amountText(change.today, change.plan.currency)} />
          </dd>
        </div>
      </dl>
      <Form method="post" preventScrollReset>
        <FormKey />
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="intent" value="plan" />
        <input type="hidden" name="plan" value={change.plan.id} />
        <input type="hidden" name="today" value={change.today} />
        <Button type="submit" wide busy={busy}>
          {t('subscription.change.do', { plan: change.plan.name, amount: amount(change.today) })}
        </Button>
        <p className="type-sm mt-2 text-ink2">
          {t(change.is_now ? 'subscription.change.now_note' : 'subscription.change.later_note', {
            day: dates.day(change.is_now ? (one.next?.day ?? change.from) : change.from),
            price: planPrice(change.plan, words),
            old: one.plan.name,
          })}
        </p>
        {change.plan.offer && change.plan.offer.note !== '' && (
          <p className="type-sm mt-2 wrap-anywhere-safe">
            <bdi>{change.plan.offer.note}</bdi>
          </p>
        )}
        {(change.ends_coupon || one.coupon !== null) && (
          <p className="type-sm mt-2">
            {t(
              change.ends_coupon ? 'subscription.change.ends_coupon' : 'subscription.change.next',
              {
                amount: amount(change.next),
              },
            )}
          </p>
        )}
      </Form>
    </div>
  )
}

const Line = ({ label, text, isCredit }: { label: string; text: string; isCredit?: boolean }) => (
  <div
    className={`type-body flex items-baseline justify-between gap-4 ${isCredit ? 'text-green' : ''}`}
  >
    <dt className="min-w-0 wrap-anywhere-safe">{label}</dt>
    <dd className="figures">
      <Amount text={text} />
    </dd>
  </div>
)
