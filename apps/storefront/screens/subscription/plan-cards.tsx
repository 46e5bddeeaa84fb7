import { type ChangeEvent, useEffect, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup, RadioCard, Segmented } from '#ui/choice.tsx'
import { classes } from '#ui/classes.ts'
import { useWords } from '../../messages.tsx'
import { type PlanOffer, planPrice, planUse } from './plan-words.ts'

/** Hides the cards of the other period by CSS alone, so also without a script. */
const OTHER_PERIOD = {
  month: 'group-has-[[value=year]:checked]/plans:hidden',
  year: 'group-has-[[value=month]:checked]/plans:hidden',
}
const COLUMNS = ['', '', 'md:grid-cols-2', 'md:grid-cols-3', 'md:grid-cols-2 lg:grid-cols-4']

/**
 * Plans of an item as cards of equal height. Choosing one loads the page with it, which shows what
 * it costs; without a script a button does.
 */
export function PlanCards({
  plans,
  chosen,
  current,
  coupon,
}: {
  plans: readonly PlanOffer[]
  chosen: string
  /** The plan that the store has. */
  current?: string
  /** A code that is tried on the page. */
  coupon?: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const submit = useSubmit()
  const [plan, setPlan] = useState(chosen)
  useEffect(() => setPlan(chosen), [chosen])
  const [period, setPeriod] = useState(
    () => plans.find((one) => one.id === chosen)?.period ?? 'month',
  )
  const hasBoth = new Set(plans.map((one) => one.period)).size > 1
  const shown = hasBoth ? plans.filter((one) => one.period === period) : plans

  function choose({ currentTarget: radio }: ChangeEvent<HTMLInputElement>) {
    setPlan(radio.value)
    void submit(radio.form, { replace: true, preventScrollReset: true })
  }
  return (
    <Form method="get" preventScrollReset replace className="group/plans">
      {coupon !== undefined && <input type="hidden" name="coupon" value={coupon} />}
      {hasBoth && (
        <Segmented
          label={t('subscription.period')}
          name="period"
          value={period}
          segments={(['month', 'year'] as const).map((value) => ({
            value,
            label: t(`subscription.period.${value}`),
          }))}
          onChange={(value) => setPeriod(value === 'year' ? 'year' : 'month')}
          className="mb-3"
        />
      )}
      <ChoiceGroup label={t('subscription.plan.choose')} hidden>
        <div className={classes('grid gap-3 md:auto-rows-fr', COLUMNS[Math.min(shown.length, 4)])}>
          {plans.map((one) => (
            <RadioCard
              key={one.id}
              name="plan"
              value={one.id}
              checked={one.id === plan}
              onChange={choose}
              title={<bdi>{one.name}</bdi>}
              badge={
                one.id === current ? (
                  <Badge>{t('subscription.plan.current')}</Badge>
                ) : (
                  one.offer && <Badge tone="turquoise">{t('offer.badge')}</Badge>
                )
              }
              className={hasBoth ? OTHER_PERIOD[one.period] : undefined}
            >
              <span className="type-body block text-ink">
                <span className="strong figures">{planPrice(one, words)}</span>
              </span>
              {planUse({ ...one, cap: null }, words).map((line, n) => (
                <span key={n} className="mt-1 block">
                  {line}
                </span>
              ))}
            </RadioCard>
          ))}
        </div>
      </ChoiceGroup>
      <noscript>
        <Button type="submit" kind="secondary" size="medium" className="mt-3">
          {t('subscription.plan.show')}
        </Button>
      </noscript>
    </Form>
  )
}
