import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { T } from './order-amounts.ts'
import { COUPON_FIELD } from './payment-form.ts'

/** The coupon's own form, so that Enter does not pay. */
export const COUPON_FORM = 'coupon-form'

/**
 * A field for a coupon code, or the applied coupon with a button to remove it (S5.3). Works without
 * JavaScript.
 */
export function CouponField({
  applied,
  error,
  typed,
  busy,
  answered,
  t,
}: {
  /** The applied coupon and its discount, formatted. */
  applied: { code: string; saves: string } | null
  error: string | null
  /** The typed code, when the page was sent without JavaScript. */
  typed: string
  busy: boolean
  /** The last submission was answered by this page, so the focus moves to the result. */
  answered: boolean
  t: T
}) {
  const box = useRef<HTMLDivElement>(null)
  const code = applied?.code
  // The focused element disappears when field and coupon replace each other.
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
