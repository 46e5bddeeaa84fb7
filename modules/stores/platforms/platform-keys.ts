import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { mayCall } from './connector-address.ts'
import * as contract from './contract.ts'
import { findPlatform, insertPlatformKey, updatePlatform } from './data.ts'
import { keyAudit, readKey } from './operator-platforms.ts'
import { connectorHttp } from './public.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'http' | 'trustedHttp' | 'connectorOrigins'>

const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(20) })
const MOST_BYTES = 65_536
const TIMEOUT_MS = 5_000
/** Strangers choose the `kid` of a token, so they could have a set asked for all the time. */
const PAUSE_SECONDS = 60

/** The Ed25519 keys of a JWK set; other kinds of keys are not for us. Throws when it has none. */
async function readKeySet(services: Needs, url: string) {
  const answer = await connectorHttp(services, url).request(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.status !== 200) throw new Error(`the JWK set answered ${answer.status}`)
  const { keys } = jwks.parse(JSON.parse(answer.body.toString('utf8')))
  const ours = keys.filter((key) => key.crv === 'Ed25519')
  if (ours.length === 0) throw new Error('the JWK set has no Ed25519 key')
  return ours.map((key) => readKey(JSON.stringify(key)))
}
type Keys = Awaited<ReturnType<typeof readKeySet>>

/**
 * The keys are those of the set from now on: new ones are added, and those that left it are valid
 * for a day longer. A key that was retired stays so; one that was pasted and never was in a set is
 * left alone.
 */
async function takeKeySet(db: Db, platform: number, keys: Keys, now: Date): Promise<string[]> {
  const added = []
  for (const key of keys) if (await insertPlatformKey(db, platform, key)) added.push(key.kid)
  const kids = keys.map(({ kid }) => kid)
  const ofPlatform = db.updateTable('platform_keys').where('platform_id', '=', platform)
  await ofPlatform.set({ from_set: true, left_at: null }).where('kid', 'in', kids).execute()
  await ofPlatform
    .set({ left_at: now })
    .where('kid', 'not in', kids)
    .where('from_set', '=', true)
    .where('left_at', 'is', null)
    .execute()
  await db
    .insertInto('platform_key_fetches')
    .values({ platform_id: platform, tried_at: now, fetched_at: now })
    .onConflict((conflict) =>
      conflict.column('platform_id').doUpdateSet({ tried_at: now, fetched_at: now }),
    )
    .execute()
  return added
}

const fieldError = (code: 'backoffice.connector_address' | 'backoffice.keys_unreadable') =>
  refuse(code, { fields: { url: { code } } })

export const fetchPlatformKeys = defineOperation({
  ...contract.fetchPlatformKeys,
  audit: keyAudit,
  limits: () => [{ key: 'key sets of platforms', most: 300, seconds: 3_600 }],
  prepare: async (ctx, { body }) => {
    if (!mayCall(ctx, body.url)) throw fieldError('backoffice.connector_address')
    return readKeySet(ctx, body.url).catch((error: unknown) => {
      ctx.log.warn({ error, url: body.url }, 'a JWK set could not be read')
      throw fieldError('backoffice.keys_unreadable')
    })
  },
  run: async (ctx, { params, body }, keys) => {
    if (!(await findPlatform(ctx.db, params.platform))) throw refuse('not_found')
    await updatePlatform(ctx.db, params.platform, { keys_url: body.url })
    return { added: await takeKeySet(ctx.db, params.platform, keys, ctx.clock.now()) }
  },
})

export const detachPlatformKeys = defineOperation({
  ...contract.detachPlatformKeys,
  audit: keyAudit,
  run: async (ctx, { params }) => {
    if (!(await findPlatform(ctx.db, params.platform))) throw refuse('not_found')
    await updatePlatform(ctx.db, params.platform, { keys_url: null })
    // No set decides on them any more.
    await ctx.db
      .updateTable('platform_keys')
      .set({ from_set: false })
      .where('platform_id', '=', params.platform)
      .where('left_at', 'is', null)
      .execute()
    await ctx.db
      .deleteFrom('platform_key_fetches')
      .where('platform_id', '=', params.platform)
      .execute()
    return { success: true as const }
  },
})

/** Null when the platform has no JWK set, or it was asked for within the last minute. */
async function claimFetch(db: Db, platform: number, now: Date): Promise<string | null> {
  const { rows } = await sql<{ platform_id: number }>`
    insert into platform_key_fetches (platform_id, tried_at)
    select id, ${now} from platforms where id = ${platform} and keys_url is not null and state <> 'retired'
    on conflict (platform_id) do update set tried_at = excluded.tried_at
      where platform_key_fetches.tried_at <= ${secondsAfter(now, -PAUSE_SECONDS)}
    returning platform_id`.execute(db)
  return rows.length === 0 ? null : ((await findPlatform(db, platform))?.keys_url ?? null)
}

/** Asks for a platform's JWK set again. A set that cannot be read changes nothing. */
async function refreshKeys(services: Needs, platform: number): Promise<void> {
  const { db, clock, log } = services
  const url = await claimFetch(db, platform, clock.now())
  if (url === null) return
  try {
    const keys = await readKeySet(services, url)
    await inTransaction(services, async (trx) => {
      const row = await trx
        .selectFrom('platforms')
        .select('keys_url')
        .where('id', '=', platform)
        .forShare()
        .executeTakeFirst()
      // Detached, or moved to another address, while it was read.
      if (row?.keys_url === url) await takeKeySet(trx, platform, keys, clock.now())
    })
  } catch (error) {
    log.warn({ error, platform, url }, 'a JWK set could not be read')
  }
}

/** A token names a key that this platform never had, or that left its set: it may be there now. */
export async function lookForKey(services: Needs, platform: number, kid: string): Promise<void> {
  const known = await services.db
    .selectFrom('platform_keys')
    .select('kid')
    .where('platform_id', '=', platform)
    .where('kid', '=', kid)
    .where((on) => on.or([on('left_at', 'is', null), on('retired_at', 'is not', null)]))
    .executeTakeFirst()
  if (!known) await refreshKeys(services, platform)
}

/** Hourly: the keys of all platforms that publish a JWK set. */
export async function refreshPlatformKeys(services: Needs): Promise<void> {
  const platforms = await services.db
    .selectFrom('platforms')
    .select('id')
    .where('keys_url', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id } of platforms) await refreshKeys(services, id)
}
