import { newId } from '#lib/ids.ts'
import { pickText, type Locale, type Text } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import { type ConsoleCtx, defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { hasPrice, priceFor, type Pricing, pricingAtHome } from '#modules/currencies/public.ts'
import { findHomePlatform } from '#modules/stores/platforms/public.ts'
import * as contracts from './bundle-contract.ts'
import * as rows from './bundle-data.ts'
import { LEAST_ITEMS, MOST_ITEMS } from './bundle-rules.ts'
import type { BundlePlan } from './bundles.ts'
import { refuse } from './errors.ts'
import { missingIn, presentDays, readDays, writtenOf } from './merchandising-rules.ts'

const done = { success: true as const }

type Row = NonNullable<Awaited<ReturnType<typeof rows.findBundle>>>

const readBundle = async (db: ConsoleCtx['db'], id: string) => {
  const row = await rows.findBundle(db, id)
  return (
    row && {
      slug: row.slug,
      words: row.names,
      lead: row.texts,
      percent_off: row.percent_off,
      state: row.state,
      from: row.starts_at?.toISOString() ?? null,
      until: row.ends_at?.toISOString() ?? null,
      members: (await rows.listBundleItems(db, id)).map(({ slug }) => slug),
    }
  )
}

const ofBundle = {
  kind: 'bundle',
  id: ({ params }: { params: { bundle: string } }) => params.bundle,
  read: readBundle,
}

const found = (row: Row | undefined): Row => {
  if (!row) throw refuse('not_found')
  return row
}

const presentLine = ({ languages, clock }: Pick<ConsoleCtx, 'languages' | 'clock'>, row: Row) => ({
  id: row.id,
  market: row.market,
  slug: row.slug,
  name: row.names,
  percent_off: row.percent_off,
  state: row.state,
  ...presentDays({ ...row, active: row.state === 'published' }, clock.now()),
  // The text is optional; if written in one language, it is missing in the others.
  missing: missingIn(
    languages,
    row.names,
    ...(Object.keys(row.texts).length > 0 ? [row.texts] : []),
  ),
  changed_at: row.updated_at.toISOString(),
})

export const listBundles = defineOperation({
  ...contracts.listBundles,
  run: async (ctx, { query }) => {
    const all = await rows.listBundleRows(ctx.db, parsePageKey(query.after), PAGE_ROWS + 1)
    const page = pageOf(all, PAGE_ROWS, (row) => ({ at: row.updated_at, id: row.id }))
    return {
      bundles: page.rows.map((row) => ({ ...presentLine(ctx, row), items: row.items })),
      next: page.next,
    }
  },
})

/** In minor units; null where the market has no platform, or not the currency of the plan. */
const priceAt = (pricing: Pricing | null, { priceMinor, currency, prices }: BundlePlan) =>
  pricing && hasPrice(pricing, { currency })
    ? priceFor(pricing, { amountMinor: priceMinor, currency, prices }).amountMinor
    : null

const major = (amountMinor: number | null, pricing: Pricing | null) =>
  pricing && amountMinor !== null ? toMajor(amountMinor, pricing.currency) : null

const presentPlan = (plan: BundlePlan, pricing: Pricing | null, locale: Locale) => ({
  id: plan.id,
  name: pickText(plan.name, locale),
  price: major(priceAt(pricing, plan), pricing),
})

/**
 * Items and their sum, alone and in the bundle as stores of the first platform pay it; what is not
 * sold is not counted.
 */
async function presentItems(
  ctx: ConsoleCtx,
  items: readonly rows.BundleItemRow[],
  { pricing, percentOff }: { pricing: Pricing | null; percentOff: number },
) {
  const priced = items.flatMap(({ id, sold, plan }) => {
    const listPriceMinor = sold ? priceAt(pricing, plan) : null
    return listPriceMinor === null ? [] : [{ itemId: id, listPriceMinor }]
  })
  const home = await findHomePlatform(ctx.db)
  const [inBundle = []] = home
    ? await ctx.pricesInBundles(ctx, home.id, [{ percentOff, lines: priced }])
    : []
  const reduced = new Map(priced.map(({ itemId }, n) => [itemId, inBundle[n] ?? null]))
  const [before, after] = [priced.map((one) => one.listPriceMinor), inBundle].map((list) =>
    list.reduce((sum, one) => sum + one, 0),
  ) as [number, number]
  return {
    currency: pricing?.currency ?? null,
    items: items.map(({ plan, ...item }) => ({
      ...item,
      plan: presentPlan(plan, pricing, ctx.locale),
      price_in_bundle: major(reduced.get(item.id) ?? null, pricing),
    })),
    sum: pricing && {
      price: toMajor(before, pricing.currency),
      price_in_bundle: toMajor(after, pricing.currency),
      saved: toMajor(before - after, pricing.currency),
    },
  }
}

export const getOperatorBundle = defineOperation({
  ...contracts.getOperatorBundle,
  run: async (ctx, { params }) => {
    const [row, items, pricing] = await Promise.all([
      rows.findBundle(ctx.db, params.bundle).then(found),
      rows.listBundleItems(ctx.db, params.bundle),
      pricingAtHome(ctx),
    ])
    return {
      ...presentLine(ctx, row),
      lead: row.texts,
      ...(await presentItems(ctx, items, { pricing, percentOff: row.percent_off })),
    }
  },
})

export const findItemsForBundle = defineOperation({
  ...contracts.findItemsForBundle,
  run: async (ctx, { params, query }) => {
    const bundle = found(await rows.findBundle(ctx.db, params.bundle))
    if (query.q === '') return { items: [] }
    const [items, pricing] = await Promise.all([
      rows.findCandidates(ctx.db, bundle, query.q),
      pricingAtHome(ctx),
    ])
    return {
      items: items.map(({ plans, ...item }) => ({
        ...item,
        plans: plans.map((plan) => presentPlan(plan, pricing, ctx.locale)),
      })),
    }
  },
})

interface Given {
  name: Text
  lead: Text
  percent_off: number
  starts_at: string | null
  ends_at: string | null
}

/**
 * Without empty texts. Refuses a bundle without a name in the market's default language, or that
 * ends before it begins.
 */
function factsOf(
  ctx: ConsoleCtx,
  { name, lead, percent_off: percentOff, ...given }: Given,
): rows.BundleFacts {
  const language = defaultLanguage(ctx)
  const names = writtenOf(name)
  if (!names[language])
    throw refuse('input.invalid', { fields: { [`name.${language}`]: { code: 'field.required' } } })
  const days = readDays(given)
  if (!days) throw refuse('input.invalid', { fields: { ends_at: { code: 'field.invalid' } } })
  return { names, texts: writtenOf(lead), percentOff, ...days }
}

export const createBundle = defineOperation({
  ...contracts.createBundle,
  audit: {
    kind: 'bundle',
    id: (_input: unknown, _ctx: ConsoleCtx, answer?: { id: string }) => answer?.id,
    read: readBundle,
  },
  run: async (ctx, { body: { market, slug, collection, ...given } }) => {
    const id = newId('bnd')
    const row = { id, market, slug, at: ctx.clock.now() }
    if (!(await rows.insertBundle(ctx.db, row, factsOf(ctx, given))))
      throw refuse('backoffice.slug_taken', { fields: { slug: { code: 'backoffice.slug_taken' } } })
    if (collection !== undefined) {
      const items = await rows.listCollectionPlans(ctx.db, market, collection, MOST_ITEMS)
      await rows.replaceBundleItems(ctx.db, id, items, row.at)
    }
    return { id }
  },
})

export const changeBundle = defineOperation({
  ...contracts.changeBundle,
  audit: ofBundle,
  run: async (ctx, { params, body }) => {
    const row = found(await rows.lockBundle(ctx.db, params.bundle))
    const facts = factsOf(ctx, {
      ...body,
      name: { ...row.names, ...body.name },
      lead: { ...row.texts, ...body.lead },
    })
    await rows.updateBundle(ctx.db, row.id, facts, ctx.clock.now())
    return done
  },
})

/** Refuses what a bundle of this market cannot have, such as a subscription or an item twice. */
async function requirePlans(
  { db }: ConsoleCtx,
  { market }: Row,
  items: readonly { item: string; plan: string }[],
): Promise<void> {
  const plans = await rows.findPlansForBundle(
    db,
    market,
    items.map(({ plan }) => plan),
  )
  const itemOf = new Map(plans.map((plan) => [plan.id, plan.item_id]))
  const isTwice = new Set(items.map(({ item }) => item)).size < items.length
  if (isTwice || items.some(({ item, plan }) => itemOf.get(plan) !== item))
    throw refuse('input.invalid', { fields: { items: { code: 'field.invalid' } } })
}

export const setBundleItems = defineOperation({
  ...contracts.setBundleItems,
  audit: ofBundle,
  run: async (ctx, { params, body: { items } }) => {
    const row = found(await rows.lockBundle(ctx.db, params.bundle))
    await requirePlans(ctx, row, items)
    if (row.state === 'published' && items.length < LEAST_ITEMS)
      throw refuse('catalog.bundle_small')
    await rows.replaceBundleItems(ctx.db, row.id, items, ctx.clock.now())
    return done
  },
})

export const publishBundle = defineOperation({
  ...contracts.publishBundle,
  audit: ofBundle,
  run: async (ctx, { params }) => {
    const row = found(await rows.lockBundle(ctx.db, params.bundle))
    const items = await rows.listBundleItems(ctx.db, row.id)
    if (items.filter(({ sold }) => sold).length < LEAST_ITEMS) throw refuse('catalog.bundle_small')
    await rows.setBundleState(ctx.db, row.id, 'published', ctx.clock.now())
    return done
  },
})

export const withdrawBundle = defineOperation({
  ...contracts.withdrawBundle,
  audit: ofBundle,
  run: async (ctx, { params }) => {
    const row = found(await rows.lockBundle(ctx.db, params.bundle))
    // A draft stays one: it was never offered.
    if (row.state === 'published')
      await rows.setBundleState(ctx.db, row.id, 'withdrawn', ctx.clock.now())
    return done
  },
})

export const deleteBundle = defineOperation({
  ...contracts.deleteBundle,
  audit: ofBundle,
  run: async (ctx, { params }) => {
    const row = found(await rows.lockBundle(ctx.db, params.bundle))
    if (row.state !== 'draft') throw refuse('catalog.bundle_public')
    await rows.removeBundle(ctx.db, row.id)
    return done
  },
})
