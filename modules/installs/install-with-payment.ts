import { secondsAfter } from '#lib/clock.ts'
import type { PermissionCode } from '#lib/market.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findRelease, findStop, requireItem } from '#modules/catalog/public.ts'
import { findOpenOrder, findOwnership, recordConsents } from '#modules/orders/public.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { planInstall as contract } from './contract.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { beginInstall, changesHere, checkInstall, consentsOfInstall } from './start-install.ts'

/** A store that could not be reached in this time is left to its owner. */
const PATIENCE_SECONDS = 3_600
/** Drafts live for less. */
const UNPAID_SECONDS = 60 * 86_400

/**
 * The owner agrees to the plan of an install on the page that pays for the item. The install begins
 * when the open order is paid, whether the page is still there or not.
 */
export const planInstall = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    const store = requireSameStore(ctx, body.store)
    const order = await findOpenOrder(ctx.db, store.storeId, item.id)
    if (!order) throw refuse('checkout.order_not_found')
    if (await findLiveInstallation(ctx.db, store.storeId, item.id))
      throw refuse('installs.already_installed')
    const checked = await checkInstall(ctx, item, body)
    const planned = {
      version: checked.release.version,
      permissions: [...checked.permissions],
      inputs: JSON.stringify(checked.inputs),
      draft: checked.draft,
      asked_by: byOwner(store).name,
      created_at: ctx.clock.now(),
    }
    await inTransaction(ctx, async (trx) => {
      await trx
        .insertInto('planned_installs')
        .values({
          order_id: order.id,
          line_place: order.place,
          store_id: store.storeId,
          item_id: item.id,
          state: 'waiting',
          ...planned,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['order_id', 'line_place'])
            .doUpdateSet(planned)
            // Paid meanwhile: what was agreed to before the payment counts.
            .where('planned_installs.due_at', 'is', null),
        )
        .execute()
      await recordConsents(trx, ctx, store, {
        orderId: order.id,
        item: { ...item, latest: checked.release },
        consents: consentsOfInstall(ctx, checked, body.agreement),
      })
    })
    return { success: true as const }
  },
})

/** An order was paid; in the transaction of the payment. */
export const itemOrderPaid: Services['itemOrderPaid'] = async ({ clock, jobs }, trx, orderId) => {
  const planned = await trx
    .updateTable('planned_installs')
    .set({ due_at: clock.now() })
    .where('order_id', '=', orderId)
    .where('due_at', 'is', null)
    .returning('order_id')
    .execute()
  if (planned.length > 0) await jobs.enqueue(trx, 'install-paid-item', { id: orderId })
}

/** Paid orders with an install that has not begun; for the recovery job. */
export const findDueInstalls = async ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  (
    await db
      .selectFrom('planned_installs')
      .select(['order_id', 'due_at'])
      .distinct()
      .where('state', '=', 'waiting')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(200)
      .execute()
  ).map(({ order_id: id }) => id)

const findPlanned = (db: Db, orderId: string) =>
  db
    .selectFrom('planned_installs')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .where('due_at', 'is not', null)
    .orderBy('line_place')

type Planned = Awaited<ReturnType<ReturnType<typeof findPlanned>['execute']>>[number]

/**
 * The job `install-paid-item`: begins the next install that the owner agreed to; the end of that
 * one asks for the rest (`continueOrder`). One that cannot be begun leaves the others.
 */
export async function installPaidItem(services: Services, orderId: string): Promise<void> {
  const faults: unknown[] = []
  for (const planned of await findPlanned(services.db, orderId).execute()) {
    if (await isInstalling(services.db, orderId)) break
    await beginOrLeave(services, planned).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
}

/** Whether an item of the order is being installed, or an install that failed taken back. */
const isInstalling = async (db: Db, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('planned_installs')
    .innerJoin('installations', (join) =>
      join
        .onRef('installations.store_id', '=', 'planned_installs.store_id')
        .onRef('installations.item_id', '=', 'planned_installs.item_id')
        .on('installations.state', 'in', ['installing', 'uninstalling']),
    )
    .innerJoin('installation_runs', (join) =>
      join
        .onRef('installation_runs.installation_id', '=', 'installations.id')
        .on('installation_runs.state', 'in', ['queued', 'running'])
        .on('installation_runs.kind', 'in', ['install', 'undo']),
    )
    .select('installations.id')
    .where('planned_installs.order_id', '=', orderId)
    .where('planned_installs.state', '=', 'started')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * An install of that order ended: the next one may begin. In the transaction that ends it, so that
 * a failure is seen before the next item is touched.
 */
export async function continueOrder(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Db,
  orderId: string | null,
): Promise<void> {
  if (orderId === null) return
  if (await findPlanned(trx, orderId).limit(1).executeTakeFirst())
    await jobs.enqueue(trx, 'install-paid-item', { id: orderId })
}

/**
 * When the store has become another since the owner agreed, the install is left to the owner, whose
 * page says why.
 */
async function beginOrLeave(services: Services, planned: Planned): Promise<void> {
  try {
    await begin(services, planned)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const isLate = secondsAfter(planned.due_at as Date, PATIENCE_SECONDS) < services.clock.now()
    if (error.code === 'platform.unavailable' && !isLate) return
    await endPlanned(services.db, planned, { state: 'left', left_code: error.code })
  }
}

const endPlanned = (
  db: Db,
  { order_id: orderId, line_place: place }: Planned,
  end: { state: 'started' } | { state: 'left'; left_code: string },
) =>
  db
    .updateTable('planned_installs')
    .set({ ...end, inputs: '{}' })
    .where('order_id', '=', orderId)
    .where('line_place', '=', place)
    .where('state', '=', 'waiting')
    .execute()

async function begin(services: Services, planned: Planned): Promise<void> {
  const { order_id: orderId, store_id: storeId, item_id: itemId } = planned
  // Returned, or paid twice and given back.
  if (!(await findOwnership(services, storeId, itemId))) throw refuse('installs.not_entitled')
  const release = await findRelease(services, { itemId, version: planned.version })
  if (!release || (await findStop(services.db, itemId))) throw refuse('catalog.not_installable')
  const checked = await changesHere(services, storeId, {
    release,
    inputs: planned.inputs as {},
    permissions: planned.permissions as PermissionCode[],
    draft: planned.draft,
  })
  await inTransaction(services, async (trx) => {
    const waiting = findPlanned(trx, orderId).where('line_place', '=', planned.line_place)
    if (!(await waiting.forUpdate().executeTakeFirst())) return
    const by = { kind: 'owner' as const, name: planned.asked_by }
    await beginInstall(services, trx, { storeId, itemId, orderId, by }, checked)
    await endPlanned(trx, planned, { state: 'started' })
  })
}

/**
 * The newest of a store and item that no installation has followed, or only such as failed and were
 * taken back: then with the failure of the last. 'waiting' also before payment.
 */
export const findPlannedInstall = (db: Db, storeId: string, itemId: string) =>
  db
    .selectFrom('planned_installs')
    .select(['state', 'left_code', 'due_at'])
    .select(({ selectFrom }) =>
      selectFrom('installations')
        .innerJoin('installation_runs', 'installation_runs.installation_id', 'installations.id')
        .select('installation_runs.failure')
        .whereRef('installations.store_id', '=', 'planned_installs.store_id')
        .whereRef('installations.item_id', '=', 'planned_installs.item_id')
        .whereRef('installations.created_at', '>=', 'planned_installs.created_at')
        .where('installation_runs.kind', '=', 'install')
        .orderBy('installations.created_at', 'desc')
        .limit(1)
        .as('failure'),
    )
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('installations')
            .select('installations.id')
            .whereRef('installations.store_id', '=', 'planned_installs.store_id')
            .whereRef('installations.item_id', '=', 'planned_installs.item_id')
            .whereRef('installations.created_at', '>=', 'planned_installs.created_at')
            .where((on) =>
              on.or([
                on('installations.state', '!=', 'uninstalled'),
                on('installations.installed_at', 'is not', null),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Part of the hourly housekeeping. */
export const purgePlannedInstalls = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db
    .deleteFrom('planned_installs')
    .where('due_at', 'is', null)
    .where('created_at', '<', secondsAfter(clock.now(), -UNPAID_SECONDS))
    .execute()
