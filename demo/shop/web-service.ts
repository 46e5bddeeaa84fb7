import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isStoreId } from './config.ts'
import { Refusal } from './connector/refusal.ts'
import { answerError, readBody } from './connector/routes.ts'
import { noteBody } from './connector/schemas.ts'
import { countCall, getUser } from './connector/users.ts'
import type { Platform } from './platform.ts'
import { addNote, getOrder, linesOf, ordersOf } from './storage/orders.ts'
import { allProducts } from './storage/products.ts'
import { getStore } from './storage/stores.ts'

/** What an app may do with the secret of its web-service user: `Authorization: Bearer <secret>`. */
export function webServiceRoutes(platform: Platform) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError(answerError)
  app.notFound(() => answerError(new Refusal(404, 'unknown_call', 'no such call')))

  function requireUser(storeId: string, authorization: string | undefined, scope: string) {
    const secret = /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
    const user =
      isStoreId(storeId) && secret !== undefined ? getUser(platform, storeId, secret) : undefined
    if (!user || !isStoreId(storeId))
      throw new Refusal(401, 'bad_secret', 'no web-service user of this store has this secret')
    if (!user.scopes.includes(scope))
      throw new Refusal(403, 'missing_scope', `this user lacks ${scope}`)
    if (getStore(platform.db, storeId)?.status === 'closed')
      throw new Refusal(410, 'store_closed', 'the store is closed')
    countCall(platform, storeId, user.effectId, scope)
    return { user, storeId }
  }

  app.get('/stores/:store/products', (c) => {
    const { storeId } = requireUser(
      c.req.param('store'),
      c.req.header('authorization'),
      'products.read',
    )
    return c.json({
      data: allProducts(platform.db, storeId).map(({ slug, name }) => ({ slug, name })),
    })
  })

  app.get('/stores/:store/orders', (c) => {
    const { storeId } = requireUser(
      c.req.param('store'),
      c.req.header('authorization'),
      'orders.read',
    )
    const data = ordersOf(platform, storeId).map((order) => ({
      number: order.number,
      placed_at: order.placedAt,
      currency: order.currency,
      total_minor: order.totalMinor,
      lines: linesOf(platform, order).map(({ slug, quantity, notes }) => ({
        slug,
        quantity,
        notes,
      })),
    }))
    return c.json({ data })
  })

  app.post('/stores/:store/orders/:number/notes', async (c) => {
    const { user, storeId } = requireUser(
      c.req.param('store'),
      c.req.header('authorization'),
      'orders.note',
    )
    const { text } = readBody(noteBody, new Uint8Array(await c.req.arrayBuffer()))
    const order = getOrder(platform, storeId, c.req.param('number'))
    if (!order) throw new Refusal(404, 'unknown_order', 'no such order')
    addNote(platform, order, user.name, text)
    return c.json({ number: order.number }, 201)
  })
  return app
}
