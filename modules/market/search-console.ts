import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { type Found, type Sought, soughtIn } from '#kernel/found.ts'
import { shortText } from '#kernel/waiting.ts'
import { findSubscriptions } from '#modules/billing/public.ts'
import { findItems, findReleases } from '#modules/catalog/public.ts'
import { findPeople } from '#modules/identity/public.ts'
import { findBuyers, findInvoices, findOrders } from '#modules/orders/public.ts'
import { findPartners } from '#modules/publishing/public.ts'
import { findStores } from '#modules/stores/public.ts'
import * as contract from './search-contract.ts'
import { FOUND_ROLES, type FoundKind, MOST_FOUND, narrowed } from './search-rules.ts'

/** `storeIds`: of the stores and buyers that were found. */
type Find = (
  ctx: ConsoleCtx,
  sought: Sought & { storeIds: readonly string[] },
  most: number,
) => Promise<Found[]>

/** Each from the module that owns it, along an index, bounded. */
const SOURCES: Readonly<Record<FoundKind, Find>> = {
  item: ({ db }, sought, most) => findItems(db, sought, most),
  release: ({ db }, sought, most) => findReleases(db, sought, most),
  partner: ({ db }, sought, most) => findPartners(db, sought, most),
  person: ({ db }, sought, most) => findPeople(db, sought, most),
  store: ({ db }, sought, most) => findStores(db, sought, most),
  buyer: ({ db }, sought, most) => findBuyers(db, sought, most),
  order: ({ db }, sought, most) => findOrders(db, sought, most),
  subscription: ({ db, locale }, { text, storeIds }, most) =>
    findSubscriptions(db, { text, storeIds, locale }, most),
  invoice: ({ db }, sought, most) => findInvoices(db, sought, most),
}

/** Their stores lead to orders and subscriptions, so they are looked for first. */
const OF_STORES = ['store', 'buyer'] as const

/** A source that fails says nothing about the others. */
async function find(
  ctx: ConsoleCtx,
  kind: FoundKind,
  sought: Sought,
  storeIds: readonly string[],
): Promise<Found[] | null> {
  try {
    return await SOURCES[kind](ctx, { ...sought, storeIds }, MOST_FOUND + 1)
  } catch (error) {
    ctx.log.error({ error, kind }, 'a source of the search could not be read')
    return null
  }
}

export const searchConsole = defineOperation({
  ...contract.searchConsole,
  run: async (ctx, { query }) => {
    const { kinds, text } = narrowed(query.q)
    const sought = soughtIn(text)
    const answer = { q: query.q, words: [...(sought?.words ?? [])] }
    if (sought === null) return { ...answer, too_short: true, found: [] }
    const role = personOf(ctx).operatorRole
    const mayOpen = (kind: FoundKind) => role !== null && FOUND_ROLES[kind].includes(role)
    const wanted = kinds.filter(
      (kind) => mayOpen(kind) && (query.kind === undefined || query.kind === kind),
    )
    const ofStores = new Map<FoundKind, Found[] | null>(
      await Promise.all(
        OF_STORES.map(async (kind) => [kind, await find(ctx, kind, sought, [])] as const),
      ),
    )
    const storeIds = [
      ...new Set([...ofStores.values()].flatMap((rows) => (rows ?? []).map((row) => row.place))),
    ]
    const found = await Promise.all(
      wanted.map(async (kind) => ({
        kind,
        rows: ofStores.has(kind)
          ? (ofStores.get(kind) ?? null)
          : await find(ctx, kind, sought, storeIds),
      })),
    )
    return {
      ...answer,
      too_short: false,
      found: found
        .filter(({ rows }) => rows === null || rows.length > 0)
        .map(({ kind, rows }) => ({
          kind,
          more: (rows?.length ?? 0) > MOST_FOUND,
          rows: rows && rows.slice(0, MOST_FOUND).map(present),
        })),
    }
  },
})

const present = ({ id, place, title, detail, state, amount, at }: Found) => ({
  id,
  place,
  title: shortText(title),
  detail: shortText(detail),
  state: state ?? null,
  amount: amount ?? null,
  at: at?.toISOString() ?? null,
})
