import type { ConsoleCtx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { parseInput } from '#kernel/operation.ts'
import { listAllSubscriptions } from '#modules/billing/public.ts'
import { listAudit } from '#modules/identity/public.ts'
import { listStores } from '#modules/installs/public.ts'
import { listOrders } from '#modules/orders/public.ts'
import { listAllItems, listAllPartners } from '#modules/publishing/public.ts'
import { listAllReviews } from '#modules/reviews/public.ts'
import type { ListName } from './list-columns.ts'

/**
 * A list of the console, read by its own operation: files and acts on many rows follow its policy,
 * its filters and its order, whatever they become.
 */
export interface ListPages {
  operation: DefinedOperation<ConsoleCtx>
  /** The field of the answer with the rows. */
  lines: string
  /** The field of the query that takes `next` of the page before. */
  cursor: string
}

export const CONSOLE_LISTS: Readonly<Record<ListName, ListPages>> = {
  orders: { operation: listOrders, lines: 'orders', cursor: 'after' },
  items: { operation: listAllItems, lines: 'items', cursor: 'after' },
  subscriptions: { operation: listAllSubscriptions, lines: 'subscriptions', cursor: 'after' },
  stores: { operation: listStores, lines: 'stores', cursor: 'after' },
  partners: { operation: listAllPartners, lines: 'partners', cursor: 'after' },
  reviews: { operation: listAllReviews, lines: 'reviews', cursor: 'after' },
  audit: { operation: listAudit, lines: 'lines', cursor: 'before' },
}

export type Filters = Readonly<Record<string, string>>

/**
 * The filters that the list has, checked by its own schema; others and empty ones are left out.
 * Refuses callers who may not read the list.
 */
export function readFilters(
  ctx: ConsoleCtx,
  { operation, cursor }: ListPages,
  given: Filters,
): Filters {
  operation.authorize(ctx, undefined)
  const known = Object.keys(operation.operation.query?.shape ?? {})
  const filters = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== '' && field !== cursor && known.includes(field),
    ),
  )
  parseInput(operation.operation, { query: filters })
  return filters
}

/** The pages of a list, one after the other. */
export async function* pagesOf(
  ctx: ConsoleCtx,
  { operation, lines, cursor }: ListPages,
  filters: Filters,
): AsyncGenerator<readonly unknown[]> {
  let next: unknown = null
  do {
    const query = next === null ? filters : { ...filters, [cursor]: next }
    const page = (await operation.run(ctx, { query })) as Record<string, unknown>
    yield page[lines] as readonly unknown[]
    next = page.next
  } while (next !== null)
}
