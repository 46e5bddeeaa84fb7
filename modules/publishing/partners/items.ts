import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  findListedRow,
  findTaken,
  insertDraftItem,
  type ListedRow,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { differs } from './draft.ts'
import {
  createItem as createContract,
  getPartnerItem as getContract,
  suggestItemNames as suggestContract,
} from './item-contract.ts'
import { type NameState, prefixState, slugFor, slugState, triesFor } from './item-names.ts'
import { readDraft } from './read-draft.ts'

/** An item of this partner; another's is not there. */
export async function requireOwnItem(
  db: ConsoleCtx['db'],
  { partner, item }: { partner: string; item: string },
): Promise<ListedRow> {
  const row = await findListedRow(db, item)
  if (row?.partnerId !== partner) throw refuse('not_found')
  return row
}

export const suggestItemNames = defineOperation({
  ...suggestContract,
  run: async (ctx, { query }) => {
    const base = slugFor(query.name)
    const slugs = query.slug === undefined ? triesFor(base) : [query.slug]
    const prefixes =
      query.prefix === undefined ? triesFor(base.replace(/^[0-9-]+/, '')) : [query.prefix]
    const taken = await findTaken(ctx.db, [...slugs, ...prefixes])
    const choose = (tries: readonly string[], stateOf: (word: string) => NameState) => {
      const text = tries.find((word) => stateOf(word) === 'free') ?? tries[0] ?? ''
      return { text, state: stateOf(text) }
    }
    return {
      slug: choose(slugs, (word) => slugState(word, taken.slugs)),
      prefix: choose(prefixes, (word) => prefixState(word, taken.prefixes)),
    }
  },
})

export const createItem = defineOperation({
  ...createContract,

  audit: {
    kind: 'item',
    id: (_input, _ctx, answer) => answer?.id,
    read: async (db, id) => {
      const row = await findListedRow(db, id)
      return (
        row && {
          market: row.market,
          slug: row.slug,
          prefix: row.prefix,
          status: row.status,
          title: row.name,
        }
      )
    },
  },
  limits: (_ctx, { params }) => [{ key: `new items ${params.partner}`, most: 30, seconds: 86_400 }],

  run: async (ctx, { params, body }) => {
    const taken = await findTaken(ctx.db, [body.slug, body.prefix])
    const [slug, prefix] = [
      slugState(body.slug, taken.slugs),
      prefixState(body.prefix, taken.prefixes),
    ]
    const fields = {
      ...(slug !== 'free' && { slug: { code: `field.slug_${slug}` } }),
      ...(prefix !== 'free' && { prefix: { code: `field.prefix_${prefix}` } }),
    }
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
    const id = await insertDraftItem(ctx.db, {
      ...body,
      partnerId: params.partner,
      now: ctx.clock.now(),
    })
    // Somebody else was quicker: which of the two it was, the next try says.
    if (id === null)
      throw refuse('input.invalid', { fields: { slug: { code: 'field.slug_taken' } } })
    return { id }
  },
})

export const getPartnerItem = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await requireOwnItem(ctx.db, params)
    const draft = await readDraft(ctx.db, row.id)
    const role = personOf(ctx).partners.find((one) => one.id === params.partner)?.role
    if (!draft || !role) throw refuse('not_found')
    return {
      id: row.id,
      market: row.market,
      slug: row.slug,
      prefix: row.prefix,
      name: draft.listing.name,
      status: row.status,
      icon: draft.listing.icon,
      role,
      missing: draft.missing.length,
      differs: row.status !== 'published' || differs(draft.listed, draft.listing),
    }
  },
})
