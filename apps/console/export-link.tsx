import { useLocation } from 'react-router'
import type { ListName } from '#modules/market/list-columns.ts'
import { LinkButton } from '#ui/button.tsx'
import { filtersOf } from './list-filters.ts'
import { useWords } from './words.tsx'

export const EXPORTS = '/operator/exports'

/** Leads to the form that makes a file of this list, with its filters and columns as they are. */
export function ExportLink({ list }: { list: ListName }) {
  const { t } = useWords()
  const { search } = useLocation()
  const columns = new URLSearchParams(search).get('columns')
  return (
    <LinkButton
      href={`${EXPORTS}?${new URLSearchParams([
        ['list', list],
        ...filtersOf(search),
        ...(columns === null ? [] : [['columns', columns]]),
      ])}`}
      kind="secondary"
      size="small"
    >
      {t('console.exports.export')}
    </LinkButton>
  )
}
