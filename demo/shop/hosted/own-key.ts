import type { z } from 'zod'
import { createHttp } from '../../../lib/http.ts'
import type { StoreId } from '../config.ts'
import { originOf } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { MarketSaysNo, type Key } from './market-calls.ts'

interface OwnKey {
  secret: string
  url: string
}
/** The owner did not give this right, or took it back. */
export type NotGiven = 'not given'

/**
 * An app's key to the web services of the shop it is on, as docs/rights.md tells app makers: taken
 * when there is none or it is refused, kept here.
 */
export function ownKey(
  platform: Platform,
  storeId: StoreId,
  { prefix, take }: { prefix: string; take: (credential: Key) => Promise<OwnKey> },
) {
  const { db } = platform

  async function takeAnother(credential: Key): Promise<OwnKey | undefined> {
    try {
      const key = await take(credential)
      db.run(
        'INSERT OR REPLACE INTO hosted_key VALUES (?, ?, ?, ?)',
        storeId,
        prefix,
        key.secret,
        key.url,
      )
      return key
    } catch (error) {
      if (error instanceof MarketSaysNo && error.status < 500) return undefined
      throw error
    }
  }
  /** Its own address is another part of this process; an app elsewhere would not know. */
  const ask = ({ secret, url }: OwnKey, what: string) =>
    createHttp({ allowOrigins: [originOf(platform, 'panel')] }).request(`${url}/${what}`, {
      timeoutMs: 10_000,
      headers: { authorization: `Bearer ${secret}` },
    })

  /** Reads something of the shop: `products`, `orders`. */
  return async function read<T>(
    credential: Key,
    what: string,
    schema: z.ZodType<T>,
  ): Promise<T | NotGiven> {
    const known =
      db.get<OwnKey>(
        'SELECT secret, url FROM hosted_key WHERE store_id = ? AND prefix = ?',
        storeId,
        prefix,
      ) ?? (await takeAnother(credential))
    if (!known) return 'not given'
    let answer = await ask(known, what)
    if (answer.status === 401) {
      const another = await takeAnother(credential)
      if (!another) return 'not given'
      answer = await ask(another, what)
    }
    if (answer.status !== 200) return 'not given'
    return schema.parse(JSON.parse(answer.body.toString('utf8')))
  }
}
