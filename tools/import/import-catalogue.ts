import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PackageBlobs } from '#modules/catalog/package-blobs.ts'
import type { Db } from '#db/client.ts'
import { noCache } from '#lib/cache.ts'
import { readUsedCurrencies } from '#modules/currencies/public.ts'
import type { Clock } from '#lib/clock.ts'
import { composeListing, type Surroundings, type Draft } from './compose.ts'
import { FILES, makeFormat, type Catalogue } from './format.ts'
import { gatherParts } from './gather-parts.ts'
import { makeParser } from './parse-line.ts'
import { readLines } from './read-lines.ts'
import { openReport, type Report } from './report.ts'
import { inOneTransaction } from './one-transaction.ts'
import { retireItems } from './retire-items.ts'
import { surveyCatalogue, type Survey } from './survey-catalogue.ts'
import { writeCategories, writePartners } from './write-partners.ts'
import { writeBatch, type BatchOutcome } from './write-batch.ts'

/** Items written in one transaction. */
const BATCH = 400
/** Two imports at once would choose the same slugs. */
const ADVISORY_LOCK = 727_003

export interface ImportOptions {
  folder: string
  db: Db
  blobs: Pick<PackageBlobs, 'putPicture'>
  clock: Clock
  reportPath: string
  /** Of 1. */
  onProgress?: (part: number) => void
  /**
   * `dry`: nothing is written, everything is said. `strict`: all is written, or nothing where any
   * line was repaired or skipped.
   */
  mode?: ImportMode
  /** Items of earlier imports that the files no longer have are taken off the market. */
  retireMissing?: boolean
}

export type ImportMode = 'usual' | 'dry' | 'strict'

export interface ImportSummary extends BatchOutcome {
  source: string
  /** Items of earlier imports of this source that its files no longer have. */
  leftAlone: number
  /**
   * Of these, how many were taken off the market; null where that was asked for and not done,
   * because lines of items could not be read.
   */
  retired: number | null
  /** Whether anything was written: not in a dry run, and not where a strict one found faults. */
  written: boolean
  report: Report
}

/** Something about the folder that a person can mend: one sentence. */
export class CatalogueFault extends Error {
  override name = 'CatalogueFault'
}

const LONGEST_HEADER = 1_000_000 // bytes

async function readHeader(folder: string): Promise<Catalogue> {
  const path = join(folder, 'catalogue.json')
  const size = await stat(path).then(
    (facts) => (facts.isFile() ? facts.size : -1),
    () => -1,
  )
  if (size < 0) {
    throw new CatalogueFault(
      `${folder} is not a catalogue: it has no catalogue.json. docs/protocols/catalogue-import.md says what belongs into it.`,
    )
  }
  if (
    !(await stat(join(folder, FILES.item)).then(
      (facts) => facts.isFile(),
      () => false,
    ))
  ) {
    throw new CatalogueFault(`${folder} has no ${FILES.item}: there is nothing to import.`)
  }
  try {
    if (size > LONGEST_HEADER) throw new Error('it is larger than 1 MB')
    const text = await readFile(path)
    const parsed = makeFormat(() => {}).catalogue.safeParse(
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)),
    )
    if (parsed.success) return parsed.data
    throw new Error(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.') || 'the whole'}: ${issue.message}`)
        .join('; '),
    )
  } catch (error) {
    throw new CatalogueFault(
      `${path} cannot be used: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 500)}`,
    )
  }
}

/** Bytes of all files, twice for those that are looked through first. */
async function workload(folder: string): Promise<number> {
  const sizes = await Promise.all(
    Object.entries(FILES).map(
      async ([kind, name]) =>
        (await stat(join(folder, name)).then(
          (facts) => facts.size,
          () => 0,
        )) * (kind === 'partner' || kind === 'category' ? 1 : 2),
    ),
  )
  return Math.max(
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  )
}

/**
 * Brings a catalogue in the form of docs/protocols/catalogue-import.md into the market. Batches are
 * whole transactions and every row has an id made of the source's own, so an import that was ended
 * anywhere is finished by running it again, and one that brings nothing new writes nothing.
 */
export async function importCatalogue(options: ImportOptions): Promise<ImportSummary> {
  const { folder, onProgress = () => {} } = options
  const catalogue = await readHeader(folder)
  const whole = await workload(folder)
  let read = 0
  const onBytes = (bytes: number): void => onProgress(Math.min(1, (read += bytes) / whole))
  const survey = await surveyCatalogue(folder, onBytes)
  // One connection for all of it: it holds the lock, and its long statements do not run into the
  // pool's time-out.
  return options.db.connection().execute(async (db) => {
    await sql`select set_config('statement_timeout', '10min', false), set_config('lock_timeout', '60s', false)`.execute(
      db,
    )
    await sql`select pg_advisory_lock(${ADVISORY_LOCK})`
      .execute(db)
      .catch((error: { code?: string }) => {
        throw error.code === '55P03'
          ? new CatalogueFault('Another import into this market is under way: wait for its end.')
          : error
      })
    const report = openReport(options.reportPath)
    try {
      return await inMode(options.mode ?? 'usual', db, (within) =>
        run({ ...options, db: within, catalogue, report, onBytes, survey }),
      )
    } finally {
      report.close()
      await sql`select pg_advisory_unlock(${ADVISORY_LOCK}), set_config('statement_timeout', '15s', false),
        set_config('lock_timeout', '0', false)`.execute(db)
    }
  })
}

/** Whether a strict import may stand. */
const isClean = ({ report, refused }: RunOutcome): boolean =>
  refused === 0 && report.counts.size === 0

/**
 * Runs the import as it is asked for: batch by batch, or all in one transaction that is taken back.
 */
async function inMode(
  mode: ImportMode,
  db: Db,
  work: (db: Db) => Promise<RunOutcome>,
): Promise<ImportSummary> {
  if (mode === 'usual') return { ...(await work(db)), written: true }
  return inOneTransaction(db, async (within) => {
    const outcome = await work(within)
    const written = mode === 'strict' && isClean(outcome)
    return { keep: written, result: { ...outcome, written } }
  })
}

type RunOutcome = Omit<ImportSummary, 'written'>

interface Run extends Omit<ImportOptions, 'onProgress' | 'reportPath'> {
  catalogue: Catalogue
  report: Report
  onBytes: (bytes: number) => void
  survey: Survey
}

async function run({
  folder,
  db,
  blobs: given,
  clock,
  catalogue,
  report,
  onBytes,
  survey,
  mode,
  retireMissing,
}: Run): Promise<RunOutcome> {
  const blobs = mode === 'dry' ? { putPicture: async () => {} } : given
  const now = clock.now()
  const { source } = catalogue
  const input = { db, folder, catalogue, report, now, onBytes }
  const currencies = await readUsedCurrencies({ db, cache: noCache })
  if (!currencies.includes(catalogue.currency))
    throw new CatalogueFault(
      `The market does not use ${catalogue.currency}, the currency of this catalogue; an operator can add it in the console.`,
    )
  const { partners, defaultPartner } = await writePartners(input)
  const around: Surroundings = {
    folder,
    catalogue,
    currencies,
    report,
    now,
    partners,
    defaultPartner,
    categories: await writeCategories(input),
  }
  const parts = gatherParts({ folder, survey, report, onBytes })
  const parse = makeParser('item', report)
  const sum: BatchOutcome = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  let batch: Draft[] = []
  const flush = async (): Promise<void> => {
    const outcome = await writeBatch({ db, blobs, source, report, now }, batch)
    for (const key of ['new', 'changed', 'unchanged', 'refused'] as const) sum[key] += outcome[key]
    batch = []
  }
  let place = 0
  for await (const raw of readLines(join(folder, FILES.item), onBytes)) {
    const item = parse(raw)
    if (!item) continue
    if (item.title === '')
      report.add(FILES.item, raw.number, 'R-TITLE-EMPTY', `item ${item.id}`, true)
    else if (survey.places.get(item.id) !== place)
      report.add(FILES.item, raw.number, 'R-LINE-TWICE', `item ${item.id}`, true)
    else {
      batch.push(await composeListing(item, await parts.take(place), around))
      place += 1
      if (batch.length >= BATCH) await flush()
    }
  }
  await flush()
  await parts.finish()
  const there = await db
    .selectFrom('items')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  const leftAlone = Math.max(0, Number(there.n) - (place - sum.refused))
  const retired = !retireMissing
    ? 0
    : await retireItems({
        db,
        source,
        ids: survey.places.keys(),
        unreadable: survey.unreadable,
        now,
      })
  return { ...sum, source, report, leftAlone, retired }
}
