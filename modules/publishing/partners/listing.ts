import type { z } from 'zod'
import { LOCALES, type Locale, type Text, pickText } from '#lib/locale.ts'
import type { Currency } from '#lib/currencies.ts'
import { readUsedCurrencies } from '#modules/currencies/public.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  type ItemFacts,
  findOrigins,
  listCategoryNames,
  sayFinding,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import {
  type DraftContent,
  auditedDraft,
  changeDraft,
  contentOf,
  draftLimits,
  findDraft,
  readDraft,
} from './draft.ts'
import { measuresOf } from './completeness.ts'
import * as itemContract from './item-contract.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { requireOwnItem } from './items.ts'
import { pictureId } from './pictures.ts'

/** The market's currencies, that of its first platform before the others. */
async function listPriceCurrencies(ctx: ConsoleCtx): Promise<Currency[]> {
  const [first] = ctx.sites
  const [used, platform] = await Promise.all([
    readUsedCurrencies(ctx),
    first && requirePlatform(ctx, first.platformId),
  ])
  return used.toSorted(
    (a, b) => Number(b === platform?.currency) - Number(a === platform?.currency),
  )
}

const addressIn = (one: { sources: { path: string }[] }) => one.sources[0]?.path ?? ''

/** `origins`: of pictures by address, where they are known. */
export function presentContent(
  { facts, credits, tagIds, ...content }: DraftContent,
  origins: ReadonlyMap<string, string>,
): z.input<typeof itemContract.listingContent> {
  return {
    ...content,
    tagIds: tagIds ?? [],
    icon_origin: origins.get(content.icon ?? '') ?? null,
    pictures: content.pictures.map((one) => ({
      ...one,
      id: pictureId(one),
      origin: origins.get(addressIn(one)) ?? null,
    })),
    facts: {
      touches: facts.touches ?? [],
      leaves_alone: facts.leaves_alone ?? [],
      support: facts.support ?? [],
    },
    credits: credits.map((one) => ({
      package: one.package ?? '',
      version: one.version ?? '',
      author: one.author ?? '',
      licence: one.licence ?? '',
      source: one.source ?? '',
    })),
  }
}

export const getListing = defineOperation({
  ...itemContract.getListing,
  run: async (ctx, { params }) => {
    const row = await requireOwnItem(ctx.db, params)
    const [read, kept, categories, currencies] = await Promise.all([
      readDraft(ctx, row.id),
      findDraft(ctx.db, row.id),
      listCategoryNames(ctx.db, row.market),
      listPriceCurrencies(ctx),
    ])
    if (!read) throw refuse('not_found')
    const drafted = kept?.content ?? contentOf(read.listing)
    const origins = await findOrigins(ctx.db, [
      ...drafted.pictures.map(addressIn),
      ...(drafted.icon === null ? [] : [drafted.icon]),
    ])
    const inWords = (tag: boolean) =>
      categories
        .filter((one) => one.tag === tag)
        .map((one) => ({ id: one.id, name: pickText(one.name, ctx.locale), names: one.name }))
    // Merged tags are replaced by their successor.
    const tags = new Set(
      (drafted.tagIds ?? read.listing.tagIds ?? []).map(
        (id) => categories.find((one) => one.former.includes(id))?.id ?? id,
      ),
    )
    return {
      revision: read.revision,
      currencies,
      changed: kept && { at: kept.changedAt.toISOString(), by: kept.changedBy },
      content: { ...presentContent(drafted, origins), tagIds: [...tags] },
      missing: read.missing.map((one) => {
        const { wrong, mend, evidence } = sayFinding(one.rule, one.finding, ctx.locale)
        return { rule: one.rule, part: one.part, field: one.field, wrong, mend, evidence }
      }),
      measures: measuresOf(read.listing, read.missing),
      categories: inWords(false),
      tags: inWords(true),
    }
  },
})

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)

interface Row {
  title: string
  text: string
}

/** Writes one language of rows that have three, and drops rows that are empty in all. */
function mergeRows<T extends object>(
  had: readonly T[],
  given: readonly Row[],
  write: (row: T | undefined, said: Row) => T,
  isEmpty: (row: T) => boolean,
): T[] {
  return Array.from({ length: Math.max(had.length, given.length) }, (_, index) =>
    write(had[index], given[index] ?? { title: '', text: '' }),
  ).filter((row) => !isEmpty(row))
}

function withWord(text: Text | undefined, locale: Locale, word: string): Text {
  const { [locale]: _, ...others } = text ?? {}
  return word === '' ? others : { ...others, [locale]: word }
}

function mergeFacts(
  facts: ItemFacts,
  locale: Locale,
  given: { touches: Row[]; leaves_alone: Row[]; support: Row[] },
): ItemFacts {
  type Fact = NonNullable<ItemFacts['touches']>[number]
  type Chapter = NonNullable<ItemFacts['support']>[number]
  const fact = (row: Fact | undefined, said: Row): Fact => ({
    title: withWord(row?.title, locale, said.title),
    text: withWord(row?.text, locale, said.text),
  })
  const chapter = (row: Chapter | undefined, said: Row): Chapter => {
    const { [locale]: _, ...others } = row?.paragraphs ?? {}
    const written = paragraphs(said.text)
    return {
      heading: withWord(row?.heading, locale, said.title),
      paragraphs: written.length === 0 ? others : { ...others, [locale]: written },
    }
  }
  const mute = (one: Fact) => LOCALES.every((each) => !one.title[each] && !one.text[each])
  return {
    touches: mergeRows(facts.touches ?? [], given.touches, fact, mute),
    leaves_alone: mergeRows(facts.leaves_alone ?? [], given.leaves_alone, fact, mute),
    support: mergeRows(facts.support ?? [], given.support, chapter, (one) =>
      LOCALES.every((each) => !one.heading[each] && !one.paragraphs[each]?.length),
    ),
  }
}

export const changeListingWords = defineOperation({
  ...itemContract.changeListingWords,
  audit: auditedDraft,
  limits: draftLimits,
  run: (ctx, { params, body }) =>
    changeDraft(ctx, params, params.locale, body.revision, (content): DraftContent => {
      const said = {
        locale: params.locale,
        name: body.name,
        tagline: body.tagline,
        description: paragraphs(body.description),
        features: lines(body.features),
      }
      return {
        ...content,
        texts: [...content.texts.filter((one) => one.locale !== params.locale), said],
        facts: mergeFacts(content.facts, params.locale, body),
      }
    }),
})

export const changeListingFacts = defineOperation({
  ...itemContract.changeListingFacts,
  audit: auditedDraft,
  limits: draftLimits,
  run: (ctx, { params, body }) =>
    changeDraft(
      ctx,
      params,
      'about',
      body.revision,
      async (content, market): Promise<DraftContent> => {
        const known = await listCategoryNames(ctx.db, market)
        const among = (tag: boolean, ids: readonly string[]) =>
          ids.every((id) => known.some((one) => one.tag === tag && one.id === id))
        if (!among(false, body.category_ids))
          throw refuse('input.invalid', { fields: { category_ids: { code: 'field.invalid' } } })
        if (!among(true, body.tag_ids ?? []))
          throw refuse('input.invalid', { fields: { tag_ids: { code: 'field.invalid' } } })
        const links = Object.fromEntries(
          Object.entries({ ...content.links, ...body.links }).filter(([, href]) => href !== ''),
        )
        return {
          ...content,
          links,
          categoryIds: [...new Set(body.category_ids)],
          ...(body.tag_ids && { tagIds: [...new Set(body.tag_ids)] }),
          inAppPurchase: body.in_app_purchase,
          ground: body.ground === '' ? null : body.ground.toLowerCase(),
          swatches: body.swatches.map((one) => one.toLowerCase()),
          credits: body.credits.filter((credit) =>
            Object.values(credit).some((said) => said !== ''),
          ),
        }
      },
    ),
})
