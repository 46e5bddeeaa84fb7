import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Anchor } from '#ui/link.tsx'

export interface Column<Row> {
  name: string
  cell(row: Row): ReactNode
  end?: boolean
  wide?: boolean
  /** The rows are sorted by it; the link turns them around. */
  sorted?: { by: 'ascending' | 'descending'; href: string }
}

/** Boxes that select rows for a form elsewhere on the page. */
export interface RowBoxes<Row> {
  form: string
  value(row: Row): string
  label(row: Row): string
}

/** A table on wide screens, cards with labeled cells on narrow ones. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  empty,
  boxes,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Shown instead of a table without rows. */
  empty?: ReactNode
  boxes?: RowBoxes<Row> | undefined
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
              aria-sort={column.sorted?.by}
              className={`type-xs px-3 py-2 text-ink2 first:ps-2 last:pe-2 ${column.end ? 'text-end' : 'text-start'}`}
            >
              {column.sorted ? <SortLink name={column.name} {...column.sorted} /> : column.name}
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
                    {index === 0 && boxes ? (
                      <WithBox row={row} boxes={boxes}>
                        {content}
                      </WithBox>
                    ) : (
                      content
                    )}
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

/** On narrow screens the head is not seen; the menu of columns has the same link. */
const SortLink = ({
  name,
  by,
  href,
}: {
  name: string
  by: 'ascending' | 'descending'
  href: string
}) => (
  <>
    <span className="lg:hidden">{name}</span>
    <Anchor href={href} className="inline-flex items-center gap-1 hover:underline max-lg:hidden">
      {name}
      <Icon name={by === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />
    </Anchor>
  </>
)

/** A cell with the box of its row before it. */
const WithBox = <Row,>({
  row,
  boxes,
  children,
}: {
  row: Row
  boxes: RowBoxes<Row>
  children: ReactNode
}) => (
  <span className="flex items-start gap-2.5">
    <input
      type="checkbox"
      name="row"
      value={boxes.value(row)}
      form={boxes.form}
      aria-label={boxes.label(row)}
      className="checkbox shrink-0"
    />
    <span className="min-w-0">{children}</span>
  </span>
)

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
