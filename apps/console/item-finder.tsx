import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { DataTable } from './data-table.tsx'
import { useWords } from './words.tsx'

/** Search for items to add to a list; `add` draws the form of one that was found. */
export function ItemFinder<Item extends { id: string; name: string; slug: string }>({
  q,
  found,
  hint,
  none,
  add,
}: {
  q: string
  found: readonly Item[]
  hint: string
  none: string
  add: (item: Item) => ReactNode
}) {
  const { t } = useWords()
  return (
    <>
      <Form
        method="get"
        role="search"
        preventScrollReset
        className="mt-5 mb-4 grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <TextField
          key={q}
          name="q"
          label={t('console.finder.find')}
          hint={hint}
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
          label={t('console.finder.found')}
          rows={found}
          empty={
            <p role="status" className="type-sm text-ink2">
              {none}
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
            { name: t('console.finder.add'), end: true, wide: true, cell: add },
          ]}
        />
      )}
    </>
  )
}

/** The button that adds an item. */
export function AddButton({ name }: { name: string }) {
  const { t } = useWords()
  return (
    <Button
      type="submit"
      size="small"
      kind="secondary"
      icon="plus"
      aria-label={`${t('console.finder.add')}: ${name}`}
    >
      {t('console.finder.add')}
    </Button>
  )
}
