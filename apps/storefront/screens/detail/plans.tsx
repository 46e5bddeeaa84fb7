import type { ItemDetail } from '#modules/catalog/contract.ts'
import { CheckList } from '#ui/panel.tsx'
import { PlainPrice } from '#ui/price.tsx'
import { useWords } from '../../messages.tsx'
import { priceInFull } from '../../prices.ts'

type Plan = ItemDetail['plans'][number]

/** More than one way to pay: each with what it gives, and whether it can be bought (D9). */
export function Plans({ item }: { item: ItemDetail }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {item.plans.map((plan) => (
        <li
          key={plan.id}
          className="flex min-w-0 flex-col rounded-card border border-line bg-card p-5"
        >
          <OnePlan plan={plan} installable={item.installable} />
        </li>
      ))}
    </ul>
  )
}

function OnePlan({ plan, installable }: { plan: Plan; installable: boolean }) {
  const words = useWords()
  const { t } = words
  return (
    <>
      <h3 className="type-d4 wrap-anywhere-safe">
        <bdi>{plan.name || t(`detail.plan.${plan.kind}`)}</bdi>
      </h3>
      <PlainPrice {...priceInFull(plan, words)} small className="mt-1" />
      {plan.features.length > 0 && (
        <CheckList
          items={plan.features.map((feature, n) => (
            <bdi key={n}>{feature}</bdi>
          ))}
          className="mt-3.5"
        />
      )}
      {installable && !plan.buyable && (
        <p className="type-sm mt-auto pt-3.5 text-ink2">{t('detail.not_for_sale')}</p>
      )}
    </>
  )
}
