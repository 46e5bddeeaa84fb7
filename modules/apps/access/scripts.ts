import { createHash } from 'node:crypto'
import { type Text, pickText } from '#lib/locale.ts'
import { type Ctx, type Services, type StoreCtx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { listFileHashes } from '#modules/catalog/public.ts'
import { changedOnStore, listStandingParts, recordOwnerNotice } from '#modules/installs/public.ts'
import { listApprovals } from '#modules/orders/public.ts'
import {
  ConnectorFailure,
  type ConnectorServices,
  type StoreState,
  connectorOf,
} from '#modules/stores/platforms/public.ts'
import {
  type Script,
  exportScripts as exportContract,
  listScripts as listContract,
} from './contract.ts'
import { secondsAfter } from '#lib/clock.ts'
import { csvOf } from '#lib/csv.ts'
import { attributeOf, readTags } from '#lib/foreign/html-tags.ts'
import { isOrderStep } from '#lib/market.ts'

type Part = Awaited<ReturnType<typeof listStandingParts>>[number]

async function fetchState(ctx: Ctx, storeId: string): Promise<StoreState | null> {
  try {
    return await (await connectorOf(ctx, storeId)).getState()
  } catch (error) {
    if (error instanceof ConnectorFailure) return null
    throw error
  }
}

function stateOf(part: Part, all: readonly Part[], state: StoreState | null): Script['state'] {
  if (!state) return 'unknown'
  return (
    changedOnStore(
      all.map((one) => one.row),
      state,
    ).find((one) => one.row.id === part.row.id)?.what ?? 'as_put'
  )
}

/** All scripts that apps run on this store's pages, those on order pages first. */
async function collectScripts(
  ctx: StoreCtx,
): Promise<{ scripts: Script[]; checkedAt: Date | null }> {
  const { storeId } = ctx.actor
  const [parts, approvals, state, check] = await Promise.all([
    listStandingParts(ctx.db, storeId),
    listApprovals(ctx.db, storeId),
    fetchState(ctx, storeId),
    ctx.db
      .selectFrom('script_checks')
      .select('checked_at')
      .where('store_id', '=', storeId)
      .executeTakeFirst(),
  ])
  const scripts: Script[] = []
  for (const part of parts) {
    const found = scriptsIn(part.html)
    if (!found) continue
    const hashes = await listFileHashes(ctx, part.packageSha256, found.files)
    const before = approvals.filter(
      (one) =>
        one.item_id === part.itemId &&
        (part.row.applied_at === null || one.agreed_at <= part.row.applied_at),
    )
    const [approval] = before
    const inStep =
      orderExposure(part.placement) === 'step'
        ? before.find((one) => one.kind === 'order_steps')
        : undefined
    scripts.push({
      id: part.row.id,
      item: { slug: part.slug, name: pickText(part.names ?? {}, ctx.locale) || part.name },
      version: part.version,
      placement: part.placement,
      title: pickText(part.title as Text, ctx.locale),
      in_order: orderExposure(part.placement),
      files: found.files.map((path) => ({ path, sha384: hashes.get(path) ?? null })),
      outside: found.outside,
      markup_sha384: `sha384-${createHash('sha384').update(part.html).digest('base64')}`,
      since: part.row.applied_at?.toISOString() ?? null,
      approved_by: approval?.name ?? null,
      approved_at: approval?.agreed_at.toISOString() ?? null,
      order_consent: inStep
        ? {
            version: inStep.version,
            text_sha256: inStep.text_sha256,
            agreed_at: inStep.agreed_at.toISOString(),
            agreed_by: inStep.name,
          }
        : null,
      state: stateOf(part, parts, state),
    })
  }
  const order = { step: 0, every_page: 1, no: 2 }
  return {
    scripts: scripts.toSorted(
      (a, b) =>
        order[a.in_order] - order[b.in_order] ||
        a.item.name.localeCompare(b.item.name) ||
        a.placement - b.placement,
    ),
    checkedAt: check?.checked_at ?? null,
  }
}

export const listScripts = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const { scripts, checkedAt } = await collectScripts(ctx)
    return {
      data: {
        scripts,
        looked_at: ctx.clock.now().toISOString(),
        checked_at: checkedAt?.toISOString() ?? null,
      },
    }
  },
})

export const exportScripts = defineOperation({
  ...exportContract,
  run: async (ctx, { query }) => {
    const { scripts } = await collectScripts(ctx)
    const [store, now] = [ctx.actor, ctx.clock.now().toISOString()]
    const name = `scripts-${store.domain.replace(/[^a-z0-9.-]/gi, '-')}-${now.slice(0, 10)}`
    return query.format === 'json'
      ? {
          filename: `${name}.json`,
          contentType: 'application/json',
          content: Buffer.from(
            JSON.stringify({ store: store.domain, looked_at: now, scripts }, null, 2),
          ),
        }
      : {
          filename: `${name}.csv`,
          contentType: 'text/csv; charset=utf-8',
          content: Buffer.from(toCsv(scripts)),
        }
  },
})

/** A little less than a day, because the housekeeping job runs hourly. */
const CHECK_INTERVAL_SECONDS = 23 * 3600
const BATCH_SIZE = 50

type Needs = ConnectorServices & Pick<Services, 'jobs' | 'log'>

/**
 * PCI DSS 11.6.1, daily: checks that each shop still serves the scripts we put on pages with
 * orders. Changes are stored, logged as errors and shown to the owner, who also gets a mail about
 * new ones. A shop that does not answer is checked again the next day and does not stop the others.
 */
export async function checkScripts(services: Needs): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const stores = await db
    .selectFrom('stores')
    .leftJoin('script_checks as it', 'it.store_id', 'stores.id')
    .select('stores.id')
    .where('stores.status', '=', 'active')
    .where((on) =>
      on.exists(
        on
          .selectFrom('installations')
          .innerJoin('side_effects', 'side_effects.installation_id', 'installations.id')
          .select('side_effects.id')
          .whereRef('installations.store_id', '=', 'stores.id')
          .where('side_effects.state', '=', 'applied')
          .where('side_effects.kind', 'in', ['tracking_code', 'design_block']),
      ),
    )
    .where((on) =>
      on.or([
        on('it.began_at', 'is', null),
        on('it.began_at', '<', secondsAfter(now, -CHECK_INTERVAL_SECONDS)),
      ]),
    )
    .orderBy('it.began_at', (order) => order.asc().nullsFirst())
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of stores) {
    await db
      .insertInto('script_checks')
      .values({ store_id: id, began_at: now })
      .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ began_at: now }))
      .execute()
    try {
      const state = await (await connectorOf(services, id)).getState()
      const parts = (await listStandingParts(db, id)).filter(
        (part) => orderExposure(part.placement) !== 'no' && scriptsIn(part.html) !== null,
      )
      const found = changedOnStore(
        parts.map((part) => part.row),
        state,
      )
      const changed = found.map((one) => one.row.id)
      await inTransaction({ db }, async (trx) => {
        const before = await trx
          .selectFrom('script_checks')
          .select('changed')
          .where('store_id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('script_checks')
          .set({ checked_at: now, changed })
          .where('store_id', '=', id)
          .execute()
        const alarming = found.filter((one) => !before.changed.includes(one.row.id))
        if (alarming.length === 0) return
        await recordOwnerNotice(services, trx, id, {
          kind: 'scripts_changed',
          at: now,
          facts: {
            parts: alarming.flatMap(({ row, what }) => {
              const part = parts.find((one) => one.row.id === row.id)
              return part ? [{ itemId: part.itemId, title: part.title, what }] : []
            }),
          },
        })
      })
      if (changed.length > 0)
        log.error({ store: id, effects: changed }, 'scripts on order pages of a shop have changed')
    } catch (error) {
      if (!(error instanceof ConnectorFailure))
        log.error({ error, store: id }, 'script check failed')
    }
  }
}

/** Placements on every page, order pages included (Store Connector protocol, section 4). */
const EVERY_PAGE = [1, 2, 3]

const orderExposure = (placement: number): Script['in_order'] =>
  isOrderStep(placement) ? 'step' : EVERY_PAGE.includes(placement) ? 'every_page' : 'no'

/**
 * The scripts in a part's markup: files of its package and external addresses. Null when it has
 * none.
 */
export function scriptsIn(html: string): { files: string[]; outside: string[] } | null {
  const tags = readTags(html).filter(({ name }) => name === 'script')
  if (tags.length === 0) return null
  const sources = tags.flatMap((tag) => attributeOf(tag, 'src') ?? [])
  return {
    files: [
      ...new Set(sources.flatMap((source) => /^\{\{asset:([^}]+)\}\}$/.exec(source)?.[1] ?? [])),
    ],
    outside: [...new Set(sources.filter((source) => /^(?:https?:)?\/\//i.test(source)))],
  }
}

const COLUMNS = [
  'item',
  'version',
  'placement',
  'part',
  'in_order',
  'file',
  'sha384',
  'markup_sha384',
  'since',
  'approved_by',
  'approved_at',
  'order_consent_version',
  'order_consent_sha256',
  'order_consent_at',
  'order_consent_by',
  'state',
] as const

/** One line per file and per external address. */
export function toCsv(scripts: readonly Script[]): string {
  const lines = scripts.flatMap((one) => {
    const files = [...one.files, ...one.outside.map((path) => ({ path, sha384: null }))]
    return (files.length > 0 ? files : [{ path: '', sha384: null }]).map((file) => [
      one.item.name,
      one.version,
      one.placement,
      one.title,
      one.in_order,
      file.path,
      file.sha384,
      one.markup_sha384,
      one.since,
      one.approved_by,
      one.approved_at,
      one.order_consent?.version ?? null,
      one.order_consent?.text_sha256 ?? null,
      one.order_consent?.agreed_at ?? null,
      one.order_consent?.agreed_by ?? null,
      one.state,
    ])
  })
  return csvOf(
    COLUMNS,
    lines.map((line) => line.map((value) => (value === null ? '' : String(value)))),
  )
}
