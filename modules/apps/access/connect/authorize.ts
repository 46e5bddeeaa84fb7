import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import type { ConnectScope } from '#lib/market.ts'
import { storeOf } from '#kernel/actor.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { addressOn, findInstalledRelease, findItem } from '#modules/catalog/public.ts'
import { findWorking, lockWorking } from '#modules/installs/public.ts'
import { refuse } from '../../errors.ts'
import {
  answerConnectRequest as answerContract,
  endConnection as endContract,
  getConnectRequest as getContract,
} from '../connect-contract.ts'
import { presentRights, requireCopy } from '../get-rights.ts'
import { requireSameStore } from '../set-rights.ts'
import { findConnection, insertCode, insertConnection, revokeConnections } from './connect-data.ts'
import { backTo, CODE_SECONDS, type ConnectWish, readWish } from './connect-rules.ts'

/**
 * The app and the address that it wants the answer at. Only when both are right may an answer go
 * there at all: whatever is wrong before that is shown to the owner and told to nobody.
 */
async function requireClient(
  ctx: Ctx,
  { client_id: prefix, redirect_uri: redirectUri }: { client_id: string; redirect_uri: string },
) {
  const store = storeOf(ctx)
  const item = await findItem(ctx, { prefix }, ctx.locale)
  const installed = item?.market === 'app' ? await findWorking(ctx, store.storeId, item.id) : null
  const release = installed && (await findInstalledRelease(ctx, installed.release_id))
  const connect = release?.manifest.kind === 'app' ? release.manifest.connect : undefined
  if (!item || !installed || !connect) throw refuse('rights.unknown_client')
  if (!connect.redirect_uris.some((uri) => addressOn(uri, store.storeUrl) === redirectUri))
    throw refuse('rights.redirect_uri')
  return { item, installed, may: connect.scopes as ConnectScope[], redirectUri }
}

const faultUrl = (ctx: Ctx, redirectUri: string, error: string, state: string | undefined) =>
  backTo(redirectUri, ctx.origins.app, { error, state })

export const getConnectRequest = defineOperation({
  ...getContract,
  run: async (ctx, { query }) => {
    const { item, installed, may, redirectUri } = await requireClient(ctx, query)
    const wish = readWish(query as ConnectWish, may)
    const [there, partner] = await Promise.all([
      findConnection(ctx.db, installed.id),
      ctx.db
        .selectFrom('items')
        .innerJoin('partners', 'partners.id', 'items.partner_id')
        .select('partners.name')
        .where('items.id', '=', item.id)
        .executeTakeFirst(),
    ])
    return {
      data: {
        app: {
          slug: item.slug,
          name: item.name,
          icon: item.icon,
          developer: partner?.name ?? null,
        },
        scopes: 'fault' in wish ? [] : wish.scopes,
        connected: (there?.scopes ?? []) as ConnectScope[],
        returns_to: new URL(redirectUri).host,
        fault_url: 'fault' in wish ? faultUrl(ctx, redirectUri, wish.fault, query.state) : null,
      },
    }
  },
})

/**
 * A store has one connection with an app: a newer one takes its place, and with it goes what the
 * former gave out.
 */
export const answerConnectRequest = defineOperation({
  ...answerContract,
  run: async (ctx, { body }) => {
    const store = requireSameStore(ctx, body.store)
    await consumeRateLimits(ctx, [{ key: `connects:${store.storeId}`, most: 60, seconds: 3600 }])
    const { installed, may, redirectUri } = await requireClient(ctx, body)
    const wish = readWish(body as ConnectWish, may)
    if ('fault' in wish)
      return { data: { url: faultUrl(ctx, redirectUri, wish.fault, body.state) } }
    if (!body.approve)
      return { data: { url: faultUrl(ctx, redirectUri, 'access_denied', body.state) } }
    const code = newSecret()
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      if (!(await lockWorking(trx, installed.id))) throw refuse('rights.unknown_client')
      await revokeConnections(trx, { installationId: installed.id }, now)
      const id = newId('con')
      await insertConnection(
        trx,
        {
          id,
          installation_id: installed.id,
          scopes: wish.scopes,
          approved_by: store.account.name.slice(0, 200),
        },
        now,
      )
      await insertCode(trx, {
        code_hash: hashSecret(code),
        connection_id: id,
        redirect_uri: redirectUri,
        challenge: wish.challenge,
        expires_at: secondsAfter(now, CODE_SECONDS),
      })
    })
    return { data: { url: backTo(redirectUri, ctx.origins.app, { code, state: body.state }) } }
  },
})

export const endConnection = defineOperation({
  ...endContract,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const { installed } = await requireCopy(ctx, params.id)
    await revokeConnections(ctx.db, { installationId: installed.id }, ctx.clock.now())
    return presentRights(ctx, params.id)
  },
})
