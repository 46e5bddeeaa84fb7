import { Form } from 'react-router'
import type { OperatorBundle, findItemsForBundle } from '#modules/catalog/bundle-contract.ts'
import type { BundleState as State } from '#modules/catalog/bundle-rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { FormKey, SelectField } from './forms.tsx'
import { AddButton } from './item-finder.tsx'
import { ItemLink } from './item-link.tsx'
import { ShowingDays } from './merchandising-fields.tsx'
import { OrderedTable } from './ordered-table.tsx'
import { Money } from './state-badges.tsx'
import { useWords } from './words.tsx'

const TONES: Record<State, Tone> = { draft: 'neutral', published: 'green', withdrawn: 'neutral' }

/** A published one that is not offered yet, or no more, says so. */
export function BundleState({
  state,
  ...days
}: { state: State } & Parameters<typeof ShowingDays>[0]) {
  const { t } = useWords()
  if (state === 'published' && (days.starts_at ?? days.ends_at) !== null)
    return (
      <span>
        <ShowingDays {...days} />
      </span>
    )
  return <Badge tone={TONES[state]}>{t(`console.bundles.state.${state}`)}</Badge>
}

export const percentText = (percent: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[locale], { style: 'percent' }).format(percent / 100)

type Item = OperatorBundle['items'][number]

/** An item with its plan, as the forms of a bundle send it. */
const pairOf = (item: string, plan: string) => `${item}:${plan}`
const keyOf = ({ id, plan }: Item) => pairOf(id, plan.id)
/** The items that such a form names. */
export const readPairs = (pairs: readonly string[]): { item: string; plan: string }[] =>
  pairs.map((pair) => {
    const [item = '', plan = ''] = pair.split(':')
    return { item, plan }
  })

const Price = ({ amount, currency }: { amount: number | null; currency: string | null }) =>
  amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />

/** The items of a bundle in their order, with what each costs alone and in it. */
export function BundleItems({ bundle, mayChange }: { bundle: OperatorBundle; mayChange: boolean }) {
  const { t } = useWords()
  const { items, currency, sum } = bundle
  return (
    <>
      <OrderedTable
        label={t('console.bundles.items')}
        form="items"
        rows={items}
        keyOf={keyOf}
        nameOf={({ name }) => name}
        mayChange={mayChange}
        removable
        empty={<p className="type-sm mb-4 text-ink2">{t('console.bundles.no_items')}</p>}
        columns={[
          {
            name: t('console.bundles.item'),
            cell: (one) => (
              <>
                <ItemLink item={one} below={<bdi>{one.plan.name || one.slug}</bdi>} />
                {!one.sold && <Badge tone="coral">{t('console.bundles.not_sold')}</Badge>}
              </>
            ),
          },
          {
            name: t('console.bundles.alone'),
            end: true,
            cell: (one) => <Price amount={one.plan.price} currency={currency} />,
          },
          {
            name: t('console.bundles.inside'),
            end: true,
            cell: (one) => <Price amount={one.price_in_bundle} currency={currency} />,
          },
        ]}
      />
      {sum && currency && items.length > 0 && (
        <p className="type-sm mt-3 flex flex-wrap justify-end gap-x-6 gap-y-1 px-2 text-ink2">
          <span>
            {t('console.bundles.sum')} <Money amount={sum.price} currency={currency} />
          </span>
          <span>
            {t('console.bundles.saved')} <Money amount={sum.saved} currency={currency} />
          </span>
          <span className="strong text-ink">
            {t('console.bundles.inside')} <Money amount={sum.price_in_bundle} currency={currency} />
          </span>
        </p>
      )}
    </>
  )
}

/** One button for an item with one plan, a choice of plans for others. */
export function AddForm({
  bundle,
  item,
}: {
  bundle: OperatorBundle
  item: AnswerOf<typeof findItemsForBundle>['items'][number]
}) {
  const { t } = useWords()
  const { currency } = bundle
  return (
    <Form method="post" className="flex flex-wrap items-end justify-end gap-3">
      <FormKey />
      <input type="hidden" name="form" value="items" />
      <input type="hidden" name="order" value={bundle.items.map(keyOf).join(' ')} />
      {item.plans.length === 1 ? (
        <>
          <input type="hidden" name="add" value={pairOf(item.id, item.plans[0]?.id ?? '')} />
          <span className="self-center">
            <Price amount={item.plans[0]?.price ?? null} currency={currency} />
          </span>
        </>
      ) : (
        <SelectField
          name="add"
          label={t('console.bundles.plan')}
          value=""
          options={item.plans.map((plan) => ({
            value: pairOf(item.id, plan.id),
            name: plan.name,
          }))}
        />
      )}
      <AddButton name={item.name} />
    </Form>
  )
}
