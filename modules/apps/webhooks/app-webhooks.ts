import type { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { appOf } from '#kernel/actor.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import {
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
import { deliverWebhook } from './deliver-webhook.ts'
import { presentMessage } from './present.ts'
import { FORMER_SECONDS } from './rules.ts'
import { endpointOf, newWebhookSecret, SECRET_PURPOSE } from './tell-app.ts'

type Answer = z.input<typeof getContract.output>

async function requireEndpoint(ctx: Ctx, installationId: string) {
  const copy = await findCopy(ctx.db, installationId)
  const told = copy && (await endpointOf(ctx, ctx.db, copy))
  if (!told) throw refuse('webhooks.no_address')
  return told.endpoint
}

/** The secrets that webhooks to this installation are signed with now, the newest first. */
export async function webhookSecrets(ctx: Ctx, installationId: string): Promise<string[]> {
  const copy = await findCopy(ctx.db, installationId)
  const told = copy && (await endpointOf(ctx, ctx.db, copy))
  if (!told) return []
  const { secret_sealed: current, former_sealed: former, former_until: until } = told.endpoint
  return [
    current,
    ...(former !== null && until !== null && until > ctx.clock.now() ? [former] : []),
  ].map((sealed) => unseal(ctx.sealing, SECRET_PURPOSE, sealed))
}

async function present(ctx: Ctx, installationId: string): Promise<Answer> {
  const endpoint = await requireEndpoint(ctx, installationId)
  const secrets = await webhookSecrets(ctx, installationId)
  return {
    data: {
      url: endpoint.url,
      enabled: endpoint.disabled_at === null,
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
 * Once an hour at most does a new one take the former's place: with two changes in a row the first
 * would be forgotten while apps still use it.
 */
export const rotateWebhookSecret = defineOperation({
  ...rotateContract,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    const { id } = await requireEndpoint(ctx, app.installationId)
    await inTransaction(ctx, async (trx) => {
      const endpoint = await lockEndpoint(trx, id)
      const now = ctx.clock.now()
      // Another has just changed it: theirs is the new one.
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
    await setDisabled(ctx.db, (await requireEndpoint(ctx, app.installationId)).id, null)
    return present(ctx, app.installationId)
  },
})

/**
 * One try now, waited for: whoever asks wants to see how it goes. The app asks for it itself, so no
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
