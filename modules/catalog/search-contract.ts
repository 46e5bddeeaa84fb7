import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { byLocale } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { done } from '#modules/identity/contract.ts'
import { SYNONYM_RULES } from './search-rules.ts'

/** How operators tend search: words that mean the same, and searches that found nothing. */

const SEARCH = { tag: 'Operator: search', source: 'D24' } as const
const READ = { ...SEARCH, policy: { who: 'operator', roles: OPERATOR_ROLES } } as const
const CHANGE = { ...SEARCH, policy: { who: 'operator', roles: ['admin', 'reviewer'] } } as const
const ofGroup = { ...CHANGE, params: z.object({ group: z.string().max(60) }) }

const terms = byLocale(
  z.array(z.string().trim().min(1).max(SYNONYM_RULES.term)).max(SYNONYM_RULES.terms),
)
const shownTerms = z.partialRecord(z.enum(LOCALES), z.array(z.string()))
const group = z.object({
  id: z.string(),
  terms: shownTerms,
  deleted: z.boolean().describe('not searched any more, and can still be undone'),
  undoable: z.boolean(),
})
const after = z.string().max(200).optional()

export const listSynonyms = declareOperation({
  ...READ,
  id: 'listSynonyms',
  summary: 'Groups of words that mean the same, the newest first',
  method: 'get',
  path: '/operator/synonyms',
  query: z.object({
    q: z.string().trim().max(SYNONYM_RULES.term).optional().describe('part of a term'),
    after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
  output: z.object({ groups: z.array(group), total: z.int(), next: z.int().nullable() }),
  refusals: [],
})

export const getSynonyms = declareOperation({
  ...READ,
  id: 'getSynonyms',
  summary: 'One group of words that mean the same',
  method: 'get',
  path: '/operator/synonyms/{group}',
  params: z.object({ group: z.string().max(60) }),
  output: group,
  refusals: ['not_found'],
})

export const createSynonyms = declareOperation({
  ...CHANGE,
  id: 'createSynonyms',
  summary: 'Words that mean the same, by language; searched at once',
  method: 'post',
  path: '/operator/synonyms',
  body: z.object({ terms }),
  output: z.object({ id: z.string() }),
  refusals: ['catalog.synonyms_full'],
})

export const changeSynonyms = declareOperation({
  ...ofGroup,
  id: 'changeSynonyms',
  summary: 'All words of a group',
  method: 'put',
  path: '/operator/synonyms/{group}',
  body: z.object({ terms }),
  output: done,
  refusals: ['not_found'],
})

export const deleteSynonyms = declareOperation({
  ...ofGroup,
  id: 'deleteSynonyms',
  summary: 'A group is not searched any more; can be undone for a month',
  method: 'delete',
  path: '/operator/synonyms/{group}',
  output: done,
  refusals: ['not_found'],
})

export const undoSynonyms = declareOperation({
  ...ofGroup,
  id: 'undoSynonyms',
  summary: 'A group as it was before its last change',
  method: 'post',
  path: '/operator/synonyms/{group}/undo',
  output: done,
  refusals: ['not_found'],
})

export const testSearch = declareOperation({
  ...READ,
  id: 'testSearch',
  summary: 'What a search finds, and which words it looks for besides',
  method: 'get',
  path: '/operator/search-test',
  query: z.object({
    q: z.string().trim().min(1).max(200),
    market: z.enum(MARKETS),
    language: z.enum(LOCALES),
  }),
  output: z.object({
    total: z.int(),
    total_is_at_least: z.boolean(),
    items: z.array(z.object({ slug: z.string(), name: z.string() })),
    corrected: z.string().nullable(),
    also: z.array(z.string()),
    dropped: z.array(z.string()),
    groups: z.array(z.string()).describe('groups of synonyms that its words belong to'),
  }),
  refusals: [],
})

export const listMissedSearches = declareOperation({
  ...READ,
  id: 'listMissedSearches',
  summary: 'Searches that no item answers with all of their words, the most frequent first',
  method: 'get',
  path: '/operator/missed-searches',
  query: z.object({ market: z.enum(MARKETS).optional(), after }),
  output: z.object({
    searches: z.array(
      z.object({
        id: z.string(),
        market: z.enum(MARKETS),
        words: z.string(),
        language: z.enum(LOCALES).describe('of the last reader'),
        times: z.int().describe('at least: what is cached is not counted again'),
        last_at: z.iso.datetime(),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const dismissMissedSearch = declareOperation({
  ...CHANGE,
  id: 'dismissMissedSearch',
  summary: 'A missed search leaves the list until it is made again',
  method: 'post',
  path: '/operator/missed-searches/dismiss',
  body: z.object({ market: z.enum(MARKETS), words: z.string().max(80) }),
  output: done,
  refusals: ['not_found'],
})
