import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findInstalledRelease, findItem, listVersions } from '#modules/catalog/public.ts'
import { recordConsents } from '#modules/orders/public.ts'
import { askPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import { beginUpdate } from './begin-update.ts'
import {
  byOwner,
  permissionsRequired,
  requireAgreement,
  requireFree,
  requireSameStore,
} from './conditions.ts'
import { startUpdate as contract } from './contract.ts'
import { findLiveInstallation, listSideEffects } from './data.ts'
import { refuse } from './errors.ts'
import { requireNewest } from './fitting-release.ts'
import { checkAnswers } from './install-form.ts'
import { changedOnStore, isLeftOut } from './ledger.ts'
import { newAtOrderSteps, orderPartsOf, orderStepsText, requireOrderSteps } from './order-steps.ts'
import { slotsOf } from './plan-words.ts'
import { presentInstallation } from './present.ts'
import { grantedChanges, isSupported, planChanges, withoutScopes } from './rules.ts'
import { planUpdate, withInputsOn } from './update-plan.ts'
import { grantedAfter } from './update-rules.ts'

/**
 * S7.6 PUT: brings an installed item to its latest release, or to another one of its own. It costs
 * nothing: what is on the store was bought or free. Until the run has succeeded the old version is
 * the installed one; a run that cannot be finished is taken back.
 */
export const startUpdate = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const installed = await findLiveInstallation(ctx.db, store.storeId, params.id)
    const item = installed && (await findItem(ctx, { id: params.id }, ctx.locale))
    const from = installed && (await findInstalledRelease(ctx, installed.release_id))
    if (!installed || !item || !from) throw refuse('installs.not_installed')
    requireFree(installed.state)
    const to = await requireNewest(ctx, store, item, body.release, installed)
    if (to.id === from.id) throw refuse('installs.same_release')

    const versions = (await listVersions(ctx, [item.id])).get(item.id) ?? []
    const plan = planUpdate(
      await withInputsOn(ctx.db, installed, from, to, versions),
      from,
      to,
      versions,
    )
    const approved = body.permissions ?? []
    if (
      plan.growth.some(
        (one) => (one.required || body.permissions === undefined) && !approved.includes(one.code),
      )
    )
      throw permissionsRequired()
    const inputs = await checkAnswers(ctx, store.storeId, to.manifest, {
      ...plan.answers,
      ...body.inputs,
    })
    await requireAgreement(ctx, store, item.id, body.agreement)
    const connector = await connectorOf(ctx, store.storeId)
    const state = await askPlatform(() => connector.getState())
    // What somebody else changed is never overwritten: the owner settles it first.
    const ledger = await listSideEffects(ctx.db, installed.id)
    if (changedOnStore(ledger, state).some(({ row }) => !isLeftOut(row)))
      throw refuse('installs.changed_on_store')
    const slots = slotsOf(state)
    const all = planChanges(to.manifest, inputs)
    if (all.some((change) => change.required && !isSupported(change, slots)))
      throw refuse('installs.unsupported')
    const granted = grantedAfter(
      to.manifest,
      installed.granted as typeof approved,
      plan.growth,
      approved,
    )
    const changes = grantedChanges(withoutScopes(all, installed.refused_scopes), granted, slots)
    const atOrderSteps = newAtOrderSteps(orderPartsOf(ledger), changes)
    requireOrderSteps(atOrderSteps, body.order_steps)
    await beginUpdate(ctx, {
      installed,
      from,
      to,
      inputs,
      granted,
      changes,
      by: byOwner(store),
      besides: (trx) =>
        recordConsents(trx, ctx, store, {
          orderId: installed.order_id,
          item: { ...item, latest: to },
          consents: [
            ...(body.agreement
              ? [{ kind: 'data_protection', version: body.agreement.version }]
              : []),
            ...(plan.growth.length > 0 ? [{ kind: 'permissions', version: to.version }] : []),
            ...(atOrderSteps.length > 0
              ? [
                  {
                    kind: 'order_steps',
                    version: to.version,
                    agreed: orderStepsText(ctx, to, atOrderSteps),
                  },
                ]
              : []),
          ],
        }),
    })
    return { data: await presentInstallation(ctx, installed.id) }
  },
})
