import { useCallback, useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { actsOn, type BulkList } from '#modules/market/bulk-rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { RowBoxes } from '../data-table.tsx'
import { SelectField } from '../forms.tsx'
import { filterFields, filtersOf } from '../list-filters.ts'
import { KeyHint } from '../key-hint.tsx'
import { selectRow, useKeys } from '../list-keys.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'
import { BULK, BULK_FORM } from './places.ts'

export const useBulkActs = (list: BulkList) => actsOn(list, useShell().person?.operatorRole)

/** The boxes of a list's rows, where the person may do something with them. */
export function useRowBoxes<Row extends { id: string }>(
  list: BulkList,
  nameOf: (row: Row) => string,
  valueOf = (row: Row): string => row.id,
): RowBoxes<Row> | undefined {
  const { t } = useWords()
  if (useBulkActs(list).length === 0) return undefined
  return {
    form: BULK_FORM,
    value: valueOf,
    label: (row) => t('console.inbox.select', { title: nameOf(row) }),
  }
}

const isSelected = `input[name=row][form="${BULK_FORM}"]:checked`

/** How many rows are selected; null until a script counts. `loaded`: what changes with the rows. */
function useSelected(loaded: unknown): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const onChange = () => setCount(document.querySelectorAll(isSelected).length)
    onChange()
    document.addEventListener('change', onChange)
    return () => document.removeEventListener('change', onChange)
  }, [loaded])
  return count
}

/** X and ⇧X select rows, B goes to what can be done with them. */
function useBulkKeys(): void {
  const last = useRef(0)
  const pressed = useCallback((key: string, event: KeyboardEvent): boolean => {
    if (key === 'x') return selectRow(event.shiftKey, last)
    const bar = key === 'b' ? document.forms.namedItem(BULK_FORM) : null
    const first = bar?.querySelector<HTMLElement>('select, button')
    first?.focus()
    return first !== null && first !== undefined
  }, [])
  useKeys(pressed)
}

/** What can be done with the selected rows, or with all rows that the filters show. */
export function BulkBar({ list, loaded }: { list: BulkList; loaded: readonly unknown[] }) {
  const { t } = useWords()
  const { search } = useLocation()
  const acts = useBulkActs(list)
  const count = useSelected(loaded)
  useBulkKeys()
  return (
    <Form
      id={BULK_FORM}
      method="get"
      action={`${BULK}/new`}
      className="flex flex-wrap items-end gap-x-4 gap-y-2"
    >
      {Object.entries(filterFields(filtersOf(search))).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        label={t('console.bulk.with_selected')}
        name="act"
        value={acts[0] ?? ''}
        options={acts.map((act) => ({ value: act, name: t(`console.bulk.act.${act}`) }))}
      />
      <Button type="submit" kind="secondary" size="small" className="min-h-11.5">
        {t('console.bulk.plan')} <KeyHint keys="B" className="ms-1 max-md:hidden" />
      </Button>
      <Checkbox name="all" value="yes" className="flex min-h-11.5 items-center">
        {t('console.bulk.all')}
      </Checkbox>
      {count !== null && count > 0 && (
        <p role="status" className="type-sm min-h-11.5 content-center strong">
          {t('console.bulk.selected', { count })}
        </p>
      )}
    </Form>
  )
}
