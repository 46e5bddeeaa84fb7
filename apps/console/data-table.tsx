import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'

export interface Column<Row> {
  name: string
  cell(row: Row): ReactNode
  end?: boolean
  wide?: boolean
}

/** A table on wide screens, cards with labeled cells on narrow ones. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  empty,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}) {
  if (empty !== undefined && rows.length === 0) return empty
  return (
    <table className="block w-full border-y border-line lg:table lg:border-separate lg:border-spacing-0">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only lg:not-sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={`type-xs px-3 py-2 text-ink2 first:ps-2 last:pe-2 ${column.end ? 'text-end' : 'text-start'}`}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.id}
            className="grid gap-2 border-line px-2 py-3 not-first:border-t lg:table-row lg:p-0"
          >
            {columns.map((column, index) => {
              const content = column.cell(row)
              return (
                <td
                  key={column.name}
                  className={`type-sm ${content === false ? 'hidden' : 'flex'} items-baseline justify-between gap-4 lg:table-cell lg:min-w-24 lg:border-t lg:border-line lg:px-3 lg:py-1.5 lg:align-middle lg:first:ps-2 lg:last:pe-2 ${column.end ? 'lg:text-end' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className={`type-sm shrink-0 text-ink2 lg:hidden ${index === 0 ? 'sr-only' : ''}`}
                  >
                    {column.name}
                  </span>
                  {/* keep figures, days and states on one line; the first column shrinks */}
                  <span
                    className={`block min-w-0 wrap-anywhere ${index > 0 ? 'text-end' : ''} ${column.end ? '' : 'lg:text-start'} ${column.end && !column.wide && index > 0 ? 'lg:whitespace-nowrap' : ''}`}
                  >
                    {content}
                  </span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Link to the next page of a list. */
export const NextPage = ({ href, label }: { href: string | null; label: string }) =>
  href === null ? null : (
    <p className="mt-6">
      <LinkButton href={href} kind="secondary">
        {label}
      </LinkButton>
    </p>
  )

/** The filters in a URL: the named parameters that are not empty. */
export function queryOf<Name extends string>(
  request: Request,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const asked = new URL(request.url).searchParams
  return Object.fromEntries(
    names.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) as string]] : [])),
  ) as Partial<Record<Name, string>>
}

/** URL of the next page with the same filters. */
export const nextHref = (
  path: string,
  query: Record<string, string>,
  next: string | null,
): string | null =>
  next === null ? null : `${path}?${new URLSearchParams({ ...query, after: next })}`
