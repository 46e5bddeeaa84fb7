import { createPrivateKey, sign } from 'node:crypto'
import { sql } from 'kysely'
import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { productsOf } from './packages/manifest.ts'
import { readPackage } from './packages/read-package.ts'
import { signPackage } from './packages/sign-package.ts'
import { versionOrder } from './version-order.ts'

export interface ReleaseInput {
  itemId: string
  version: string
  notes: Text
  publishedAt: Date
  zip: Buffer
}

/**
 * Reads, keeps, signs and lists one release, and appends it to the release log (D11). A version that exists already with the
 * same bytes is left as it is; with other bytes it is refused, for a version is immutable.
 */
export async function publishRelease(services: Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>, input: ReleaseInput): Promise<string> {
  const opened = await readPackage({ bytes: input.zip })
  if (opened.manifest.version !== input.version) throw new Error(`the package says version ${opened.manifest.version}, not ${input.version}`)
  const existing = await services.db.selectFrom('releases').select(['id', 'package_sha256'])
    .where('item_id', '=', input.itemId).where('version', '=', input.version).executeTakeFirst()
  if (existing && existing.package_sha256 !== null) {
    if (existing.package_sha256 !== opened.sha256) throw new Error(`release ${input.version} of ${input.itemId} exists with other bytes`)
    return existing.id
  }
  const item = await services.db.selectFrom('items').select(['prefix', 'in_app_purchase']).where('id', '=', input.itemId).executeTakeFirstOrThrow()
  if (item.prefix !== opened.manifest.prefix) throw new Error(`the package belongs to ${opened.manifest.prefix}, not to ${item.prefix}`)
  // S3.4: nobody finds a till inside an app whose listing does not say so.
  if (productsOf(opened.manifest).length > 0 && !item.in_app_purchase) throw new Error(`${item.prefix} sells inside, but its listing is not marked so`)
  await services.blobs.put(input.zip)
  const { signature, keyId } = signPackage(opened.sha256, services.signingKey)
  // A version that an import listed gets its package now.
  const id = existing?.id ?? newId('rel')
  const order = versionOrder(input.version)
  await inTransaction(services, async trx => {
    await trx.insertInto('packages').values({ sha256: opened.sha256, size: opened.size, created_at: services.clock.now() })
      .onConflict(conflict => conflict.doNothing()).execute()
    const known = {
      notes: JSON.stringify(input.notes), manifest: JSON.stringify(opened.manifest), package_sha256: opened.sha256, signature, key_id: keyId,
      status: 'published', version_order: order, published_at: input.publishedAt,
    }
    const written = await trx.insertInto('releases').values({ id, item_id: input.itemId, version: input.version, ...known })
      .onConflict(conflict => conflict.column('id').doUpdateSet(known).where('releases.package_sha256', 'is', null)).returning('id').executeTakeFirst()
    if (!written) throw new Error(`release ${input.version} of ${input.itemId} got a package from somebody else meanwhile`)
    await trx.updateTable('items').set({ latest_release_id: id, updated_at: services.clock.now() })
      .where('id', '=', input.itemId)
      // What can be installed goes before what is only listed, however new that is.
      .where(on => on.or([on('latest_release_id', 'is', null), on.exists(on.selectFrom('releases as now').select('now.id')
        .whereRef('now.id', '=', 'items.latest_release_id')
        .where(now => now.or([now('now.version_order', '<', order), now('now.package_sha256', 'is', null)])))]))
      .execute()
    // The chain has one end: whoever appends waits for the one before.
    await sql`select pg_advisory_xact_lock(727001)`.execute(trx)
    const last = await trx.selectFrom('release_log').select('hash').orderBy('position', 'desc').limit(1).executeTakeFirst()
    const previousHash = last?.hash ?? '0'.repeat(64)
    const entry = canonicalJson({ release: id, item: input.itemId, prefix: opened.manifest.prefix, version: input.version, sha256: opened.sha256, size: opened.size, published_at: input.publishedAt.toISOString() })
    const hash = sha256Hex(previousHash + entry)
    const key = createPrivateKey({ key: { ...services.signingKey }, format: 'jwk' })
    await trx.insertInto('release_log').values({
      release_id: id, entry, previous_hash: previousHash, hash, key_id: keyId, signature: sign(null, Buffer.from(hash, 'hex'), key).toString('base64url'),
    }).execute()
  })
  return id
}
