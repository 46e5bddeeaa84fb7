import { csvLines } from '#lib/csv.ts'
import { isRefusal } from '#lib/refusal.ts'
import { seal } from '#lib/sealed.ts'
import { type ConsoleCtx, inTransaction, type Services } from '#kernel/context.ts'
import { contextOfPerson } from '#modules/identity/public.ts'
import { CONSOLE_LISTS, pagesOf } from './console-lists.ts'
import { claimExport, type Claimed, finishExport, touchExport } from './exports-data.ts'
import { type ExportFormat, MOST_EXPORT_BYTES, MOST_EXPORT_ROWS } from './exports-rules.ts'
import { type Cell, LIST_COLUMNS, type ListColumn } from './list-columns.ts'

export const EXPORT_PURPOSE = 'list-export'
/** In a part of the file: so many are in memory, and so often the progress is told. */
const PART_ROWS = 500

/**
 * The job `make-export`: writes the file in parts. A job that dies leaves parts of its turn behind,
 * which the next turn throws away. Whoever lost the role meanwhile gets no file.
 */
export async function makeExport(services: Services, id: string): Promise<void> {
  const claimed = await claimExport(services, id)
  if (!claimed) return
  const ctx = await contextOfPerson(services, claimed.personId, id)
  try {
    if (!ctx) throw new Error('the account of an export is gone')
    CONSOLE_LISTS[claimed.list].operation.authorize(ctx, undefined)
    const isCut = await writeFile(services, ctx, claimed)
    if (isCut !== null)
      await finishExport(services.db, services.clock.now(), claimed, { state: 'done', isCut })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await finishExport(services.db, services.clock.now(), claimed, { state: 'failed' })
  }
}

/**
 * All pages are read in one snapshot, so that a row that changes meanwhile is neither missing nor
 * there twice; the parts are written beside it. Returns whether there was more than a file may
 * have; null when somebody deleted the export or another turn began.
 */
const writeFile = (
  services: Services,
  ctx: ConsoleCtx,
  claimed: Claimed,
): Promise<boolean | null> =>
  services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const file = partsOf(services, claimed)
      const list = CONSOLE_LISTS[claimed.list]
      for await (const page of pagesOf({ ...ctx, db: trx }, list, claimed.filters)) {
        const room = MOST_EXPORT_ROWS - file.rows()
        if (!(await file.add(page.slice(0, room)))) return null
        if (page.length > room || file.bytes() >= MOST_EXPORT_BYTES) {
          return (await file.end()) ? true : null
        }
      }
      return (await file.end()) ? false : null
    })

/** Gathers rows and writes them as parts. Each call is false when this turn is over. */
function partsOf({ db, clock, sealing }: Services, claimed: Claimed) {
  const columns = LIST_COLUMNS[claimed.list].filter(({ id }) => claimed.columns.includes(id))
  const gathered: unknown[] = []
  let [rows, bytes, place] = [0, 0, 0]
  const write = async (): Promise<boolean> => {
    const body = gathered.length > 0 ? rowsText(claimed.format, columns, gathered.splice(0)) : null
    bytes += Buffer.byteLength(body ?? '')
    place += 1
    return inTransaction({ db }, async (trx) => {
      // First: it locks the export, which may have been deleted.
      if (!(await touchExport(trx, clock.now(), claimed, { rows, bytes }))) return false
      if (body !== null)
        await trx
          .insertInto('list_export_parts')
          .values({
            export_id: claimed.id,
            turn: claimed.turn,
            place,
            body_sealed: seal(sealing, EXPORT_PURPOSE, body),
          })
          .execute()
      return true
    })
  }
  return {
    rows: () => rows,
    bytes: () => bytes,
    async add(lines: readonly unknown[]): Promise<boolean> {
      gathered.push(...lines)
      rows += lines.length
      return gathered.length < PART_ROWS || write()
    },
    end: write,
  }
}

/** Rows in the format of the file, without its beginning and end. */
export function rowsText(
  format: ExportFormat,
  columns: readonly ListColumn<unknown>[],
  lines: readonly unknown[],
): string {
  const rows = lines.map((line) => columns.flatMap((column) => column.cells(line)))
  if (format === 'csv') return csvLines(rows.map((row) => row.map(textOf)))
  const fields = columns.flatMap((column) => column.fields)
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(fields.map((name, n) => [name, row[n]]))))
    .join(',\n')
}

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell))
