import { newId } from '#lib/ids.ts'
import { LOCALES } from '#lib/locale.ts'
import { fold } from '#lib/text.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Pricing } from '#modules/currencies/public.ts'
import { readCards } from './cards.ts'
import { refuse } from './errors.ts'
import * as contracts from './search-contract.ts'
import { MOST_SYNONYM_GROUPS } from './search-rules.ts'
import { neededOf, wordsOf } from './search-words.ts'
import { search } from './search.ts'
import { MARKET_SHELF } from './shelves.ts'
import * as rows from './synonym-data.ts'
import { expand, MOST_TERM_WORDS, readSynonyms } from './synonyms.ts'

const done = { success: true as const }

const presentGroup = ({ id, terms, previous, deleted_at: deletedAt }: rows.SynonymRow) => ({
  id,
  terms,
  deleted: deletedAt !== null,
  undoable: deletedAt !== null || previous !== null,
})

export const listSynonyms = defineOperation({
  ...contracts.listSynonyms,
  run: async ({ db }, { query }) => {
    const { rows: found, total } = await rows.listGroups(db, {
      q: fold(query.q ?? ''),
      after: query.after,
    })
    return {
      groups: found.map(presentGroup),
      total,
      next: found.length < rows.GROUPS_PER_PAGE ? null : (found.at(-1)?.number ?? null),
    }
  },
})

async function requireGroup(db: ConsoleCtx['db'], id: string): Promise<rows.SynonymRow> {
  const row = await rows.findGroup(db, id)
  if (!row) throw refuse('not_found')
  return row
}

export const getSynonyms = defineOperation({
  ...contracts.getSynonyms,
  run: async ({ db }, { params }) => presentGroup(await requireGroup(db, params.group)),
})

/** Each term once; refuses terms without a letter, with too many words, and a group of only one. */
function termsOf(given: rows.Terms): rows.Terms {
  const terms = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      [...new Map((given[locale] ?? []).map((term) => [fold(term), term])).values()],
    ]),
  )
  const wrong = Object.entries(terms).filter(([, said]) =>
    said.some((term) => {
      const words = fold(term).split(' ').filter(Boolean)
      return words.length === 0 || words.length > MOST_TERM_WORDS
    }),
  )
  const fields = Object.fromEntries(
    wrong.map(([locale]) => [`terms.${locale}`, { code: 'catalog.synonym_term' }]),
  )
  if (wrong.length > 0) throw refuse('input.invalid', { fields })
  if (Object.values(terms).flat().length < 2)
    throw refuse('input.invalid', { fields: { terms: { code: 'catalog.synonyms_few' } } })
  return terms
}

const readGroup = async (db: ConsoleCtx['db'], id: string) => {
  const row = await rows.findGroup(db, id)
  return row && row.deleted_at === null ? { ...row.terms } : null
}

const ofGroup = {
  kind: 'synonyms',
  id: ({ params }: { params: { group: string } }) => params.group,
  read: readGroup,
}

export const createSynonyms = defineOperation({
  ...contracts.createSynonyms,
  audit: {
    kind: 'synonyms',
    id: (_input: unknown, _ctx: ConsoleCtx, answer?: { id: string }) => answer?.id,
    read: readGroup,
  },
  run: async ({ db, clock }, { body }) => {
    if ((await rows.countGroups(db)) >= MOST_SYNONYM_GROUPS) throw refuse('catalog.synonyms_full')
    const id = newId('syn')
    await rows.insertGroup(db, id, termsOf(body.terms), clock.now())
    return { id }
  },
})

export const changeSynonyms = defineOperation({
  ...contracts.changeSynonyms,
  audit: ofGroup,
  run: async ({ db, clock }, { params, body }) => {
    const { terms: previous, deleted_at: deletedAt } = await requireGroup(db, params.group)
    if (deletedAt !== null) throw refuse('not_found')
    const now = clock.now()
    await rows.replaceTerms(db, params.group, { terms: termsOf(body.terms), previous, now })
    return done
  },
})

export const deleteSynonyms = defineOperation({
  ...contracts.deleteSynonyms,
  audit: ofGroup,
  run: async ({ db, clock }, { params }) => {
    const { deleted_at: deletedAt } = await requireGroup(db, params.group)
    if (deletedAt !== null) throw refuse('not_found')
    const now = clock.now()
    await rows.setDeleted(db, params.group, now, now)
    await rows.purgeDeletedGroups(db, now)
    return done
  },
})

export const undoSynonyms = defineOperation({
  ...contracts.undoSynonyms,
  audit: ofGroup,
  run: async ({ db, clock }, { params }) => {
    const { id, terms, previous, deleted_at: deletedAt } = await requireGroup(db, params.group)
    const now = clock.now()
    if (deletedAt !== null) await rows.setDeleted(db, id, null, now)
    else if (previous) await rows.replaceTerms(db, id, { terms: previous, previous: terms, now })
    else throw refuse('not_found')
    return done
  },
})

const ITEMS_SHOWN = 10
/** Prices do not matter in the order of relevance. */
const ANY_PRICING: Pricing = { currency: 'EUR', stepMinor: 1, endingMinor: 0, rates: new Map() }

export const testSearch = defineOperation({
  ...contracts.testSearch,
  run: async (ctx, { query: { q, market, language } }) => {
    const found = await search(
      ctx,
      { q, market, locale: language },
      {
        shelf: MARKET_SHELF[market],
        filter: { price: undefined, band: 0, traits: 0 },
        sort: 'smart',
        pricing: ANY_PRICING,
        limit: ITEMS_SHOWN,
        offset: 0,
      },
    )
    const [cards, synonyms] = await Promise.all([
      readCards(ctx.db, found.revisions),
      readSynonyms(ctx),
    ])
    const { groups } = expand(synonyms, neededOf(wordsOf(q), market).must, language)
    return {
      total: found.matches,
      total_is_at_least: found.capped,
      items: cards.flatMap((card) => (card ? [{ slug: card.slug, name: card.name }] : [])),
      corrected: found.corrected,
      also: found.also,
      dropped: found.dropped,
      groups,
    }
  },
})

export const listMissedSearches = defineOperation({
  ...contracts.listMissedSearches,
  run: async ({ db }, { query: { market, after } }) => {
    const offset = /^\d{1,5}$/.test(after ?? '') ? Number(after) : 0
    const found = await rows.listMissed(db, { market, offset })
    const searches = found.slice(0, rows.MISSED_PER_PAGE)
    return {
      searches: searches.map((row) => ({
        id: `${row.market} ${row.words}`,
        market: row.market,
        words: row.words,
        language: row.locale,
        times: row.times,
        last_at: row.last_at.toISOString(),
      })),
      next: found.length > searches.length ? String(offset + searches.length) : null,
    }
  },
})

export const dismissMissedSearch = defineOperation({
  ...contracts.dismissMissedSearch,
  audit: {
    kind: 'missed_search',
    id: ({ body }: { body: { market: string; words: string } }) => `${body.market} ${body.words}`,
  },
  run: async ({ db }, { body: { market, words } }) => {
    if (!(await rows.deleteMissed(db, market, words))) throw refuse('not_found')
    return done
  },
})
