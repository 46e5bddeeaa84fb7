/** In the address of a list and no filter of it: language, page, and how the rows are shown. */
const NO_FILTERS = ['hl', 'after', 'before', 'columns', 'sort', 'list']

/** The filters in the address of a list. */
export const filtersOf = (search: string | URLSearchParams): [string, string][] =>
  [...new URLSearchParams(search)].filter(
    ([name, value]) => value !== '' && !NO_FILTERS.includes(name),
  )

/** Hidden fields of a form that are filters of a list begin so. */
const FILTER = 'filter.'

export const filterFields = (
  filters: readonly (readonly [string, string])[],
): Record<string, string> =>
  Object.fromEntries(filters.map(([name, value]) => [FILTER + name, value]))

/** The filters in the fields of a form. */
export const filtersIn = (fields: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      name.startsWith(FILTER) && typeof value === 'string'
        ? [[name.slice(FILTER.length), value]]
        : [],
    ),
  )
