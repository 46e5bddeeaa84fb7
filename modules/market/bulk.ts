import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { parseInput } from '#kernel/operation.ts'
import { PAGE_ROWS } from '#lib/page-key.ts'
import { actOf } from './bulk-acts.ts'
import * as contract from './bulk-contract.ts'
import {
  countSteps,
  findRun,
  findUndo,
  hasTooManyOpen,
  insertRun,
  listDoneIds,
  listReasons,
  listRuns,
  listSteps,
  lockRun,
  type RunRow,
  setState,
} from './bulk-data.ts'
import { type BulkAct, type BulkState, isUnderWay, type StepState, undoOf } from './bulk-rules.ts'
import { readFilters } from './console-lists.ts'
import { refuse } from './errors.ts'

const done = { success: true as const }
const NO_PARAMS = z.object({})

const present = (row: RunRow, rows: Record<StepState, number>) => ({
  id: row.id,
  act: row.act as BulkAct,
  filters: row.filters as Record<string, string> | null,
  state: row.state as BulkState,
  undoes: row.undoes,
  is_cut: row.is_cut,
  rows,
  asked_at: row.asked_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
})

export const listBulkRuns = defineOperation({
  ...contract.listBulkRuns,
  run: async (ctx) => {
    const runs = await listRuns(ctx.db, personOf(ctx).id)
    const rowsOf = await countSteps(
      ctx.db,
      runs.map((run) => run.id),
    )
    return { runs: runs.map((run) => present(run, rowsOf(run.id))) }
  },
})

export const getBulkRun = defineOperation({
  ...contract.getBulkRun,
  run: async (ctx, { params, query }) => {
    const row = await findRun(ctx.db, params.run, personOf(ctx).id)
    if (!row) throw refuse('not_found')
    const [rowsOf, reasons, steps, undo] = await Promise.all([
      countSteps(ctx.db, [row.id]),
      listReasons(ctx.db, row.id),
      listSteps(ctx.db, row.id, query.after ?? 0, PAGE_ROWS + 1),
      findUndo(ctx.db, row.id),
    ])
    const shown = present(row, rowsOf(row.id))
    return {
      ...shown,
      undone_by: undo?.id ?? null,
      may_undo:
        mayUndo(shown.act, shown.state) &&
        shown.rows.done > 0 &&
        (!undo || undo.state === 'stopped' || undo.state === 'failed'),
      reasons: reasons.map((one) => ({ ...one, message: messageOf(ctx, one.code) })),
      steps: steps.slice(0, PAGE_ROWS).map((step) => ({
        id: step.object_id,
        title: step.title,
        state: step.state as StepState,
        reason: step.reason === null ? null : messageOf(ctx, step.reason),
      })),
      next: steps[PAGE_ROWS]?.place ?? null,
    }
  },
})

const messageOf = ({ t }: ConsoleCtx, code: string): string => t(`errors.${code}`)

const mayUndo = (act: BulkAct, state: BulkState): boolean =>
  undoOf(act) !== null && (state === 'done' || state === 'stopped')

/** Planned or under way. */
const isOpen = (state: string | undefined): boolean =>
  state === 'checked' || (state !== undefined && isUnderWay(state as BulkState))

/** For the log: what was planned, and how far it came. */
const read = (db: Db, id: string) =>
  db.selectFrom('bulk_runs').select(['act', 'state']).where('id', '=', id).executeTakeFirst()

type OfRun = { params: { run: string } }
const audit = { kind: 'bulk_run', id: ({ params }: OfRun) => params.run, read }
const auditNew = {
  kind: 'bulk_run',
  id: (_input: unknown, _ctx: unknown, answer?: { id: string }) => answer?.id,
  read,
}

async function requireRun(ctx: ConsoleCtx, id: string): Promise<RunRow> {
  const row = await lockRun(ctx.db, id, personOf(ctx).id)
  if (!row) throw refuse('not_found')
  return row
}

export const planBulk = defineOperation({
  ...contract.planBulk,
  audit: auditNew,
  run: async (ctx, { body: { act, ids, filters, given } }) => {
    const { operation, pages } = actOf(act)
    operation.authorize(ctx, undefined)
    const unique = [...new Set(ids)]
    if (filters === null && unique.length === 0) throw refuse('bulk.nothing')
    // What the act is told is checked once here, by the schema of the act itself.
    parseInput({ ...operation.operation, params: NO_PARAMS }, { body: given })
    return plan(
      ctx,
      { act, given },
      filters === null ? { ids: unique } : { filters: readFilters(ctx, pages, filters) },
    )
  },
})

async function plan(
  ctx: ConsoleCtx,
  run: { act: BulkAct; given: Record<string, string>; undoes?: string },
  rows: Parameters<typeof insertRun>[3],
): Promise<{ id: string }> {
  const personId = personOf(ctx).id
  if (await hasTooManyOpen(ctx.db, personId)) throw refuse('bulk.too_many')
  const id = await insertRun(ctx.db, ctx.clock.now(), { personId, ...run }, rows)
  await ctx.jobs.enqueue(ctx.db, 'run-bulk', { id })
  return { id }
}

export const startBulk = defineOperation({
  ...contract.startBulk,
  audit,
  run: async (ctx, { params }) => {
    const row = await requireRun(ctx, params.run)
    actOf(row.act as BulkAct).operation.authorize(ctx, undefined)
    if (row.state !== 'checked') throw refuse('bulk.not_checked')
    await setState(ctx.db, ctx.clock.now(), row.id, 'running')
    await ctx.jobs.enqueue(ctx.db, 'run-bulk', { id: row.id })
    return done
  },
})

export const stopBulk = defineOperation({
  ...contract.stopBulk,
  audit,
  run: async (ctx, { params }) => {
    const row = await requireRun(ctx, params.run)
    if (row.done_at !== null) throw refuse('bulk.over')
    await setState(ctx.db, ctx.clock.now(), row.id, 'stopped')
    return done
  },
})

export const undoBulk = defineOperation({
  ...contract.undoBulk,
  audit: auditNew,
  run: async (ctx, { params }) => {
    const row = await requireRun(ctx, params.run)
    const undo = undoOf(row.act as BulkAct)
    const ids = undo ? await listDoneIds(ctx.db, row.id) : []
    if (!undo || !mayUndo(row.act as BulkAct, row.state as BulkState) || ids.length === 0)
      throw refuse('bulk.no_undo')
    // The run is locked, so two at once do not both find none.
    if (isOpen((await findUndo(ctx.db, row.id))?.state)) throw refuse('bulk.undo_open')
    actOf(undo).operation.authorize(ctx, undefined)
    return plan(ctx, { act: undo, given: {}, undoes: row.id }, { ids })
  },
})
