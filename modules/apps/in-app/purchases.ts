import { canonicalJson, newId, sha256Hex } from '#lib/ids.ts'
import { appOf } from '#kernel/actor.ts'
import { type Services, inTransaction, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  type Manifest,
  addressOn,
  findInstalledRelease,
  findItem,
  productsOf,
} from '#modules/catalog/public.ts'
import { lockWorking } from '#modules/installs/public.ts'
import { placeProductOrder, priceProduct } from '#modules/orders/public.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import type { PurchaseState, purchase } from './contract.ts'
import { type PurchaseRow, findPurchase, insertPurchase, markConsumed } from './data.ts'
import { SignJWT, importJWK } from 'jose'
import type { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { readTarget } from '#lib/targets.ts'

const originsOf = (manifest: Manifest | undefined, storeUrl: string): string[] => [
  new URL(storeUrl).origin,
  ...(manifest?.kind === 'app'
    ? Object.values(manifest.links).flatMap((link) =>
        link ? [new URL(addressOn(link, storeUrl)).origin] : [],
      )
    : []),
]

/**
 * The app requests a purchase; the owner decides at our checkout. The price is that of the newest
 * release, as the listing shows it. The installation is locked meanwhile, so that two requests of
 * one store cannot collide and an app being uninstalled sells nothing.
 */
export const requestPurchase = defineOperation({
  ...contract.requestPurchase,
  run: async (ctx, { params, body }) => {
    const app = appOf(ctx, params.prefix)
    await consumeRateLimits(ctx, [
      { key: `app-purchases:${app.installationId}`, most: MAX_REQUESTS_PER_HOUR, seconds: 3600 },
    ])
    const item = await findItem(ctx, { id: app.itemId }, ctx.locale)
    const product = productsOf(item?.latest?.manifest).find((one) => one.id === body.product_id)
    if (!item || !product) throw refuse('in_app.product_not_found')
    if (item.status !== 'published' || !item.inAppPurchase) throw refuse('in_app.not_for_sale')
    if (product.kind === 'permanent' && body.quantity !== 1)
      throw refuse('input.invalid', { fields: { quantity: { code: 'field.invalid' } } })
    const fingerprint = sha256Hex(
      canonicalJson({ product: product.id, quantity: body.quantity, return_url: body.return_url }),
    )
    const id = newId('pur')
    const now = ctx.clock.now()
    const wish = {
      storeId: app.storeId,
      platformId: app.platformId,
      itemId: item.id,
      product,
      quantity: body.quantity,
    }
    const price = await priceProduct(ctx, wish)
    if (price === null) throw refuse('in_app.not_for_sale')

    const row = await inTransaction(ctx, async (trx) => {
      const installed = await lockWorking(trx, app.installationId)
      if (!installed) throw refuse('installs.not_installed')
      const known = await findPurchase(trx, app, { requestId: body.request_id })
      if (known) {
        if (known.fingerprint !== fingerprint) throw refuse('in_app.request_reused')
        return known
      }
      const release = await findInstalledRelease({ db: trx }, installed.release_id)
      const back = returnTo(body.return_url, originsOf(release?.manifest, app.storeUrl), id)
      if (back === null)
        throw refuse('in_app.return_url', { fields: { return_url: { code: 'in_app.return_url' } } })
      const order = await placeProductOrder(trx, { ...wish, returnTo: back }, price, now)
      await insertPurchase(
        trx,
        {
          id,
          order_id: order.id,
          installation_id: installed.id,
          store_id: app.storeId,
          item_id: item.id,
          request_id: body.request_id,
          fingerprint,
        },
        now,
      )
      const made = await findPurchase(trx, app, { id })
      if (!made) throw new Error('The new purchase was not found')
      return made
    })
    return { data: await presentPurchase(ctx, row) }
  },
})

export const getPurchase = defineOperation({
  ...contract.getPurchase,
  run: async (ctx, { params }) => {
    const row = await findPurchase(ctx.db, appOf(ctx, params.prefix), { id: params.id })
    if (!row) throw refuse('in_app.purchase_not_found')
    return { data: await presentPurchase(ctx, row) }
  },
})

export const consumePurchase = defineOperation({
  ...contract.consumePurchase,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    const before = await findPurchase(ctx.db, app, { id: params.id })
    if (!before) throw refuse('in_app.purchase_not_found')
    if (before.product_kind !== 'consumable') throw refuse('in_app.not_consumable')
    if (before.consumed_at === null) await markConsumed(ctx.db, before.id, ctx.clock.now())
    const row = await findPurchase(ctx.db, app, { id: params.id })
    if (!row?.consumed_at) throw refuse('in_app.not_paid')
    return { data: await presentPurchase(ctx, row) }
  },
})

type Needs = Pick<Services, 'origins' | 'sites' | 'signingKey' | 'clock'>

/** A purchase as its app sees it, without the receipt. */
export function factsOf(row: PurchaseRow) {
  return {
    purchase_id: row.id,
    order_number: row.number,
    product_id: row.product_id ?? '',
    kind: row.product_kind as 'permanent',
    quantity: (row.product as { quantity: number }).quantity,
    state: stateOf(row.state),
    total: toMajor(row.total_minor, row.currency),
    refunded: toMajor(row.refunded_minor, row.currency),
    currency: row.currency as Currency,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    consumed_at: row.consumed_at?.toISOString() ?? null,
  }
}

/** A purchase as its app sees it. */
async function presentPurchase(
  services: Needs,
  row: PurchaseRow,
): Promise<z.input<typeof purchase>> {
  const facts = factsOf(row)
  return {
    ...facts,
    checkout_url:
      facts.state === 'open'
        ? `${siteOrigin(services, 'app', row.platform_id)}/checkout/${row.slug}?order=${row.number}`
        : null,
    receipt: row.paid_at ? await signReceipt(services, row, facts) : null,
  }
}

/**
 * Proves a purchase to anyone who has our public key (`/.well-known/arasta-keys.json`) without a
 * call to us. It states the facts at its creation; an app requests a new one before it expires.
 */
async function signReceipt(
  { origins, signingKey, clock }: Needs,
  row: PurchaseRow,
  facts: ReturnType<typeof factsOf>,
): Promise<string> {
  const { purchase_id, created_at: _created, expires_at: _expires, ...told } = facts
  const now = clock.now()
  return new SignJWT(told)
    .setProtectedHeader({ alg: 'EdDSA', kid: signingKey.kid, typ: RECEIPT_TYPE })
    .setIssuer(origins.app)
    .setAudience(row.prefix)
    .setSubject(row.store_id)
    .setJti(purchase_id)
    .setIssuedAt(now)
    .setExpirationTime(secondsAfter(now, RECEIPT_SECONDS))
    .sign(await importJWK({ ...signingKey }, 'EdDSA'))
}

/** How long a receipt is valid; later refunds show in the next one. */
const RECEIPT_SECONDS = 24 * 3600
/** Purchase requests per installation: each may leave an order. */
const MAX_REQUESTS_PER_HOUR = 500
const RECEIPT_TYPE = 'arasta-purchase+jwt'

/**
 * S4.3: the return address with the purchase's id, when it leads to the app or the shop; null for
 * any other.
 */
function returnTo(url: string, origins: readonly string[], purchaseId: string): string | null {
  const target = readTarget(url)
  if (!target?.outside) return null
  const parsed = new URL(target.href)
  if (!origins.includes(parsed.origin)) return null
  parsed.searchParams.set('arasta_purchase', purchaseId)
  return parsed.href
}

/** An order's state as the app sees it. */
const stateOf = (order: string): PurchaseState =>
  order === 'draft' || order === 'awaiting_payment' ? 'open' : (order as PurchaseState)
