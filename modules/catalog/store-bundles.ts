import { pickText } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import { wholeList } from '#lib/wire.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { priceFor, pricingOf } from '#modules/currencies/public.ts'
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
    return wholeList(
      await Promise.all(
        bundles.map(async ({ items, ...bundle }) => ({
          ...presentBundleLine(bundle, ctx.locale),
          text: pickText(bundle.texts, ctx.locale),
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

/** What is owned is not charged; of one item that is left there is no bundle, and no discount. */
async function reducedPrices(
  ctx: Ctx,
  { items, percent_off: percentOff }: OfferedBundle,
  owned: ReadonlySet<string>,
  paid: readonly number[],
): Promise<number[]> {
  const lines = items.flatMap(({ id: itemId }, n) =>
    owned.has(itemId) ? [] : [{ itemId, listPriceMinor: paid[n] ?? 0 }],
  )
  if (lines.length < LEAST_ITEMS) return [...paid]
  const inBundle = await ctx.pricesInBundle(ctx, percentOff, lines)
  const reduced = new Map(lines.map(({ itemId }, n) => [itemId, inBundle[n] ?? 0]))
  return items.map(({ id }) => reduced.get(id) ?? 0)
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

export const getBundle = defineOperation({
  ...contract.getBundle,
  run: async (ctx, { query }) => {
    const bundle = (await readOfferedBundles(ctx)).find(({ slug }) => slug === query.slug)
    if (!bundle) throw refuse('catalog.bundle_not_found')
    const { items } = bundle
    const [context, owned] = await Promise.all([around(ctx), findOwned(ctx, items)])
    const cards = await presentCards(
      ctx.db,
      items.map(({ revision }) => revision),
      context,
    )
    const { pricing } = context
    const prices = items.map(({ plan }) =>
      priceFor(pricing, { ...plan, amountMinor: plan.priceMinor }),
    )
    const paid = prices.map(({ amountMinor }, n) => (owned.has(items[n]!.id) ? 0 : amountMinor))
    const reduced = await reducedPrices(ctx, bundle, owned, paid)
    const major = (amountMinor: number) => toMajor(amountMinor, pricing.currency)
    return {
      data: {
        ...presentBundleLine(bundle, ctx.locale),
        text: pickText(bundle.texts, ctx.locale),
        currency: pricing.currency,
        rate_date: prices.find(({ converted }) => converted)?.converted?.day ?? null,
        tax_included: context.taxIncluded,
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
        price: major(sumOf(paid)),
        price_in_bundle: major(sumOf(reduced)),
        saved: major(sumOf(paid) - sumOf(reduced)),
      },
    }
  },
})
