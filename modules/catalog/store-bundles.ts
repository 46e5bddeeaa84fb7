import { pickText } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import { wholeList } from '#lib/wire.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { type Price, priceFor, type Pricing, pricingOf } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { LEAST_ITEMS } from './bundle-rules.ts'
import { type OfferedBundle, readOfferedBundles } from './bundles.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { presentBundleLine, presentCards } from './present.ts'
import { readShelves } from './shelves.ts'

/** What cards of a bundle need beside their rows. */
async function around(ctx: Ctx) {
  const [platform, pricing, shelves] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    pricingOf(ctx),
    readShelves(ctx, ctx.market),
  ])
  return { locale: ctx.locale, shelves, taxIncluded: platform.prices_include_tax, pricing }
}

export const listBundles = defineOperation({
  ...contract.listBundles,
  run: async (ctx) => {
    const [bundles, context] = await Promise.all([readOfferedBundles(ctx), around(ctx)])
    const priced = await priceBundles(ctx, context.pricing, bundles, NOTHING)
    return wholeList(
      await Promise.all(
        bundles.map(async ({ items, ...bundle }, n) => ({
          ...presentBundleLine(bundle, ctx.locale),
          text: pickText(bundle.texts, ctx.locale),
          ...presentSums(priced[n]!, context),
          items: await presentCards(
            ctx.db,
            items.map(({ revision }) => revision),
            context,
          ),
        })),
      ),
    )
  },
})

/** Ids of items that the signed-in store owns already. */
async function findOwned(ctx: Ctx, items: OfferedBundle['items']): Promise<Set<string>> {
  if (ctx.actor.kind !== 'store') return new Set()
  const states = await Promise.all(items.map(({ id }) => ctx.itemState(ctx, id)))
  return new Set(items.filter((_, n) => states[n]?.owned).map(({ id }) => id))
}
const NOTHING: ReadonlySet<string> = new Set()

/** A bundle with the prices of its items alone, and what is paid for each with and without it. */
interface PricedBundle {
  prices: Price[]
  paid: number[]
  reduced: number[]
}

/** What is owned is not charged; of one item that is left there is no bundle, and no discount. */
async function priceBundles(
  ctx: Ctx,
  pricing: Pricing,
  bundles: readonly OfferedBundle[],
  owned: ReadonlySet<string>,
): Promise<PricedBundle[]> {
  const alone = bundles.map(({ items, percent_off: percentOff }) => {
    const prices = items.map(({ plan }) =>
      priceFor(pricing, { ...plan, amountMinor: plan.priceMinor }),
    )
    const lines = items.flatMap(({ id: itemId }, n) =>
      owned.has(itemId) ? [] : [{ itemId, listPriceMinor: prices[n]?.amountMinor ?? 0 }],
    )
    return { items, prices, percentOff, lines }
  })
  const inBundles = await ctx.pricesInBundles(ctx, ctx.platformId, alone)
  return alone.map(({ items, prices, lines }, n) => {
    const paid = new Map(lines.map(({ itemId, listPriceMinor }) => [itemId, listPriceMinor]))
    const reduced =
      lines.length < LEAST_ITEMS
        ? paid
        : new Map(lines.map(({ itemId }, place) => [itemId, inBundles[n]?.[place] ?? 0]))
    const inOrder = (of: ReadonlyMap<string, number>) => items.map(({ id }) => of.get(id) ?? 0)
    return { prices, paid: inOrder(paid), reduced: inOrder(reduced) }
  })
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

const presentSums = (
  { prices, paid, reduced }: PricedBundle,
  { pricing, taxIncluded }: Pick<Awaited<ReturnType<typeof around>>, 'pricing' | 'taxIncluded'>,
) => ({
  currency: pricing.currency,
  rate_date: prices.find(({ converted }) => converted)?.converted?.day ?? null,
  tax_included: taxIncluded,
  price: toMajor(sumOf(paid), pricing.currency),
  price_in_bundle: toMajor(sumOf(reduced), pricing.currency),
  saved: toMajor(sumOf(paid) - sumOf(reduced), pricing.currency),
})

export const getBundle = defineOperation({
  ...contract.getBundle,
  run: async (ctx, { query }) => {
    const bundle = (await readOfferedBundles(ctx)).find(({ slug }) => slug === query.slug)
    if (!bundle) throw refuse('catalog.bundle_not_found')
    const { items } = bundle
    const [context, owned] = await Promise.all([around(ctx), findOwned(ctx, items)])
    const { pricing } = context
    const [cards, priced] = await Promise.all([
      presentCards(
        ctx.db,
        items.map(({ revision }) => revision),
        context,
      ),
      priceBundles(ctx, pricing, [bundle], owned),
    ])
    const [{ prices, reduced }, sums] = [priced[0]!, presentSums(priced[0]!, context)]
    const major = (amountMinor: number) => toMajor(amountMinor, pricing.currency)
    return {
      data: {
        ...presentBundleLine(bundle, ctx.locale),
        text: pickText(bundle.texts, ctx.locale),
        ...sums,
        items: items.flatMap(({ id, plan }, n) => {
          const item = cards.find((card) => card.id === id)
          return item
            ? {
                item,
                plan: { id: plan.id, name: pickText(plan.name, ctx.locale) },
                price: major(prices[n]?.amountMinor ?? 0),
                rate_date: prices[n]?.converted?.day ?? null,
                price_in_bundle: major(reduced[n] ?? 0),
                owned: owned.has(id),
              }
            : []
        }),
      },
    }
  },
})
