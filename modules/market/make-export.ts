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
/** In a part of the file: so often the progress is told. */
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
 * there twice; the parts are written beside it. The reading never waits for a part to be written:
 * it holds a connection, and all others may be held by jobs that wait for one too. Returns whether
 * there was more than a file may have; null when somebody deleted the export or another turn began.
 */
async function writeFile(
  services: Services,
  ctx: ConsoleCtx,
  claimed: Claimed,
): Promise<boolean | null> {
  const file = partsOf(services, claimed)
  try {
    const isCut = await services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const list = CONSOLE_LISTS[claimed.list]
        for await (const page of pagesOf({ ...ctx, db: trx }, list, claimed.filters)) {
          const room = MOST_EXPORT_ROWS - file.rows()
          file.add(page.slice(0, room))
          if (file.isOver()) return null
          if (page.length > room || file.bytes() >= MOST_EXPORT_BYTES) return true
        }
        return false
      })
    file.end()
    return (await file.written()) ? isCut : null
  } finally {
    // Also when the reading failed: nothing is written after the end of this job.
    await file.written().catch(() => {})
  }
}

interface Part {
  place: number
  /** Of the whole file so far. */
  rows: number
  bytes: number
  body: string | null
}

/** Gathers rows and writes them as parts, one after the other. */
function partsOf({ db, clock, sealing }: Services, claimed: Claimed) {
  const columns = LIST_COLUMNS[claimed.list].filter(({ id }) => claimed.columns.includes(id))
  const gathered: unknown[] = []
  let [rows, bytes, parts] = [0, 0, 0]
  let isOver = false
  let written = Promise.resolve(true)
  const write = (): void => {
    const body = gathered.length > 0 ? rowsText(claimed.format, columns, gathered.splice(0)) : null
    bytes += Buffer.byteLength(body ?? '')
    parts += 1
    const part = { rows, bytes, place: parts, body }
    written = written.then((goesOn) => goesOn && writePart(part))
    written.then(
      (goesOn) => (isOver ||= !goesOn),
      () => (isOver = true),
    )
  }
  /** False when this turn is over. */
  const writePart = ({ body, place, ...sizes }: Part): Promise<boolean> =>
    inTransaction({ db }, async (trx) => {
      // First: it locks the export, which may have been deleted.
      if (!(await touchExport(trx, clock.now(), claimed, sizes))) return false
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
  return {
    rows: () => rows,
    bytes: () => bytes,
    /** This turn is over, or a part could not be written. */
    isOver: () => isOver,
    add(lines: readonly unknown[]): void {
      gathered.push(...lines)
      rows += lines.length
      if (gathered.length >= PART_ROWS) write()
    },
    end: write,
    /** False when this turn is over. */
    written: () => written,
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
