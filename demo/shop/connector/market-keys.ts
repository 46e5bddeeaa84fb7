import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'

const keyList = z.object({
  keys: z
    .array(
      z.object({
        kid: z.string(),
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
      }),
    )
    .max(100),
  withdrawn: z
    .array(z.object({ kid: z.string() }))
    .max(1000)
    .default([]),
})

/** A key that was withdrawn is believed no longer than this. */
const KNOWN_SECONDS = 300
/** Names that nobody knows do not make us ask at each of them. */
const ASK_SECONDS = 5

export interface MarketKeys {
  /** The market's public key of that name; undefined when it has none, or none any more. */
  find(keyId: string): Promise<KeyObject | undefined>
}

/**
 * The market's public keys as it publishes them, asked for again when they are old or do not have a
 * name.
 */
export function createMarketKeys(clock: Clock, fetchList: () => Promise<unknown>): MarketKeys {
  let known: { keys: Map<string, KeyObject>; at: number } | undefined
  let fetching: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const { keys, withdrawn } = keyList.parse(await fetchList())
    const gone = new Set(withdrawn.map((one) => one.kid))
    const list = keys
      .filter((key) => !gone.has(key.kid))
      .map(
        ({ kid, kty, crv, x }) =>
          [kid, createPublicKey({ key: { kty, crv, x }, format: 'jwk' })] as const,
      )
    known = { keys: new Map(list), at: clock.now().getTime() }
  }

  return {
    async find(keyId) {
      const age = known ? (clock.now().getTime() - known.at) / 1000 : Infinity
      if (age > KNOWN_SECONDS || age < 0 || (!known?.keys.has(keyId) && age > ASK_SECONDS)) {
        fetching ??= refresh().finally(() => {
          fetching = undefined
        })
        await fetching
      }
      return known?.keys.get(keyId)
    },
  }
}
