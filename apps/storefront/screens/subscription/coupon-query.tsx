import { Form, useNavigation } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import type { previewSubscription } from '#modules/billing/contract.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWords } from '../../messages.tsx'
import { useAmounts } from './plan-words.ts'

/** Query parameter and field of a coupon code. */
export const COUPON = 'coupon'

/** What a coupon takes off: "50 % off the first 3 periods". */
export function useCouponWords(currency: Parameters<typeof useAmounts>[0]) {
  const { t } = useWords()
  const amount = useAmounts(currency)
  return (coupon: { percent: number | null; amount: number | null; periods: number | null }) => {
    const off =
      coupon.percent === null
        ? amount(coupon.amount ?? 0)
        : t('subscribe.coupon.percent', { percent: String(coupon.percent) })
    return coupon.periods === null
      ? t('subscribe.coupon.always', { off })
      : t('subscribe.coupon.first', { off, count: coupon.periods })
  }
}

/** A code that is tried on the page: it only shows what the plan would cost. */
export function CouponQuery({
  preview: { plan, coupon },
}: {
  preview: AnswerOf<typeof previewSubscription>['data']
}) {
  const { t } = useWords()
  const busy = useNavigation().state !== 'idle'
  const inWords = useCouponWords(plan.currency)
  return (
    <Form method="get" preventScrollReset replace>
      <input type="hidden" name="plan" value={plan.id} />
      {coupon?.valid ? (
        <>
          <p className="type-label mb-1.5">{t('coupon.label')}</p>
          <div className="flex min-h-11.5 items-center gap-3 rounded-control border border-line bg-card py-1.5 ps-3.5 pe-1.5">
            <Icon name="check" size={18} className="text-green" />
            <p className="type-body min-w-0 flex-1 wrap-anywhere-safe">
              <bdi className="strong">{coupon.code}</bdi>
              <span className="type-sm block text-green">{inWords(coupon)}</span>
            </p>
            <Button
              type="submit"
              name={COUPON}
              value=""
              kind="quiet"
              size="small"
              busy={busy}
              aria-label={t('coupon.remove_of', { code: coupon.code })}
            >
              {t('coupon.remove')}
            </Button>
          </div>
        </>
      ) : (
        <TextField
          label={t('coupon.label')}
          name={COUPON}
          defaultValue={coupon?.code ?? ''}
          maxLength={64}
          required
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          {...(coupon && { error: t('subscribe.coupon.invalid') })}
          beside={
            <Button type="submit" kind="secondary" busy={busy}>
              {t('coupon.apply')}
            </Button>
          }
        />
      )}
    </Form>
  )
}
