import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  type ListedRow,
  MOST_SLUG,
  PREFIX,
  SLUG,
  findListedRow,
  findTaken,
  insertDraftItem,
  isReservedSlug,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { differs, readDraft } from './draft.ts'
import * as itemContract from './item-contract.ts'

/** An item of this partner; others are not found. */
export async function requireOwnItem(
  db: ConsoleCtx['db'],
  { partner, item }: { partner: string; item: string },
): Promise<ListedRow> {
  const row = await findListedRow(db, item)
  if (row?.partnerId !== partner) throw refuse('not_found')
  return row
}

export const suggestItemNames = defineOperation({
  ...itemContract.suggestItemNames,
  run: async (ctx, { query }) => {
    const base = slugFor(query.name)
    const slugs = query.slug === undefined ? candidatesFor(base) : [query.slug]
    const prefixes =
      query.prefix === undefined ? candidatesFor(base.replace(/^[0-9-]+/, '')) : [query.prefix]
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
  ...itemContract.createItem,

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
    // A concurrent request took one of the names. Which one, the next attempt tells.
    if (id === null)
      throw refuse('input.invalid', { fields: { slug: { code: 'field.slug_taken' } } })
    return { id }
  },
})

export const getPartnerItem = defineOperation({
  ...itemContract.getPartnerItem,
  run: async (ctx, { params }) => {
    const row = await requireOwnItem(ctx.db, params)
    const draft = await readDraft(ctx, row.id)
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

const LETTERS: Record<string, string> = {
  ı: 'i',
  ş: 's',
  ğ: 'g',
  ç: 'c',
  ö: 'o',
  ü: 'u',
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
}

/**
 * A name as a slug: Latin letters without diacritics, digits, single hyphens; empty when nothing is
 * left.
 */
export function slugFor(name: string): string {
  const plain = name
    .toLocaleLowerCase('tr')
    .replace(/[ışğçöüæøß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MOST_SLUG - 4)
    .replace(/-$/, '')
}

type NameState = 'free' | 'taken' | 'reserved' | 'malformed'

/** State of a slug; `taken` are the slugs of other items. */
export function slugState(slug: string, taken: ReadonlySet<string>): NameState {
  if (slug.length < 2 || slug.length > MOST_SLUG || !SLUG.test(slug)) return 'malformed'
  if (isReservedSlug(slug)) return 'reserved'
  return taken.has(slug) ? 'taken' : 'free'
}

function prefixState(prefix: string, taken: ReadonlySet<string>): NameState {
  if (prefix.length < 2 || prefix.length > MOST_SLUG || !PREFIX.test(prefix)) return 'malformed'
  return taken.has(prefix) ? 'taken' : 'free'
}

/** The word and alternatives when it is taken: `carousel`, `carousel-2` … */
const candidatesFor = (word: string): string[] =>
  word === '' ? [] : [word, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${word}-${number}`)]
