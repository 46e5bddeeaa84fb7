import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import type { StoreId } from '../config.ts'
import { nowSeconds } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { callsOf, keepCredential, MarketSaysNo, secretsOf } from './market-calls.ts'

/** How far the time of a message may be off, either way. */
const toleranceSeconds = 300

const news = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({
    app: z.string(),
    installation: z.looseObject({
      id: z.string(),
      sequence: z.int(),
      state: z.string(),
      version: z.string(),
    }),
  }),
})

/** What the market told the app on this shop, newest first. */
export const newsOf = (platform: Platform, storeId: StoreId, prefix: string) =>
  platform.db.all<{
    type: string
    version: string
    sequence: number
    receivedAt: number
    times: number
  }>(
    `SELECT type, version, sequence, received_at AS "receivedAt", times FROM hosted_news WHERE store_id = ? AND prefix = ? ORDER BY received_at DESC, sequence DESC LIMIT 20`,
    storeId,
    prefix,
  )

/**
 * Receives webhooks as docs/webhooks.md tells app makers to: verified, each id once, what is older
 * than what is known changes nothing.
 */
export function webhookRoutes(platform: Platform, storeId: StoreId, prefix: string) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const { db } = platform
  const market = callsOf(platform, prefix)

  app.post('/', async (c) => {
    const body = await c.req.text()
    const header = (name: string) => c.req.header(name) ?? ''
    const [id, timestamp, signatures] = [
      header('webhook-id'),
      header('webhook-timestamp'),
      header('webhook-signature'),
    ]
    const isGood = () =>
      secretsOf(db, storeId, prefix).some((secret) =>
        isSigned(secret, { id, timestamp, body, signatures }),
      )
    if (
      !/^\d{1,12}$/.test(timestamp) ||
      Math.abs(nowSeconds(platform) - Number(timestamp)) > toleranceSeconds
    )
      return c.json({ error: 'bad_time' }, 401)
    // The first news brings the means to check it: what the market gives for the token is this
    // shop's, or it gives nothing.
    const token = header('arasta-token')
    if (!isGood() && token !== '') {
      try {
        const credential = await market.claim(token, storeId)
        if (credential) keepCredential(db, storeId, prefix, credential)
      } catch (error) {
        if (!(error instanceof MarketSaysNo)) throw error
      }
    }
    if (!isGood()) return c.json({ error: 'bad_signature' }, 401)
    const told = news.safeParse(JSON.parse(body))
    if (!told.success || told.data.data.app !== prefix) return c.json({ error: 'not_for_us' }, 400)
    take(id, told.data)
    return c.json({ taken: true })
  })

  function take(id: string, { type, data: { installation } }: z.infer<typeof news>): void {
    db.transaction(() => {
      const again = db.run(
        'UPDATE hosted_news SET times = times + 1 WHERE store_id = ? AND prefix = ? AND message_id = ?',
        storeId,
        prefix,
        id,
      )
      if (again > 0) return
      const newest = db.get<{ last: number | null }>(
        'SELECT max(sequence) AS last FROM hosted_news WHERE store_id = ? AND prefix = ? AND installation = ?',
        storeId,
        prefix,
        installation.id,
      )
      db.run(
        'INSERT INTO hosted_news VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)',
        storeId,
        prefix,
        id,
        installation.id,
        installation.sequence,
        type,
        installation.version,
        nowSeconds(platform),
      )
      if (installation.sequence < (newest?.last ?? 0)) return
      if (type === 'app.uninstalled' || type === 'store.erase') forget()
    })
  }

  /**
   * Off the shop: the key opens nothing any more, and what was bought is asked for when the app
   * comes again.
   */
  function forget(): void {
    for (const table of ['hosted_session', 'hosted_product'])
      db.run(`DELETE FROM ${table} WHERE store_id = ? AND prefix = ?`, storeId, prefix)
  }
  return app
}

function isSigned(
  secret: string,
  {
    id,
    timestamp,
    body,
    signatures,
  }: { id: string; timestamp: string; body: string; signatures: string },
): boolean {
  const right = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.startsWith('v1,') ? signature.slice(3) : '', 'base64')
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
