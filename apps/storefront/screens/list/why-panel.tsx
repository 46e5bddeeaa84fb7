import type { WhyHere } from '#modules/catalog/find-contract.ts'
import { useWords } from '../../messages.tsx'
import { formatFigure } from '../../formats.ts'

/** D13: an item's score term by term, and the formula in plain words. */
export function WhyPanel({ why, label }: { why: WhyHere; label: string }) {
  const { t, locale } = useWords()
  const fields = new Intl.ListFormat(locale).format(
    why.matched.map((field) => t(`why.field_${field}`)),
  )
  const points = (figure: number) => formatFigure(figure * 100, locale, 1)
  const valueOf = ({ term, value }: WhyHere['terms'][number]) => {
    if (term === 'verified') return t(value > 0 ? 'why.verified_yes' : 'why.verified_no')
    const figure = {
      rating: formatFigure(value, locale, 1),
      installs: formatFigure(value, locale),
      recency: formatFigure(value, locale, 1),
      quality: formatFigure(Math.round(value * 100), locale),
    }
    return t(`why.${term}_value`, { value: figure[term] })
  }
  const most = Math.max(0.01, ...why.terms.map((term) => term.points))
  return (
    <section aria-label={label} className="mt-1 rounded-card bg-stone p-4 type-sm">
      {why.matched.length > 0 && (
        <p className="mb-2">
          <span className="strong">
            {t(why.by_meaning ? 'why.meant' : 'why.matched', { fields })}
          </span>{' '}
          {t('why.ranked')}
        </p>
      )}
      <p>{t('why.sum', { score: points(why.score) })}</p>
      <dl className="mt-2 grid gap-y-2">
        {why.terms.map((one) => (
          <div key={one.term} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <dt>
              <span className="strong">{t(`why.${one.term}`)}</span>{' '}
              <span className="text-ink2">{valueOf(one)}</span>
            </dt>
            <dd className="figures strong">{points(one.points)}</dd>
            <dd aria-hidden="true" className="col-span-2">
              <svg width="100%" height="4" className="block rounded-full bg-stone2">
                <rect
                  width={`${Math.min(100, (one.points / most) * 100)}%`}
                  height="4"
                  className="fill-turquoise"
                />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
      <details className="mt-3">
        <summary className="link inline-flex min-h-9 items-center">{t('why.formula')}</summary>
        <p className="mt-1 text-ink2">{t('why.formula_text')}</p>
      </details>
    </section>
  )
}
