import type { AppActor } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { addressOn, findInstalledRelease, validKeys } from '#modules/catalog/public.ts'
import { LAUNCH_SECONDS, LAUNCH_TYPE, findWorking, signLaunch } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import { requireInstalledApp } from '../access/rights.ts'
import * as contract from './contract.ts'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { webhookSecrets } from '../webhooks/app-webhooks.ts'
import { findCredential, saveCredential, consumeNonce } from './data.ts'
import { createHash, createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'

/** D19: the address of the installed app, with a token that says which store it is on. */
export const openApp = defineOperation({
  ...contract.openApp,
  run: async (ctx, { params }) => {
    const store = ctx.actor
    const { item, installed, manifest } = await requireInstalledApp(ctx, params.id)
    const address = manifest.links.go_to_app
    if (!address) throw refuse('in_app.no_address')
    const { token, expiresAt } = await signLaunch(ctx, {
      installationId: installed.id,
      storeId: store.storeId,
      domain: store.domain,
      prefix: item.prefix,
      locale: ctx.locale,
    })
    const url = new URL(addressOn(address, store.storeUrl))
    url.searchParams.set('arasta-token', token)
    return { data: { url: url.href, expires_at: expiresAt.toISOString() } }
  },
})

const claims = z.object({ sub: z.string(), jti: z.string(), installation: z.string() })

async function readLaunch(
  ctx: Ctx,
  token: string,
  prefix: string,
): Promise<z.output<typeof claims>> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: validKeys(ctx) }), {
      algorithms: ['EdDSA'],
      issuer: ctx.origins.app,
      audience: prefix,
      typ: LAUNCH_TYPE,
      maxTokenAge: LAUNCH_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      currentDate: ctx.clock.now(),
    })
    return claims.parse(payload)
  } catch {
    throw refuse('session.token_invalid')
  }
}

/**
 * How an app's server receives its secret: the owner opens the app, and the app exchanges the token
 * that came with it. Nobody copies anything, and the secret passes from server to server.
 */
export const claimCredential = defineOperation({
  ...contract.claimCredential,
  run: async (ctx, { params, body }) => {
    await consumeRateLimits(ctx, [{ key: `app-claims:${ctx.ip}`, most: 60, seconds: 60 }])
    const launch = await readLaunch(ctx, body.token, params.prefix)
    const now = ctx.clock.now()
    if (!(await consumeNonce(ctx.db, 'launch', launch.jti, secondsAfter(now, 2 * LAUNCH_SECONDS))))
      throw refuse('session.token_invalid')
    const item = await ctx.db
      .selectFrom('installations')
      .select(['item_id', 'store_id'])
      .where('id', '=', launch.installation)
      .executeTakeFirst()
    const installed =
      item?.store_id === launch.sub ? await findWorking(ctx, launch.sub, item.item_id) : null
    const release =
      installed?.id === launch.installation
        ? await findInstalledRelease(ctx, installed.release_id)
        : null
    if (!installed || !release) throw refuse('installs.not_installed')
    const store = await ctx.db
      .selectFrom('stores')
      .select(['id', 'domain', 'url'])
      .where('id', '=', installed.store_id)
      .executeTakeFirstOrThrow()
    const kept = await saveCredential(
      ctx.db,
      {
        key_id: newId('ack'),
        installation_id: installed.id,
        secret_sealed: seal(ctx.sealing, CREDENTIAL_PURPOSE, newSecret()),
      },
      now,
    )
    return {
      data: {
        key_id: kept.key_id,
        secret: unseal(ctx.sealing, CREDENTIAL_PURPOSE, kept.secret_sealed),
        webhook_secrets: await webhookSecrets(ctx, installed.id),
        installation_id: installed.id,
        version: release.version,
        store,
      },
    }
  },
})

const CREDENTIAL_PURPOSE = 'app-credential'

/**
 * Authenticates a signed call of an app on one store. Every failure of the signature is the same
 * refusal, and a call is accepted once. Throws `installs.not_installed` when the signature is right
 * but the app is no longer on the store.
 */
export async function findSignedApp(
  services: Pick<Services, 'db' | 'clock' | 'sealing' | 'log'>,
  request: SignedRequest,
): Promise<AppActor> {
  const now = services.clock.now()
  const row = /^[\w-]{1,80}$/.test(request.keyId)
    ? await findCredential(services.db, request.keyId)
    : undefined
  if (
    !row ||
    !isSigned(unseal(services.sealing, CREDENTIAL_PURPOSE, row.secret_sealed), request, now)
  ) {
    services.log.warn(
      { key: request.keyId.slice(0, 40), known: row !== undefined },
      'app signature refused',
    )
    throw refuse('app.signature_invalid')
  }
  await consumeRateLimits(services, [
    { key: `app-calls:${row.installation_id}`, most: MAX_CALLS_PER_MINUTE, seconds: 60 },
  ])
  if (
    !(await consumeNonce(
      services.db,
      request.keyId,
      request.nonce,
      secondsAfter(now, 2 * CLOCK_SECONDS),
    ))
  )
    throw refuse('app.signature_invalid')
  if ((row.state !== 'installed' && row.state !== 'updating') || row.store_status !== 'active')
    throw refuse('installs.not_installed')
  return {
    kind: 'app',
    storeId: row.store_id,
    platformId: row.platform_id,
    storeUrl: row.store_url,
    installationId: row.installation_id,
    itemId: row.item_id,
    prefix: row.prefix,
  }
}

/** Allowed difference of an app's clock. */
const CLOCK_SECONDS = 300
/** Signed calls per installation. */
const MAX_CALLS_PER_MINUTE = 600

interface SignedRequest {
  method: string
  /** With its query, exactly as it was sent. */
  path: string
  keyId: string
  timestamp: string
  nonce: string
  signature: string
  body: string
}

/**
 * The text to sign, as in the Store Connector protocol: it includes method and path, so a signature
 * fits one call only.
 */
const signedText = ({
  method,
  path,
  timestamp,
  nonce,
  body,
}: Omit<SignedRequest, 'keyId' | 'signature'>) =>
  ['v1', method, path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n')

const signRequest = (secret: string, request: Omit<SignedRequest, 'keyId' | 'signature'>): string =>
  `v1=${createHmac('sha256', secret).update(signedText(request)).digest('base64url')}`

/** Whether the request is signed with this secret at this time. The caller checks the nonce. */
function isSigned(secret: string, request: SignedRequest, now: Date): boolean {
  if (!/^\d{1,12}$/.test(request.timestamp) || !/^[\w-]{16,100}$/.test(request.nonce)) return false
  if (Math.abs(Number(request.timestamp) * 1000 - now.getTime()) > CLOCK_SECONDS * 1000)
    return false
  return sameText(request.signature, signRequest(secret, request))
}
