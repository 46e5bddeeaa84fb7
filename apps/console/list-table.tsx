import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { LinkMenu, type MenuLink } from '#ui/link-menu.tsx'
import { DataTable, type Column, type RowBoxes } from './data-table.tsx'
import { useWords } from './words.tsx'

/** Kept in the address beside the filters: which columns are shown, and their order by time. */
export const SHOWN_AS = ['columns', 'sort'] as const

export interface ListColumn<Row> extends Column<Row> {
  id: string
  /** `always`: cannot be taken out. `extra`: is not there until somebody chooses it. */
  shown?: 'always' | 'extra'
  /** The time that the list is sorted by. */
  isTime?: boolean
}

/** A table whose columns and order the reader chooses; both stand in the address. */
export function ListTable<Row extends { id: string }>({
  columns,
  bar,
  ...table
}: {
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  empty?: ReactNode
  boxes?: RowBoxes<Row> | undefined
  /** What can be done with the rows whose boxes are ticked. */
  bar?: ReactNode
}) {
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  const shown = shownOf(columns, asked.get('columns'))
  const isOldestFirst = asked.get('sort') === 'oldest'
  const hrefWith = (name: (typeof SHOWN_AS)[number], value: string | null) => {
    const query = new URLSearchParams(asked)
    if (value === null) query.delete(name)
    else query.set(name, value)
    // Another order begins with its own first page.
    if (name === 'sort') query.delete('after')
    return query.size === 0 ? pathname : `${pathname}?${query}`
  }
  const turned = hrefWith('sort', isOldestFirst ? null : 'oldest')
  return (
    <>
      {table.rows.length > 0 && (
        <ListBar bar={table.boxes && bar}>
          <ColumnMenu
            columns={columns}
            shown={shown}
            isOldestFirst={isOldestFirst}
            turned={turned}
            hrefOf={(ids) => hrefWith('columns', ids)}
          />
        </ListBar>
      )}
      <DataTable
        {...table}
        columns={columns
          .filter((column) => shown.includes(column.id))
          .map((column) =>
            column.isTime
              ? {
                  ...column,
                  sorted: { by: isOldestFirst ? 'ascending' : 'descending', href: turned },
                }
              : column,
          )}
      />
    </>
  )
}

/** Above the rows; with something to do it stays in sight. */
export const ListBar = ({ bar, children }: { bar: ReactNode; children?: ReactNode }) => (
  <div
    className={classes(
      'flex flex-wrap items-end justify-between gap-x-4 gap-y-1',
      bar ? 'z-10 border-t border-line bg-paper py-2 md:sticky md:top-0' : 'mb-1',
    )}
  >
    {bar}
    {children}
  </div>
)

const idsOf = (columns: readonly ListColumn<never>[]): string[] =>
  columns.filter((column) => column.shown !== 'extra').map((column) => column.id)

/** The columns of the address in the order of the list, or those that the list begins with. */
function shownOf(columns: readonly ListColumn<never>[], asked: string | null): string[] {
  if (asked === null) return idsOf(columns)
  const chosen = asked.split(',')
  return columns
    .filter((column) => column.shown === 'always' || chosen.includes(column.id))
    .map((column) => column.id)
}

/** Each link puts a column in or takes it out. Those that the list begins with need no address. */
function ColumnMenu({
  columns,
  shown,
  isOldestFirst,
  turned,
  hrefOf,
}: {
  columns: readonly ListColumn<never>[]
  shown: readonly string[]
  isOldestFirst: boolean
  turned: string
  hrefOf(ids: string | null): string
}) {
  const { t } = useWords()
  const first = idsOf(columns).join()
  const links: MenuLink[] = columns
    .filter((column) => column.shown !== 'always')
    .map(({ id, name }) => {
      const ids = columns
        .map((column) => column.id)
        .filter((one) => (one === id ? !shown.includes(id) : shown.includes(one)))
        .join()
      return { href: hrefOf(ids === first ? null : ids), name, current: shown.includes(id) }
    })
  const time = columns.find((column) => column.isTime)
  if (time) links.push({ href: turned, name: t('console.list.oldest'), current: isOldestFirst })
  return (
    <LinkMenu
      label=""
      stays
      links={links}
      className="ms-auto w-fit"
      buttonClassName="text-ink2"
      button={
        <>
          {t('console.list.columns')}
          <Icon name="chevron-down" size={16} />
        </>
      }
    />
  )
}
