import { Form, useNavigation } from 'react-router'
import type { getSubscription } from '#modules/billing/contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { directionOf } from '#lib/locale.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { TextField } from '#ui/field.tsx'
import { HangingSection } from '#ui/page-grid.tsx'
import { formatFigure } from '../../formats.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePeriodDates } from '../../period-formats.ts'
import { useShell } from '../../shell.tsx'
import { planUse, useAmounts } from './plan-words.ts'
import { capLevel, reachOf, unitsAtCap } from './usage-reach.ts'

export type Subscription = AnswerOf<typeof getSubscription>['data']
type Used = Subscription['usage'][number]

/** What was used in this period, what it costs, and the most that it may. */
export function UsageSection({
  subscription: one,
  days,
  error,
}: {
  subscription: Subscription
  days: { from: string; today: string }
  /** Of the field of the cap. */
  error: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const dates = usePeriodDates()
  const amount = useAmounts(one.plan.currency)
  const level = capLevel(one.usage_cost, one.cap)
  return (
    <HangingSection
      heading={t('subscription.usage')}
      aside={<p className="type-sm mt-1 text-ink2">{dates.range(days.from, days.today)}</p>}
    >
      <div className="grid gap-7">
        {one.usage.map((used) => (
          <MeterUse key={used.meter.key} used={used} cap={one.cap} amount={amount} />
        ))}
      </div>
      <div className="mt-5 grid items-start gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="type-sm text-ink2">
          <p className={level === 'reached' ? 'strong text-coral-text' : undefined}>
            {one.cap === null
              ? t('subscription.usage.no_cap', { cost: amount(one.usage_cost) })
              : t(`subscription.usage.${level}`, {
                  cost: amount(one.usage_cost),
                  cap: amount(one.cap),
                })}
          </p>
          <ul className="mt-1">
            {planUse({ ...one.plan, cap: null }, words).map((line, n) => (
              <li key={n}>{line}</li>
            ))}
          </ul>
        </div>
        <CapForm one={one} isReached={level === 'reached'} error={error} />
      </div>
    </HangingSection>
  )
}

function MeterUse({
  used: { meter, used, forecast, cost },
  cap,
  amount,
}: {
  used: Used
  cap: number | null
  amount: (amount: number) => string
}) {
  const { t, locale } = useWords()
  const reach = reachOf(meter, { used, forecast, cap })
  const figure = (units: number) => formatFigure(units, locale)
  const isCapped = unitsAtCap(meter, cap ?? 0) !== null && cap !== null
  const foresight =
    forecast <= meter.included
      ? 'forecast_free'
      : isCapped && forecast > reach
        ? 'forecast_cap'
        : 'forecast_over'
  const facts = { units: figure(used), included: figure(meter.included), name: meter.name }
  return (
    <div>
      <p className="type-body">
        <span className="type-d3 figures">
          <bdi>{facts.units}</bdi>
        </span>{' '}
        {meter.included > 0
          ? t('subscription.usage.of_included', facts)
          : isolated(meter.name, locale)}
      </p>
      <UseBar used={used} included={meter.included} reach={reach} isOver={used > meter.included} />
      <BarLabels
        included={meter.included > 0 ? t('subscription.usage.included', facts) : null}
        mark={meter.included / reach}
        reach={cap === null ? null : t('subscription.usage.reach', { units: figure(reach) })}
      />
      {used > 0 && !(isCapped && used >= reach) && (
        <p className="type-sm mt-2 text-ink2">
          {t(`subscription.usage.${foresight}`, { units: figure(forecast), cost: amount(cost) })}
        </p>
      )}
    </div>
  )
}

/** Below the bar: its ends, and what is included at its mark. */
function BarLabels({
  included,
  mark,
  reach,
}: {
  included: string | null
  /** Of the bar, from 0 to 1. */
  mark: number
  reach: string | null
}) {
  const { locale } = useWords()
  const isTurned = directionOf(locale) === 'rtl'
  const at = (part: number) => `${Math.round((isTurned ? 1 - part : part) * 1000) / 10}%`
  const label = { y: 14, direction: directionOf(locale), className: 'type-xs figures fill-ink2' }
  return (
    <svg width="100%" height="20" className="mt-1 block overflow-visible">
      <text {...label} x={at(0)} textAnchor="start">
        0
      </text>
      {included !== null && mark < 1 && (
        <text
          {...label}
          x={at(Math.min(0.68, Math.max(0.2, mark)))}
          textAnchor="middle"
          className={`${label.className} hidden md:block`}
        >
          {included}
        </text>
      )}
      {reach !== null && (
        <text {...label} x={at(1)} textAnchor="end">
          {reach}
        </text>
      )}
    </svg>
  )
}

/** Solid: used; the mark: what the plan includes; hatched: what is paid for beyond it. */
function UseBar({
  used,
  included,
  reach,
  isOver,
}: {
  used: number
  included: number
  reach: number
  isOver: boolean
}) {
  const { locale } = useWords()
  const part = (units: number) => Math.min(100, Math.round((units / reach) * 1000) / 10)
  const mark = part(included)
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="16"
      className={classes('mt-3 block', directionOf(locale) === 'rtl' && '-scale-x-100')}
    >
      <defs>
        <pattern
          id="hatched"
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3" height="7" className="fill-line2" />
        </pattern>
      </defs>
      <rect y="1" width="100%" height="14" rx="5" className="fill-stone2" />
      {mark < 100 && (
        <rect
          x={`${mark}%`}
          y="1"
          width={`${100 - mark}%`}
          height="14"
          fill="url(#hatched)"
          opacity="0.55"
        />
      )}
      <rect
        y="1"
        width={`${part(used)}%`}
        height="14"
        rx="5"
        className={isOver ? 'fill-sun' : 'fill-turquoise'}
      />
      {included > 0 && mark < 100 && (
        <rect x={`${mark}%`} width="2" height="16" className="fill-ink" />
      )}
    </svg>
  )
}

function CapForm({
  one,
  isReached,
  error,
}: {
  one: Subscription
  isReached: boolean
  error: string | undefined
}) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const amount = useAmounts(one.plan.currency)
  if (one.state === 'ended') return null
  return (
    <details className="group/cap" open={error !== undefined || undefined}>
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-3">
        <span className="type-body figures">
          {one.cap === null
            ? t('subscription.cap.none')
            : t('subscription.cap', { amount: amount(one.cap) })}
        </span>
        <span
          className={`button button-small ${isReached ? 'button-primary' : 'button-secondary'} group-open/cap:hidden`}
        >
          {t(isReached ? 'subscription.cap.raise' : 'subscription.cap.change')}
        </span>
      </summary>
      <Form method="post" preventScrollReset className="mt-3 grid justify-items-start gap-3">
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="intent" value="cap" />
        <TextField
          label={t('subscription.cap.new', { currency: one.plan.currency })}
          name="cap"
          type="number"
          inputMode="decimal"
          min="0"
          step="0.01"
          required
          dir="ltr"
          defaultValue={one.cap ?? ''}
          {...(error !== undefined && { error })}
          className="w-44"
        />
        <Button type="submit" kind="secondary" busy={busy}>
          {t('subscription.cap.save')}
        </Button>
      </Form>
    </details>
  )
}
