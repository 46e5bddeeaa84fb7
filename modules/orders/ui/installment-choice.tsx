import type { Currency } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import type { InstallmentOffer } from '../card-contract.ts'
import { INSTALLMENTS } from './card-form.ts'
import { amountText, type T } from './order-amounts.ts'

/**
 * Installments as a table of radio buttons. On narrow screens the surcharge is shown below the
 * total.
 */
export function InstallmentChoice({
  offers,
  currency,
  count,
  onCount,
  t,
}: {
  offers: readonly InstallmentOffer[]
  currency: Currency
  count: number
  onCount: (count: number) => void
  t: T
}) {
  const amount = (value: number, sign = '') => <Amount text={sign + amountText(value, currency)} />
  const cell = 'py-2.5 ps-3 text-end align-middle figures'
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('pay.parts.choose')}</legend>
      <div className="overflow-hidden rounded-control-lg border border-line2 bg-card">
        <table className="type-body w-full">
          <thead className="type-sm text-ink2">
            <tr>
              <th scope="col" className="py-2 ps-4 text-start font-normal">
                <span className="sr-only">{t('pay.parts')}</span>
              </th>
              <th scope="col" className={cell}>
                {t('pay.parts.each')}
              </th>
              <th scope="col" className={`${cell} pe-4 md:pe-0`}>
                {t('pay.parts.total')}
              </th>
              <th scope="col" className={`${cell} hidden pe-4 md:table-cell`}>
                {t('pay.parts.surcharge')}
              </th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <tr
                key={offer.count}
                className="relative border-t border-line has-checked:bg-turquoise-tint/45 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
              >
                <th scope="row" className="ps-4 text-start font-normal">
                  {/* The label covers its row: the whole of it is the target. */}
                  <label className="flex min-h-11 items-center gap-3 after:absolute after:inset-0">
                    <input
                      type="radio"
                      name={INSTALLMENTS}
                      value={offer.count}
                      checked={count === offer.count}
                      onChange={() => onCount(offer.count)}
                      className="radio relative z-1 shrink-0 focus-visible:outline-none"
                    />
                    <span className={count === offer.count ? 'strong' : undefined}>
                      {offer.count === 1
                        ? t('pay.parts.single')
                        : t('pay.parts.count', { count: offer.count })}
                    </span>
                  </label>
                </th>
                <td className={cell}>{amount(offer.each)}</td>
                <td className={`${cell} strong pe-4 md:pe-0`}>
                  {amount(offer.total)}
                  {offer.surcharge > 0 && (
                    <span className="type-sm block font-normal text-ink2 md:hidden">
                      {amount(offer.surcharge, '+')}
                    </span>
                  )}
                </td>
                <td className={`${cell} hidden pe-4 text-ink2 md:table-cell`}>
                  {offer.surcharge > 0 ? amount(offer.surcharge, '+') : t('pay.parts.none')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  )
}
