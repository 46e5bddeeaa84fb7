import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { COUPON_FIELD } from './payment-form.ts'
import type { T } from './order-amounts.ts'

/**
 * The form that the field and its buttons belong to; it stands outside the one that pays, so that
 * Enter here does not pay.
 */
export const COUPON_FORM = 'coupon-form'

/**
 * S5.3: a code to be typed, or the one that is applied, with the way to take it off. Works without
 * a script.
 */
export function CouponField({
  applied,
  error,
  typed,
  busy,
  answered,
  t,
}: {
  /** The order's coupon and what it takes off, as text. */
  applied: { code: string; saves: string } | null
  error: string | null
  /** What stood in the field when the page was sent without a script. */
  typed: string
  busy: boolean
  /** The last press was answered here: whoever pressed finds their place again. */
  answered: boolean
  t: T
}) {
  const box = useRef<HTMLDivElement>(null)
  const code = applied?.code
  // What had the focus is gone when the field makes way for the coupon, and the other way around.
  useEffect(() => {
    if (answered) box.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [code, answered])
  return (
    <div ref={box}>
      {applied ? (
        <>
          <p className="type-label mb-1.5">{t('coupon.label')}</p>
          <div className="flex min-h-11.5 items-center gap-3 rounded-control border border-line bg-card py-1.5 ps-3.5 pe-1.5">
            <Icon name="check" size={18} className="text-green" />
            <p className="type-body min-w-0 flex-1 wrap-anywhere-safe">
              <bdi className="strong me-1.5">{applied.code}</bdi>{' '}
              <span className="type-sm whitespace-nowrap text-green">{applied.saves}</span>
            </p>
            <Button
              type="submit"
              form={COUPON_FORM}
              name={COUPON_FIELD}
              value=""
              kind="quiet"
              size="small"
              busy={busy}
              aria-label={t('coupon.remove_of', { code: applied.code })}
            >
              {t('coupon.remove')}
            </Button>
          </div>
        </>
      ) : (
        <TextField
          label={t('coupon.label')}
          form={COUPON_FORM}
          name={COUPON_FIELD}
          defaultValue={typed}
          maxLength={64}
          required
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          {...(error !== null && { error })}
          beside={
            <Button type="submit" form={COUPON_FORM} kind="secondary" busy={busy}>
              {busy ? t('coupon.applying') : t('coupon.apply')}
            </Button>
          }
        />
      )}
      <p role="status" className="sr-only">
        {answered &&
          !busy &&
          (error ??
            (applied
              ? `${t('coupon.applied', { code: applied.code })}. ${applied.saves}`
              : t('coupon.removed')))}
      </p>
    </div>
  )
}
