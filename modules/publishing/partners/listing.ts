import { LOCALES, type Locale, type Text, pickText } from '#lib/locale.ts'
import type { Currency } from '#lib/currencies.ts'
import { readUsedCurrencies } from '#modules/currencies/public.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  type ItemFacts,
  type ListingPlan,
  type OtherPrices,
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
import { requireOwnItem } from './items.ts'
import { pictureId } from './pictures.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import * as planContract from './plan-contract.ts'

export const getListing = defineOperation({
  ...itemContract.getListing,
  run: async (ctx, { params }) => {
    const row = await requireOwnItem(ctx.db, params)
    const [read, kept, categories, currencies] = await Promise.all([
      readDraft(ctx, row.id),
      findDraft(ctx.db, row.id),
      listCategoryNames(ctx.db, row.market),
      readUsedCurrencies(ctx),
    ])
    if (!read) throw refuse('not_found')
    const { facts, credits, tagIds, ...content } = kept?.content ?? contentOf(read.listing)
    const addressIn = (one: { sources: { path: string }[] }) => one.sources[0]?.path ?? ''
    const origins = await findOrigins(ctx.db, [
      ...content.pictures.map(addressIn),
      ...(content.icon === null ? [] : [content.icon]),
    ])
    const inWords = (tag: boolean) =>
      categories
        .filter((one) => one.tag === tag)
        .map((one) => ({ id: one.id, name: pickText(one.name, ctx.locale), names: one.name }))
    // Merged tags are replaced by their successor.
    const tags = new Set(
      (tagIds ?? read.listing.tagIds ?? []).map(
        (id) => categories.find((one) => one.former.includes(id))?.id ?? id,
      ),
    )
    return {
      revision: read.revision,
      currencies,
      changed: kept && { at: kept.changedAt.toISOString(), by: kept.changedBy },
      content: {
        ...content,
        tagIds: [...tags],
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
      },
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

const textByLocale = (words: Text): Text =>
  Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
const linesByLocale = (words: Text): ListingPlan['features'] =>
  Object.fromEntries(
    LOCALES.map(
      (locale) =>
        [
          locale,
          (words[locale] ?? '')
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean),
        ] as const,
    ).filter(([, list]) => list.length > 0),
  )

/** None is stored in the plan's own currency, and no empty list. */
function pricesBeside(own: Currency, given: OtherPrices): { prices?: OtherPrices } {
  const prices = Object.entries(given)
    .filter(([currency]) => currency !== own)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return prices.length === 0 ? {} : { prices: Object.fromEntries(prices) }
}

/** Prices are part of the draft: they change when the listing is approved. */
export const changePlans = defineOperation({
  ...planContract.changePlans,
  audit: auditedDraft,
  limits: draftLimits,
  run: async (ctx, { params, body }) => {
    const used = await readUsedCurrencies(ctx)
    const fields: Record<string, FieldMessage> = {}
    const requireUsed = (field: string, currency: Currency) => {
      if (!used.includes(currency))
        fields[field] = { code: 'field.currency_unused', params: { currency } }
    }
    requireUsed('currency', body.currency)
    for (const [index, plan] of body.plans.entries()) {
      for (const currency of Object.keys(plan.prices) as Currency[]) {
        const field = `plans.${index}.prices.${currency}`
        requireUsed(field, currency)
        // What is free or paid by use only is so in every currency.
        if (plan.amount_minor === 0) fields[field] = { code: 'field.amount' }
      }
      // Free plans cost 0, other plans more; only a usage plan may have no fixed price.
      if (
        plan.kind === 'free'
          ? plan.amount_minor !== 0
          : plan.kind !== 'usage' && plan.amount_minor === 0
      )
        fields[`plans.${index}.amount_minor`] = { code: 'field.amount' }
      if ((plan.kind === 'recurring') !== (plan.period !== null))
        fields[`plans.${index}.period`] = { code: 'field.invalid' }
    }
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
    return changeDraft(ctx, params, 'plans', body.revision, (content) => ({
      ...content,
      plans: body.plans.map((plan): ListingPlan => ({
        kind: plan.kind,
        period: plan.period,
        amountMinor: plan.amount_minor,
        currency: body.currency,
        name: textByLocale(plan.name),
        features: linesByLocale(plan.features),
        ...pricesBeside(body.currency, plan.prices),
      })),
    }))
  },
})
