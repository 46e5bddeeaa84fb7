import { type StoreActor, storeOf } from '#kernel/actor.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { beginScopes, lockWorking } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import { setRights as contract } from './contract.ts'
import { presentRights, requireCopy } from './get-rights.ts'

export function requireSameStore(ctx: Ctx, given: string): StoreActor {
  const store = storeOf(ctx)
  if (given !== store.storeId && given !== store.domain) throw refuse('session.store_changed')
  return store
}

/**
 * One click takes a right back, and one gives it again: the store's user stands there with other
 * rights and the same keys, so nothing that is still allowed fails. What the package cannot do
 * without is not taken back piece by piece: then the app is paused or taken off.
 */
export const setRights = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const { installed, manifest, permission } = await requireCopy(ctx, params.id)
    const asked = manifest.web_service_user?.scopes ?? []
    const wanted = asked.filter((code) => body.scopes.includes(code))
    if (body.scopes.some((code) => !asked.includes(code))) throw refuse('rights.not_asked_for')
    if (permission?.required && wanted.length < asked.length) throw refuse('rights.required')
    await inTransaction(ctx, async (trx) => {
      const there = await lockWorking(trx, installed.id)
      if (there?.state !== 'installed' || there.release_id !== installed.release_id)
        throw refuse('installs.busy')
      if (!(await beginScopes(ctx, trx, there, wanted))) throw refuse('installs.busy')
    })
    return presentRights(ctx, params.id)
  },
})
