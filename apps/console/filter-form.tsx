import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { SelectField } from './forms.tsx'
import { SHOWN_AS } from './list-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { useWords } from './words.tsx'

/**
 * The filters of a list, kept in the URL: a search and a state, with `children` between them. Below
 * are the views of this list that the person saved.
 */
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
  /** Filters that only links set, and the form keeps. */
  keep?: readonly string[]
  className?: string
  children?: ReactNode
}) {
  const { t } = useWords()
  return (
    <>
      <Form method="get" role="search" className={`mb-5 grid items-end gap-4 ${className}`}>
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
        {[...keep, ...SHOWN_AS].map(
          (one) => query[one] && <input key={one} type="hidden" name={one} value={query[one]} />,
        )}
        <Button type="submit" kind="secondary" icon="search">
          {t('console.search')}
        </Button>
      </Form>
      <SavedViews />
    </>
  )
}
