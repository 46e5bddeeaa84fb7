import type { ItemDetail } from '#contexts/catalog/contract.ts'
import { formatAmount, toMinor } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { useWords } from '../../messages.tsx'

/** S3.4: what the app sells inside itself, each with its price and whether it stays. */
export function Inside({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  return (
    <>
      <p className="type-body prose text-ink2">{t('detail.inside_note')}</p>
      <ul className="mt-4 rounded-card border border-line bg-card">
        {item.in_app_products.map(one => (
          <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line px-5 py-4 not-first:border-t">
            <div className="min-w-0 grow basis-60">
              <h3 className="type-label wrap-anywhere-safe">
                <bdi>{one.name}</bdi>
              </h3>
              {one.description && <p className="type-body text-ink2 wrap-anywhere-safe">{one.description}</p>}
              <p className="type-sm text-ink2">{t(`detail.inside.${one.kind}`)}</p>
            </div>
            <p className="type-body strong figures">
              <Amount text={formatAmount(toMinor(one.price) ?? 0, one.currency)} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
