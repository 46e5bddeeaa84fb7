import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import type { Manner, Market } from '../kit/market.ts'

/** Path of the packages that running checks offer, at the installer's address. */
export const CHECK_PACKAGES = '/packages/checks'
/** Of all packages that one run offers. */
const MOST_PACKAGES = 200

type Needs = Pick<Services, 'db' | 'clock' | 'origins'>

/**
 * The market that a platform under test is offered packages by: the real installer, with keys that
 * are published while the run lasts. A test key signs nothing that a store would be given.
 */
export function openCheckMarket({ db, clock, origins }: Needs, runId: string): Promise<Market> {
  const keys = new Map<string, KeyObject>()
  let offered = 0
  async function addKey(): Promise<string> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const kid = newId('check')
    const jwk = { kid, use: 'sig', alg: 'EdDSA', ...publicKey.export({ format: 'jwk' }) }
    await db
      .insertInto('platform_check_keys')
      .values({ kid, run_id: runId, public_jwk: JSON.stringify(jwk) })
      .execute()
    keys.set(kid, privateKey)
    return kid
  }
  return addKey().then((first) => ({
    origin: origins.installer,
    trapOrigin: origins.console,
    strayed: async () =>
      (
        await db
          .selectFrom('platform_check_packages')
          .select('sha256')
          .where('run_id', '=', runId)
          .where('strayed_at', 'is not', null)
          .execute()
      ).map(({ sha256 }) => `${CHECK_PACKAGES}/${sha256}.zip`),
    addKey,
    async withdrawKey(kid) {
      await db
        .updateTable('platform_check_keys')
        .set({ withdrawn_at: clock.now() })
        .where('kid', '=', kid)
        .execute()
    },
    async offer(bytes, prefix, { version = '1.0.0', manner = 'at_once', key = first } = {}) {
      const signer = keys.get(key)
      if (!signer) throw new Error(`The kit has no key ${key}`)
      if ((offered += 1) > MOST_PACKAGES) throw new Error('The checks offer too many packages')
      const sha256 = sha256Hex(bytes)
      await db
        .insertInto('platform_check_packages')
        .values({ sha256, run_id: runId, bytes, manner })
        .onConflict((conflict) =>
          conflict.column('sha256').doUpdateSet({ run_id: runId, manner, strayed_at: null }),
        )
        .execute()
      return {
        sha256,
        url: `${origins.installer}${CHECK_PACKAGES}/${sha256}.zip`,
        size: bytes.length,
        signature: sign(null, Buffer.from(sha256, 'hex'), signer).toString('base64url'),
        key_id: key,
        prefix,
        version,
      }
    },
  }))
}

/** The run offers nothing any more. */
export async function closeCheckMarket(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('platform_check_packages').where('run_id', '=', runId).execute()
  await db.deleteFrom('platform_check_keys').where('run_id', '=', runId).execute()
}

/** Keys of running checks, in the form of the market's own. */
export async function listCheckKeys({ db }: Pick<Services, 'db'>) {
  const rows = await db.selectFrom('platform_check_keys').selectAll().orderBy('kid').execute()
  return {
    keys: rows
      .filter((row) => row.withdrawn_at === null)
      .map((row) => row.public_jwk as Record<string, unknown>),
    withdrawn: rows.flatMap(({ kid, withdrawn_at: at }) =>
      at === null ? [] : [{ kid, at: at.toISOString() }],
    ),
  }
}

const hashIn = (file: string): string | undefined => /^([0-9a-f]{64})\.zip$/.exec(file)?.[1]

/** Hands out a package of a running check, in the manner that it tries; `breakOff` cuts the wire. */
export async function offerCheckPackage(
  { db, origins }: Pick<Services, 'db' | 'origins'>,
  file: string,
  breakOff: () => void,
): Promise<Response> {
  const sha256 = hashIn(file)
  const found =
    sha256 === undefined
      ? undefined
      : await db
          .selectFrom('platform_check_packages')
          .select(['bytes', 'manner'])
          .where('sha256', '=', sha256)
          .executeTakeFirst()
  const manner = found?.manner as Manner | undefined
  if (!found || manner === 'not_found')
    return Response.json({ statusCode: 404, code: 'not_found' }, { status: 404 })
  if (manner === 'redirect')
    return new Response(null, {
      status: 302,
      headers: { location: `${origins.console}${CHECK_PACKAGES}/${file}` },
    })
  return new Response(delivered(found.bytes, manner, breakOff), {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(found.bytes.length),
      'cache-control': 'private, no-store',
    },
  })
}

function delivered(
  bytes: Buffer,
  manner: Manner | undefined,
  breakOff: () => void,
): ReadableStream<Uint8Array> {
  const pieces = manner === 'slowly' ? 8 : 1
  const size = Math.ceil(bytes.length / pieces)
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      if (manner === 'cut') {
        if (at > 0) {
          breakOff()
          return controller.close()
        }
        at = 20
        return controller.enqueue(new Uint8Array(bytes.subarray(0, at)))
      }
      if (at >= bytes.length) return controller.close()
      if (manner === 'slowly') await pause(250)
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      at += size
    },
  })
}

/** A platform asked for a package of a running check at an address that is not the installer's. */
export async function recordStray(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  file: string,
): Promise<void> {
  const sha256 = hashIn(file)
  if (sha256 === undefined) return
  await db
    .updateTable('platform_check_packages')
    .set({ strayed_at: clock.now() })
    .where('sha256', '=', sha256)
    .execute()
}
