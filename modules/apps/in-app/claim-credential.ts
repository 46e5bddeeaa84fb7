import { createLocalJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { findInstalledRelease, validKeys } from '#modules/catalog/public.ts'
import { findWorking, LAUNCH_SECONDS, LAUNCH_TYPE } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import { webhookSecrets } from '../webhooks/app-webhooks.ts'
import { claimCredential as contract } from './contract.ts'
import { keepCredential, useOnce } from './data.ts'
import { CREDENTIAL_PURPOSE } from './signed-app.ts'

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
 * How an app's server comes by its secret: the owner opens the app, the app trades the token that
 * came with it. Nobody has to copy anything, and the secret goes from server to server.
 */
export const claimCredential = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    await consumeRateLimits(ctx, [{ key: `app-claims:${ctx.ip}`, most: 60, seconds: 60 }])
    const launch = await readLaunch(ctx, body.token, params.prefix)
    const now = ctx.clock.now()
    if (!(await useOnce(ctx.db, 'launch', launch.jti, secondsAfter(now, 2 * LAUNCH_SECONDS))))
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
    const kept = await keepCredential(
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
