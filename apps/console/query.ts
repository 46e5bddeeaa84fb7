/** What of an address a list filters by: the named parameters that are not empty. */
export function queryOf<Name extends string>(request: Request, names: readonly Name[]): Partial<Record<Name, string>> {
  const asked = new URL(request.url).searchParams
  return Object.fromEntries(names.flatMap(name => (asked.get(name) ? [[name, asked.get(name) as string]] : []))) as Partial<Record<Name, string>>
}

/** The next page of a list: the same filters from there on. */
export const nextHref = (path: string, query: Record<string, string>, next: string | null): string | null => (next === null ? null : `${path}?${new URLSearchParams({ ...query, after: next })}`)
