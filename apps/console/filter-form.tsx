import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { SelectField } from './select-field.tsx'
import { useWords } from './words.tsx'

/** The filters of a list, kept in its address: a search and a state, between them `children`. */
export function FilterForm({
  query,
  search: { name, ...search },
  states,
  keep = [],
  className = 'md:grid-cols-[3fr_1fr_auto]',
  children,
}: {
  query: Record<string, string>
  search: { name: string; label: string; maxLength: number; dir?: 'ltr' | 'auto' }
  states: readonly { value: string; name: string }[]
  /** Filters that are set by links only and stay in force. */
  keep?: readonly string[]
  className?: string
  children?: ReactNode
}) {
  const { t } = useWords()
  return (
    <Form method="get" role="search" className={`mb-7 grid items-end gap-4 ${className}`}>
      <TextField
        key={query[name]}
        name={name}
        defaultValue={query[name] ?? ''}
        autoComplete="off"
        {...search}
      />
      {children}
      <SelectField
        name="state"
        label={t('console.item.state')}
        value={query.state ?? ''}
        options={[{ value: '', name: t('console.items.any') }, ...states]}
      />
      {keep.map(
        (one) => query[one] && <input key={one} type="hidden" name={one} value={query[one]} />,
      )}
      <Button type="submit" kind="secondary" icon="search">
        {t('console.search')}
      </Button>
    </Form>
  )
}
