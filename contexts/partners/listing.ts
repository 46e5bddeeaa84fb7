import { LOCALES, pickText, type Locale, type Text } from '#lib/locale.ts'
import { listCategoryNames, type ItemFacts } from '../catalog/public.ts'
import { implementConsole } from '../people/public.ts'
import { auditedDraft, changeDraft, draftLimits } from './change-draft.ts'
import { measuresOf, sayMissing } from './completeness.ts'
import { contentOf, type DraftContent } from './draft.ts'
import { findDraft } from './draft-data.ts'
import { refuse } from './errors.ts'
import { changeListingFacts as factsContract, changeListingWords as wordsContract, getListing as getContract } from './item-contract.ts'
import { requireOwnItem } from './items.ts'
import { pictureId } from './pictures/picture-list.ts'
import { readDraft } from './read-draft.ts'

export const getListing = implementConsole(getContract, null, async (ctx, { params }) => {
  const row = await requireOwnItem(ctx.db, params)
  const [read, kept, categories] = await Promise.all([readDraft(ctx.db, row.id), findDraft(ctx.db, row.id), listCategoryNames(ctx.db, row.market)])
  if (!read) throw refuse('not_found')
  const { facts, credits, ...content } = kept?.content ?? contentOf(read.listing)
  return {
    revision: read.revision, changed: kept && { at: kept.changedAt.toISOString(), by: kept.changedBy },
    content: {
      ...content, pictures: content.pictures.map(one => ({ ...one, id: pictureId(one) })), facts: { touches: facts.touches ?? [], leaves_alone: facts.leaves_alone ?? [], support: facts.support ?? [] },
      credits: credits.map(one => ({ package: one.package ?? '', version: one.version ?? '', author: one.author ?? '', licence: one.licence ?? '', source: one.source ?? '' })),
    },
    missing: read.missing.map(one => {
      const { wrong, mend, evidence } = sayMissing(one, ctx.locale)
      return { rule: one.rule, part: one.part, field: one.field, wrong, mend, evidence }
    }),
    measures: measuresOf(read.listing, read.missing),
    categories: categories.map(one => ({ id: one.id, name: pickText(one.name, ctx.locale) })),
  }
})

const paragraphs = (text: string): string[] => text.split(/\n\s*\n/).map(one => one.trim()).filter(Boolean)
const lines = (text: string): string[] => text.split('\n').map(one => one.trim()).filter(Boolean)

interface Row { title: string; text: string }

/** One language of rows that stand in three: a row that says nothing in any of them is gone. */
function mergeRows<T extends object>(had: readonly T[], given: readonly Row[], write: (row: T | undefined, said: Row) => T, isEmpty: (row: T) => boolean): T[] {
  return Array.from({ length: Math.max(had.length, given.length) }, (_, index) => write(had[index], given[index] ?? { title: '', text: '' })).filter(row => !isEmpty(row))
}

function withWord(text: Text | undefined, locale: Locale, word: string): Text {
  const { [locale]: _, ...others } = text ?? {}
  return word === '' ? others : { ...others, [locale]: word }
}

function mergeFacts(facts: ItemFacts, locale: Locale, given: { touches: Row[]; leaves_alone: Row[]; support: Row[] }): ItemFacts {
  type Fact = NonNullable<ItemFacts['touches']>[number]
  type Chapter = NonNullable<ItemFacts['support']>[number]
  const fact = (row: Fact | undefined, said: Row): Fact => ({ title: withWord(row?.title, locale, said.title), text: withWord(row?.text, locale, said.text) })
  const chapter = (row: Chapter | undefined, said: Row): Chapter => {
    const { [locale]: _, ...others } = row?.paragraphs ?? {}
    const written = paragraphs(said.text)
    return { heading: withWord(row?.heading, locale, said.title), paragraphs: written.length === 0 ? others : { ...others, [locale]: written } }
  }
  const mute = (one: Fact) => LOCALES.every(each => !one.title[each] && !one.text[each])
  return {
    touches: mergeRows(facts.touches ?? [], given.touches, fact, mute), leaves_alone: mergeRows(facts.leaves_alone ?? [], given.leaves_alone, fact, mute),
    support: mergeRows(facts.support ?? [], given.support, chapter, one => LOCALES.every(each => !one.heading[each] && !one.paragraphs[each]?.length)),
  }
}

export const changeListingWords = implementConsole(wordsContract, { audit: auditedDraft, limits: draftLimits }, (ctx, { params, body }) =>
  changeDraft(ctx, params, params.locale, body.revision, (content): DraftContent => {
    const said = { locale: params.locale, name: body.name, tagline: body.tagline, description: paragraphs(body.description), features: lines(body.features) }
    return { ...content, texts: [...content.texts.filter(one => one.locale !== params.locale), said], facts: mergeFacts(content.facts, params.locale, body) }
  }))

export const changeListingFacts = implementConsole(factsContract, { audit: auditedDraft, limits: draftLimits }, (ctx, { params, body }) =>
  changeDraft(ctx, params, 'about', body.revision, async (content, market): Promise<DraftContent> => {
    const known = new Set((await listCategoryNames(ctx.db, market)).map(one => one.id))
    if (body.category_ids.some(id => !known.has(id))) throw refuse('input.invalid', { fields: { category_ids: { code: 'field.invalid' } } })
    const links = Object.fromEntries(Object.entries({ ...content.links, ...body.links }).filter(([, href]) => href !== ''))
    return {
      ...content, links, categoryIds: [...new Set(body.category_ids)], inAppPurchase: body.in_app_purchase, ground: body.ground === '' ? null : body.ground.toLowerCase(),
      swatches: body.swatches.map(one => one.toLowerCase()), credits: body.credits.filter(credit => Object.values(credit).some(said => said !== '')),
    }
  }))
