import type { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { seal } from '#lib/sealed.ts'
import { appOf } from '#kernel/actor.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import {
  type WebhookMessage,
  enableWebhooks as enableContract,
  getWebhooks as getContract,
  redeliverWebhook as redeliverContract,
  rotateWebhookSecret as rotateContract,
} from './contract.ts'
import {
  changeSecret,
  findCopy,
  findMessage,
  listMessages,
  lockEndpoint,
  setDisabled,
} from './data.ts'
import { FORMER_SECONDS, deliverWebhook } from './deliver-webhook.ts'
import { resumeEndpoint } from './endpoint-health.ts'
import { SECRET_PURPOSE, validSecrets, ensureEndpoint, newWebhookSecret } from './notify-app.ts'
import type { AppEvent } from '#lib/market.ts'

type Answer = z.input<typeof getContract.output>

async function requireEndpoint(ctx: Ctx, installationId: string) {
  const copy = await findCopy(ctx.db, installationId)
  const told = copy && (await ensureEndpoint(ctx, ctx.db, copy))
  if (!told) throw refuse('webhooks.no_address')
  return told.endpoint
}

/** The secrets that sign webhooks to this installation now, newest first. */
export async function webhookSecrets(ctx: Ctx, installationId: string): Promise<string[]> {
  const copy = await findCopy(ctx.db, installationId)
  const told = copy && (await ensureEndpoint(ctx, ctx.db, copy))
  return told ? validSecrets(ctx, told.endpoint, ctx.clock.now()) : []
}

async function present(ctx: Ctx, installationId: string): Promise<Answer> {
  const endpoint = await requireEndpoint(ctx, installationId)
  const secrets = await webhookSecrets(ctx, installationId)
  return {
    data: {
      url: endpoint.url,
      enabled: endpoint.disabled_at === null,
      paused_at: endpoint.paused_at?.toISOString() ?? null,
      secrets,
      former_until: secrets.length > 1 ? (endpoint.former_until?.toISOString() ?? null) : null,
      messages: (await listMessages(ctx.db, [installationId], 100)).map(presentMessage),
    },
  }
}

export const getWebhooks = defineOperation({
  ...getContract,
  run: (ctx, { params }) => present(ctx, appOf(ctx, params.prefix).installationId),
})

/**
 * Replaces the secret at most once an hour: a second change at once would drop a secret that apps
 * still use.
 */
export const rotateWebhookSecret = defineOperation({
  ...rotateContract,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    const { id } = await requireEndpoint(ctx, app.installationId)
    await inTransaction(ctx, async (trx) => {
      const endpoint = await lockEndpoint(trx, id)
      const now = ctx.clock.now()
      // It was changed within the hour: keep that one.
      if (
        endpoint.former_until !== null &&
        endpoint.former_until > secondsAfter(now, FORMER_SECONDS - 3600)
      )
        return
      await changeSecret(trx, id, {
        secret_sealed: seal(ctx.sealing, SECRET_PURPOSE, newWebhookSecret()),
        former_sealed: endpoint.secret_sealed,
        former_until: secondsAfter(now, FORMER_SECONDS),
      })
    })
    return present(ctx, app.installationId)
  },
})

export const enableWebhooks = defineOperation({
  ...enableContract,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    const { id } = await requireEndpoint(ctx, app.installationId)
    await inTransaction(ctx, async (trx) => {
      await lockEndpoint(trx, id)
      await setDisabled(trx, id, null)
      await resumeEndpoint(trx, id, ctx.clock.now())
    })
    return present(ctx, app.installationId)
  },
})

/**
 * Sends a message once more and waits for the result. Only the app itself can request this, so no
 * stranger can make us send.
 */
export const redeliverWebhook = defineOperation({
  ...redeliverContract,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    const endpoint = await requireEndpoint(ctx, app.installationId)
    if (endpoint.disabled_at !== null) throw refuse('webhooks.address_gone')
    const message = await findMessage(ctx.db, params.id)
    if (message?.installation_id !== app.installationId) throw refuse('webhooks.message_not_found')
    if (message.leased_until !== null && message.leased_until > ctx.clock.now())
      throw refuse('webhooks.under_way')
    await deliverWebhook(ctx, message.id, true)
    return present(ctx, app.installationId)
  },
})

export const presentMessage = (
  row: Awaited<ReturnType<typeof listMessages>>[number],
): WebhookMessage => ({
  id: row.id,
  type: row.type as AppEvent,
  sequence: row.sequence ?? 0,
  occurred_at: row.occurred_at.toISOString(),
  state: row.state as WebhookMessage['state'],
  next_try_at: row.state === 'waiting' ? row.next_try_at.toISOString() : null,
  tries: row.log.map((one) => ({
    started_at: one.started_at.toISOString(),
    by_hand: one.by_hand,
    status: one.status,
    failure: one.failure,
    duration_ms: one.duration_ms,
    answer: one.answer,
  })),
})
