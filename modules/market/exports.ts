import { newId } from '#lib/ids.ts'
import { csvLines, CSV_START } from '#lib/csv.ts'
import { unseal } from '#lib/sealed.ts'
import { personOf } from '#kernel/actor.ts'
import type { Db } from '#db/client.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { CONSOLE_LISTS, readFilters, type Filters } from './console-lists.ts'
import { refuse } from './errors.ts'
import * as contract from './exports-contract.ts'
import { findFinished, listMine, listParts, untilOf } from './exports-data.ts'
import { type ExportFormat, MOST_EXPORTS } from './exports-rules.ts'
import { EXPORT_PURPOSE } from './make-export.ts'
import { LIST_COLUMNS, type ListName } from './list-columns.ts'

const done = { success: true as const }

/** For the log: names of filters only, because their values may name a person. */
async function find(db: Db, id: string) {
  const row = await db
    .selectFrom('list_exports')
    .select(['list', 'format', 'filters'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      list: row.list,
      format: row.format,
      filters: Object.keys(row.filters as Filters).join(', '),
    }
  )
}

type OfExport = { params: { export: string } }
const audit = { kind: 'export', id: ({ params }: OfExport) => params.export, read: find }

export const listExports = defineOperation({
  ...contract.listExports,
  run: async (ctx) => ({
    exports: (await listMine(ctx.db, personOf(ctx).id, ctx.clock.now())).map((row) => ({
      id: row.id,
      list: row.list as ListName,
      filters: row.filters as Record<string, string>,
      format: row.format as ExportFormat,
      state: row.state as 'done',
      rows: row.rows,
      bytes: row.bytes,
      is_cut: row.is_cut,
      asked_at: row.asked_at.toISOString(),
      done_at: row.done_at?.toISOString() ?? null,
      until: untilOf(row.asked_at).toISOString(),
    })),
  }),
})

/** The columns in the order of the list; refuses others. */
function readColumns(list: ListName, asked: readonly string[]): string[] {
  const known = LIST_COLUMNS[list].map((column) => column.id)
  if (asked.some((one) => !known.includes(one)))
    throw refuse('input.invalid', { fields: { columns: { code: 'field.invalid' } } })
  return asked.length === 0 ? known : known.filter((one) => asked.includes(one))
}

export const startExport = defineOperation({
  ...contract.startExport,
  audit: { kind: 'export', id: (_input, _ctx, answer) => answer?.id, read: find },
  run: async (ctx, { body }) => {
    const filters: Filters = readFilters(ctx, CONSOLE_LISTS[body.list], body.filters)
    const columns = readColumns(body.list, body.columns)
    const [personId, now] = [personOf(ctx).id, ctx.clock.now()]
    if ((await listMine(ctx.db, personId, now)).length >= MOST_EXPORTS)
      throw refuse('exports.too_many')
    const id = newId('exp')
    await ctx.db
      .insertInto('list_exports')
      .values({
        id,
        person_id: personId,
        list: body.list,
        filters: JSON.stringify(filters),
        columns,
        format: body.format,
        state: 'waiting',
        asked_at: now,
        touched_at: now,
      })
      .execute()
    await ctx.jobs.enqueue(ctx.db, 'make-export', { id })
    return { id }
  },
})

export const fetchExport = defineOperation({
  ...contract.fetchExport,
  audit,
  run: async (ctx, { params }) => {
    const row = await findFinished(ctx.db, params.export, personOf(ctx).id, ctx.clock.now())
    if (!row) throw refuse('not_found')
    const list = row.list as ListName
    CONSOLE_LISTS[list].operation.authorize(ctx, undefined)
    const parts = (await listParts(ctx.db, row)).map((part) =>
      unseal(ctx.sealing, EXPORT_PURPOSE, part.body_sealed),
    )
    const isCsv = row.format === 'csv'
    return {
      filename: `${list}-${row.asked_at.toISOString().slice(0, 10)}.${row.format}`,
      contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      content: Buffer.from(
        isCsv
          ? CSV_START + csvLines([fieldsOf(list, row.columns)]) + parts.join('')
          : `[\n${parts.join(',\n')}\n]\n`,
      ),
    }
  },
})

const fieldsOf = (list: ListName, columns: readonly string[]): string[] =>
  LIST_COLUMNS[list].flatMap((column) => (columns.includes(column.id) ? column.fields : []))

export const deleteExport = defineOperation({
  ...contract.deleteExport,
  audit,
  run: async (ctx, { params }) => {
    const deleted = await ctx.db
      .deleteFrom('list_exports')
      .where('id', '=', params.export)
      .where('person_id', '=', personOf(ctx).id)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw refuse('not_found')
    return done
  },
})
