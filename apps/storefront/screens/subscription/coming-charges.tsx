import type { z } from 'zod'
import type { coming } from '#modules/billing/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { Amount } from '#ui/amount.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { usePeriodDates } from '../../period-formats.ts'
import { useAmounts } from './plan-words.ts'

export type Coming = z.output<typeof coming>
type Charge = Coming['charges'][number]

const HEIGHT = 96
/** A bar that is too low for its figure has it above. */
const FIGURE_FITS = 24

/** The charges of the next twelve months: bars, their sum, and the same as a table. */
export function ComingCharges({ coming }: { coming: Coming }) {
  const { t } = useWords()
  const dates = useDates()
  const { currency, total, is_preliminary } = coming
  const amount = useAmounts(currency)
  // A plan by use costs nothing on its first day.
  const charges = coming.charges.filter((one) => one.plan + one.discount + one.cap > 0)
  const [first] = charges
  if (!first) return null
  const cap = Math.max(...charges.map((one) => one.cap))
  const isEven = charges.every((one) => one.plan === first.plan)
  return (
    <>
      {charges.length > 1 && <Bars charges={charges} currency={currency} />}
      <ul className="type-sm mt-3 flex flex-wrap gap-x-7 gap-y-1.5">
        {total > 0 && (
          <li className="flex items-start gap-2">
            <span aria-hidden="true" className="mt-1 size-3 shrink-0 rounded-[3px] bg-turquoise" />
            <span className="figures">
              {isEven && charges.length > 1
                ? t('subscription.coming.sum', {
                    count: charges.length,
                    each: amount(first.plan),
                    total: amount(total),
                  })
                : t('subscription.coming.total', { total: amount(total) })}
            </span>
          </li>
        )}
        {coming.coupon_ends && (
          <li className="figures basis-full strong">
            {t('subscription.coming.coupon_ends', {
              day: dates.day(coming.coupon_ends.day),
              amount: amount(coming.coupon_ends.plan),
            })}
          </li>
        )}
        {cap > 0 && (
          <li className="flex items-start gap-2">
            <span
              aria-hidden="true"
              className="mt-1 size-3 shrink-0 rounded-[3px] border border-dashed border-ink2"
            />
            <span className="figures">{t('subscription.coming.cap', { amount: amount(cap) })}</span>
          </li>
        )}
      </ul>
      <p className="type-sm mt-1.5 text-ink2">
        {t(is_preliminary ? 'subscription.coming.preliminary' : 'subscription.coming.with_tax')}
      </p>
      <details className="mt-1">
        <summary className="link type-sm inline-flex min-h-8 items-center">
          {t('subscription.coming.days')}
        </summary>
        <ChargeTable charges={charges} currency={currency} hasCap={cap > 0} />
      </details>
    </>
  )
}

/** The figure of an amount, without its currency. */
const figureOf = (amount: number, currency: Coming['currency']): string =>
  /\d[\d.,]*/.exec(amountText(amount, currency))?.[0] ?? ''

/** So long a figure fits a bar of a chart of middle width. */
const SHORT_FIGURE = 6

function Bars({ charges, currency }: { charges: readonly Charge[]; currency: Coming['currency'] }) {
  const most = Math.max(...charges.map((one) => one.plan + one.cap))
  const longest = Math.max(...charges.map((one) => figureOf(one.plan, currency).length))
  const seen = longest > SHORT_FIGURE ? '@4xl:block' : '@xl:block'
  return (
    <ol aria-hidden="true" className="@container grid grid-cols-12 gap-1 md:gap-2">
      {charges.map((one, n) => (
        <li key={one.day} className="min-w-0">
          <Bar charge={one} currency={currency} most={most} isFirst={n === 0} seen={seen} />
          <MonthName day={one.day} isFirst={n === 0} />
        </li>
      ))}
    </ol>
  )
}

/** Solid: the plan; dashed: the most that use may add. */
function Bar({
  charge,
  currency,
  most,
  isFirst,
  seen,
}: {
  charge: Charge
  currency: Coming['currency']
  most: number
  isFirst: boolean
  /** From which width of the chart on its figure is shown. */
  seen: string
}) {
  const heightOf = (amount: number) => (most === 0 ? 0 : Math.round((amount / most) * HEIGHT))
  const plan = heightOf(charge.plan)
  const whole = heightOf(charge.plan + charge.cap)
  const isInside = plan >= FIGURE_FITS
  return (
    <svg width="100%" height={HEIGHT} className="block overflow-visible">
      {whole > plan && (
        <rect
          x="0.5"
          y={HEIGHT - whole + 0.5}
          width="100%"
          height={whole - plan + 4}
          rx="5"
          strokeDasharray="3 3"
          className="fill-transparent stroke-line2"
        />
      )}
      <rect y={HEIGHT - plan} width="100%" height={plan} className="fill-paper" />
      <rect
        y={HEIGHT - plan}
        width="100%"
        height={plan}
        className={isFirst ? 'fill-turquoise' : 'fill-turquoise/35'}
      />
      <text
        x="50%"
        y={HEIGHT - (isInside ? plan - 17 : plan + 6)}
        textAnchor="middle"
        direction="ltr"
        className={`type-xs figures hidden ${seen} ${isFirst && isInside ? 'fill-on-turquoise strong' : 'fill-ink'}`}
      >
        {charge.plan > 0 && figureOf(charge.plan, currency)}
      </text>
    </svg>
  )
}

/** The year stands below the first month, and where it changes. */
function MonthName({ day, isFirst }: { day: string; isFirst: boolean }) {
  const dates = usePeriodDates()
  const hasYear = isFirst || day.slice(5, 7) === '01'
  const name = dates.month(day)
  return (
    <span
      className={`type-xs mt-1 block border-t-2 pt-1 text-center ${isFirst ? 'border-ink strong' : 'border-line2 text-ink2'}`}
    >
      <span className="hidden @xl:inline">{name}</span>
      <span className="@xl:hidden">{day.slice(5, 7)}</span>
      {hasYear && <span className="figures hidden text-ink2 @xl:block">{day.slice(0, 4)}</span>}
    </span>
  )
}

function ChargeTable({
  charges,
  currency,
  hasCap,
}: {
  charges: readonly Charge[]
  currency: Coming['currency']
  hasCap: boolean
}) {
  const { t } = useWords()
  const dates = useDates()
  const head = 'py-1.5 ps-4 text-end font-normal text-ink2 first:ps-0 first:text-start'
  return (
    <table className="type-sm mt-1 w-full max-w-140">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t('subscription.coming.day')}
          </th>
          <th scope="col" className={head}>
            {t('subscription.coming.plan')}
          </th>
          <th scope="col" className={head}>
            {t('subscription.coming.tax')}
          </th>
          {hasCap && (
            <th scope="col" className={head}>
              {t('subscription.coming.most')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {charges.map((one) => (
          <tr key={one.day} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-normal">
              {dates.day(one.day)}
            </th>
            {[one.plan, one.tax, ...(hasCap ? [one.cap] : [])].map((amount, n) => (
              <td key={n} className="figures py-1.5 ps-4 text-end">
                <Amount text={amountText(amount, currency)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
