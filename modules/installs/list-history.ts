import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { sql } from 'kysely'
import { listHistory as contract, type HistoryEntry } from './lifecycle-contract.ts'

const SHOWN = 100

/**
 * Every piece of work on an item of this store, also from before it was uninstalled and came again.
 */
export const listHistory = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const rows = await ctx.db
      .selectFrom('installation_runs as run')
      .innerJoin('installations as it', 'it.id', 'run.installation_id')
      .leftJoin('releases as before', 'before.id', 'run.from_release_id')
      .leftJoin('releases as after', 'after.id', 'run.to_release_id')
      .select([
        'run.id',
        'run.kind',
        'run.state',
        'run.failure',
        'run.created_at',
        'run.started_at',
        'run.finished_at',
        'run.started_by',
        'run.started_name',
        'before.version as from_version',
        'after.version as to_version',
        sql<string>`count(*) over ()`.as('total'),
      ])
      .where('it.store_id', '=', storeOf(ctx).storeId)
      .where('it.item_id', '=', params.id)
      .orderBy('run.turn', 'desc')
      .limit(SHOWN)
      .execute()
    const data = rows.map((row): HistoryEntry => ({
      id: row.id,
      kind: row.kind as 'install',
      state: row.state as 'queued',
      failure:
        row.failure === null
          ? null
          : {
              code: row.failure,
              message: ctx.t(`errors.${row.failure}` as 'errors.installs.failed'),
            },
      seconds:
        row.started_at && row.finished_at
          ? Math.round((row.finished_at.getTime() - row.started_at.getTime()) / 100) / 10
          : null,
      from_version: row.from_version,
      to_version: row.to_version,
      by: row.started_by as 'owner',
      name: row.started_name,
      at: row.created_at.toISOString(),
    }))
    return { data, meta: { total: Number(rows[0]?.total ?? 0), page: 1, per_page: SHOWN } }
  },
})
