import { data } from 'react-router'
import type { ScreenContext } from '#apps/storefront/screen-context.ts'
import type { Ctx } from '#contexts/ctx.ts'
import { COMMON_REFUSALS, Refusal } from '#lib/refusal.ts'
import { toWireError, type WireError } from './errors.ts'
import { implementationOf } from './operations.ts'

interface Around {
  origin: string
  nonce: string
  platform: { id: number; name: string; panel_origins: string[] }
  framed: boolean
  failure: WireError | null
  still: boolean
  /** There when one rendering is for many; told of what may be over for the next one who asks. */
  shared?: { onTrouble(): void }
}

/** The second door: what loaders and actions get. A form's `store` field names the store its page was rendered for. */
export function screenOf(ctx: Ctx, { origin, nonce, platform, framed, failure, still, shared }: Around): ScreenContext {
  const incident = ctx.requestId
  const wireOf = (error: unknown) => {
    const { wire, unexpected } = toWireError(error, ctx.t, incident)
    if (unexpected) ctx.log.error({ error, incident }, 'unexpected')
    if (wire.statusCode >= 500 || wire.statusCode === 429) shared?.onTrouble()
    return wire
  }
  const run: ScreenContext['call'] = async (operation, input) => {
    const { expectedStoreId, ...rest } = (input ?? {}) as { expectedStoreId?: string }
    return await implementationOf(operation.id).run(expectedStoreId === undefined ? ctx : { ...ctx, expectedStoreId }, rest) as never
  }
  return {
    call: async (operation, input) => {
      try {
        return await run(operation, input)
      } catch (error) {
        const wire = wireOf(error)
        throw data(wire, { status: wire.statusCode })
      }
    },
    attempt: async (operation, input) => {
      try {
        return { ok: true, answer: await run(operation, input) }
      } catch (error) {
        return { ok: false, error: wireOf(error) }
      }
    },
    refusal: code => {
      const status = COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS] ?? (code === 'session.store_closed' ? 410 : 404)
      const wire = wireOf(new Refusal(code, status))
      return data(wire, { status: wire.statusCode })
    },
    locale: ctx.locale, market: ctx.market, framed, platform: { id: platform.id, name: platform.name },
    session: ctx.actor.kind !== 'store' ? null : {
      storeId: ctx.actor.storeId, domain: ctx.actor.domain, storeUrl: ctx.actor.storeUrl, storeStatus: ctx.actor.storeStatus, isOs2: ctx.actor.isOs2,
      account: { name: ctx.actor.account.name }, expiresAt: ctx.actor.expiresAt.toISOString(),
    },
    panelOrigins: platform.panel_origins, sites: { app: ctx.origins.app, theme: ctx.origins.theme }, operator: ctx.operator, origin, nonce, failure, still,
    shared: shared !== undefined,
    // The number of one rendering means nothing to those who are shown it later.
    incident: shared ? '' : incident,
    report: error => {
      shared?.onTrouble()
      ctx.log.error({ error, incident }, 'screen')
    },
  }
}
