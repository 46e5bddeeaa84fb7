import { useEffect, useRef, type ReactNode } from 'react'
import { Form } from 'react-router'
import type { OperatorBundle, findItemsForBundle } from '#modules/catalog/bundle-contract.ts'
import type { BundleState as State } from '#modules/catalog/bundle-rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { DataTable } from './data-table.tsx'
import { ButtonForm, FormKey, SelectField } from './forms.tsx'
import { Money } from './state-badges.tsx'
import { useWords } from './words.tsx'

const TONES: Record<State, Tone> = { draft: 'neutral', published: 'green', withdrawn: 'neutral' }

export function BundleState({ state }: { state: State }) {
  const { t } = useWords()
  return <Badge tone={TONES[state]}>{t(`console.bundles.state.${state}`)}</Badge>
}

export const percentText = (percent: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[locale], { style: 'percent' }).format(percent / 100)

type Item = OperatorBundle['items'][number]

/** An item with its plan, as the forms of a bundle send it. */
const pairOf = (item: string, plan: string) => `${item}:${plan}`
const pairsOf = (items: readonly Item[]): string =>
  items.map(({ id, plan }) => pairOf(id, plan.id)).join(' ')

/** The items that such a form names. */
export const readPairs = (text: string): { item: string; plan: string }[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((pair) => {
      const [item = '', plan = ''] = pair.split(':')
      return { item, plan }
    })

/** The list with the one at `index` moved to `to`. */
const moved = (items: readonly Item[], index: number, to: number): Item[] => {
  const others = items.toSpliced(index, 1)
  return others.toSpliced(to, 0, ...items.slice(index, index + 1))
}

/**
 * Rows of a list move when their buttons are pressed: gives the focus back to the pressed button,
 * or to another one of its row.
 */
function KeepFocus({ order, children }: { order: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ label: string; row: string } | null>(null)
  useEffect(() => {
    const { label, row } = pressed.current ?? {}
    pressed.current = null
    if (!row || box.current?.contains(document.activeElement)) return
    const buttons = [
      ...(box.current?.querySelectorAll<HTMLElement>(`[data-moves="${row}"] button`) ?? []),
    ]
    ;(buttons.find((one) => one.ariaLabel === label) ?? buttons[0])?.focus()
  }, [order])
  return (
    <div
      ref={box}
      onSubmitCapture={() => {
        const button = document.activeElement
        const row = button?.closest<HTMLElement>('[data-moves]')?.dataset.moves
        if (row) pressed.current = { label: button?.ariaLabel ?? '', row }
      }}
    >
      {children}
    </div>
  )
}

const Price = ({ amount, currency }: { amount: number | null; currency: string | null }) =>
  amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />

/** The items of a bundle in their order, with what each costs alone and in it. */
export function BundleItems({ bundle, mayChange }: { bundle: OperatorBundle; mayChange: boolean }) {
  const { t } = useWords()
  const { items, currency, sum } = bundle
  return (
    <KeepFocus order={pairsOf(items)}>
      <DataTable
        label={t('console.bundles.items')}
        rows={items}
        empty={<p className="type-sm mb-4 text-ink2">{t('console.bundles.no_items')}</p>}
        columns={[
          {
            name: t('console.bundles.item'),
            cell: (one) => (
              <>
                <TextLink href={`/operator/items/${one.id}`} className="strong">
                  <bdi>{one.name}</bdi>
                </TextLink>
                <span className="type-sm block text-ink2">
                  <bdi>{one.plan.name || one.slug}</bdi>
                </span>
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
          ...(mayChange
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  wide: true,
                  cell: (one: Item) => (
                    <ItemButtons items={items} index={items.indexOf(one)} item={one} />
                  ),
                },
              ]
            : []),
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
    </KeepFocus>
  )
}

function ItemButtons({
  items,
  index,
  item,
}: {
  items: readonly Item[]
  index: number
  item: Item
}) {
  const { t } = useWords()
  const button = (label: string, list: readonly Item[], kind?: 'danger-quiet') => (
    <ButtonForm
      name="items"
      about={item.name}
      label={label}
      hidden={{ items: pairsOf(list) }}
      {...(kind && { kind })}
    />
  )
  return (
    <span data-moves={item.id} className="flex flex-wrap justify-end gap-2">
      {index > 0 && button(t('console.bundles.up'), moved(items, index, index - 1))}
      {index < items.length - 1 &&
        button(t('console.bundles.down'), moved(items, index, index + 1))}
      {button(t('portal.pictures.remove'), items.toSpliced(index, 1), 'danger-quiet')}
    </span>
  )
}

/** Search for items to add; works without a script. */
export function AddItems({
  bundle,
  q,
  found,
}: {
  bundle: OperatorBundle
  q: string
  found: AnswerOf<typeof findItemsForBundle>['items']
}) {
  const { t } = useWords()
  return (
    <>
      <Form
        method="get"
        role="search"
        className="mt-5 mb-4 grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <TextField
          key={q}
          name="q"
          label={t('console.bundles.find')}
          hint={t('console.bundles.find_hint')}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
        />
        <Button type="submit" kind="secondary" icon="search" className="md:mb-7">
          {t('console.search')}
        </Button>
      </Form>
      {q !== '' && (
        <DataTable
          label={t('console.bundles.found')}
          rows={found}
          empty={
            <p role="status" className="type-sm text-ink2">
              {t('console.bundles.found_none')}
            </p>
          }
          columns={[
            {
              name: t('console.bundles.item'),
              cell: (one) => (
                <>
                  <bdi className="strong">{one.name}</bdi>
                  <bdi dir="ltr" className="type-sm block text-ink2">
                    {one.slug}
                  </bdi>
                </>
              ),
            },
            {
              name: t('console.bundles.add'),
              end: true,
              wide: true,
              cell: (one) => <AddForm bundle={bundle} item={one} />,
            },
          ]}
        />
      )}
    </>
  )
}

/** One button for an item with one plan, a choice of plans for others. */
function AddForm({
  bundle,
  item,
}: {
  bundle: OperatorBundle
  item: AnswerOf<typeof findItemsForBundle>['items'][number]
}) {
  const { t } = useWords()
  const { currency } = bundle
  const before = pairsOf(bundle.items)
  return (
    <Form method="post" className="flex flex-wrap items-end justify-end gap-3">
      <FormKey />
      <input type="hidden" name="form" value="items" />
      <input type="hidden" name="items" value={before} />
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
      <Button
        type="submit"
        size="small"
        kind="secondary"
        icon="plus"
        aria-label={`${t('console.bundles.add')}: ${item.name}`}
      >
        {t('console.bundles.add')}
      </Button>
    </Form>
  )
}
