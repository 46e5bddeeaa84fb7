import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { HangingSection } from '#ui/page-grid.tsx'
import { useDates } from '../../formats.ts'
import { FormKey } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import { useAmounts } from './plan-words.ts'
import type { Subscription } from './usage-section.tsx'

/** Two ways out: at the end of the period, or now with what is left. */
export function LeavingSection({ subscription: one }: { subscription: Subscription }) {
  const { t } = useWords()
  const dates = useDates()
  const amount = useAmounts(one.plan.currency)
  const charged = useAmounts(one.leaving?.charge_currency ?? one.plan.currency)
  if (one.leaving === null) return null
  const { ends, refund, charge } = one.leaving
  const hasUse = one.usage.length > 0
  const day = dates.day(ends)
  const isTrial = one.state === 'trialing'
  // A trial that nobody agreed to ends by itself; what is unpaid has no paid period to end with.
  const mayCancel = one.is_agreed && one.state !== 'ending' && one.due === null
  return (
    <HangingSection id="leave" heading={t('subscription.leave')}>
      <div className={mayCancel ? 'grid gap-3 md:grid-cols-2' : 'grid'}>
        {mayCancel && (
          <Way
            title={t(isTrial ? 'subscription.leave.trial_title' : 'subscription.leave.end_title')}
            when="period_end"
            button={t('subscription.leave.end', { day })}
          >
            {t(hasUse ? 'subscription.leave.end_use_text' : 'subscription.leave.end_text', { day })}
          </Way>
        )}
        <Way
          title={t(
            refund > 0 ? 'subscription.leave.now_refund_title' : 'subscription.leave.now_title',
          )}
          when="now"
          refund={refund}
          charge={charge}
          button={t(nowButton(one.leaving), {
            amount: amount(refund),
            refund: amount(refund),
            charge: charged(charge),
          })}
        >
          {t(nowText(one), {
            amount: refund > 0 ? amount(refund) : charged(charge),
            charge: charged(charge),
          })}
        </Way>
      </div>
    </HangingSection>
  )
}

/** Both amounts stand in the button. */
function nowButton({ refund, charge }: NonNullable<Subscription['leaving']>) {
  if (charge === 0) return refund > 0 ? 'subscription.leave.now_refund' : 'subscription.leave.now'
  return refund > 0 ? 'subscription.leave.now_both' : 'subscription.leave.now_charge'
}

/** What leaving now costs or gives back. */
function nowText({ leaving, due }: Subscription) {
  const { refund = 0, charge = 0 } = leaving ?? {}
  if (refund > 0)
    return charge > 0
      ? 'subscription.leave.now_refund_use_text'
      : 'subscription.leave.now_refund_text'
  if (charge === 0) return 'subscription.leave.now_text'
  return due ? 'subscription.leave.unpaid_text' : 'subscription.leave.now_use_text'
}

function Way({
  title,
  when,
  refund = 0,
  charge = 0,
  button,
  children,
}: {
  title: string
  when: 'period_end' | 'now'
  refund?: number
  charge?: number
  button: string
  children: ReactNode
}) {
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="flex min-w-0 flex-col rounded-card border border-line bg-card p-5">
      <h3 className="type-d4">{title}</h3>
      <p className="type-sm mt-1.5 text-ink2 wrap-anywhere-safe">{children}</p>
      <Form method="post" preventScrollReset className="mt-auto pt-4">
        <FormKey />
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="when" value={when} />
        <input type="hidden" name="refund" value={refund} />
        <input type="hidden" name="charge" value={charge} />
        <Button type="submit" kind={when === 'now' ? 'danger' : 'secondary'} busy={busy}>
          {button}
        </Button>
      </Form>
    </div>
  )
}
