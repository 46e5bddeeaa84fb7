import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import { appOf } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  addressOn,
  findInstalledRelease,
  findItem,
  type Manifest,
  productsOf,
} from '#modules/catalog/public.ts'
import { lockWorking } from '#modules/installs/public.ts'
import { placeProductOrder, priceProduct } from '#modules/orders/public.ts'
import { refuse } from '../errors.ts'
import { requestPurchase as contract } from './contract.ts'
import { findPurchase, insertPurchase } from './data.ts'
import { presentPurchase } from './present.ts'
import { MAX_REQUESTS_PER_HOUR, returnTo } from './rules.ts'

const originsOf = (manifest: Manifest | undefined, storeUrl: string): string[] => [
  new URL(storeUrl).origin,
  ...(manifest?.kind === 'app'
    ? Object.values(manifest.links).flatMap((link) =>
        link ? [new URL(addressOn(link, storeUrl)).origin] : [],
      )
    : []),
]

/**
 * The app asks; the owner decides at our checkout. The price is the one of the newest release,
 * which is the one that the listing shows. The installation is held meanwhile: two requests of one
 * store do not meet, and an app that is being taken off sells nothing.
 */
export const requestPurchase = defineOperation({
  ...contract,
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
      if (!made) throw new Error('a purchase that was just written is not there')
      return made
    })
    return { data: await presentPurchase(ctx, row) }
  },
})
