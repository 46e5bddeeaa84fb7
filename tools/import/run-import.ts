import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { openDb } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { systemClock } from '#lib/clock.ts'
import { reachDatabase, type ReachedDatabase } from '#tools/launch/postgres/reach.ts'
import type { Screen } from '#tools/launch/screen.ts'
import type { Settings } from '#tools/launch/settings.ts'
import { StartError } from '#tools/launch/start-error.ts'
import { CatalogueFault, importCatalogue, type ImportMode } from './import-catalogue.ts'
import { openProgress } from './progress.ts'
import { hasAnything, describeOutcome, describeSummary } from './summary.ts'

export interface ImportCommand {
  settings: Settings
  args: string[]
  env: NodeJS.ProcessEnv
  screen: Screen
  isTerminal: boolean
  /** Gets the way to end what was started, for signals that come meanwhile. */
  onReached: (database: ReachedDatabase) => void
}

const USAGE =
  'Say which catalogue: npm run import -- <folder> [--report <file>] [--dry-run | --strict] [--retire-missing]. docs/protocols/catalogue-import.md says what each does.'

interface Args {
  folder: string
  report: string | undefined
  mode: ImportMode
  retireMissing: boolean
}

function readArgs(args: string[]): Args {
  try {
    const {
      positionals: [folder, ...more],
      values,
    } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        report: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        'retire-missing': { type: 'boolean', default: false },
      },
    })
    if (folder === undefined || more.length > 0 || (values['dry-run'] && values.strict))
      throw new Error('one folder')
    const mode = values['dry-run'] ? 'dry' : values.strict ? 'strict' : 'usual'
    return { folder, report: values.report, mode, retireMissing: values['retire-missing'] }
  } catch {
    throw new StartError(USAGE)
  }
}

/**
 * `npm run import -- <folder>`: true when something of the catalogue is on the market afterwards.
 */
export async function runImport({
  settings,
  args,
  env,
  screen,
  isTerminal,
  onReached,
}: ImportCommand): Promise<boolean> {
  const { folder: said, report, mode, retireMissing } = readArgs(args)
  // npm runs scripts in the package's folder; paths are meant from where the person stands.
  const from = env.INIT_CWD ?? process.cwd()
  const folder = resolve(from, said)
  const standard = join(settings.dataFolder, 'imports', `${basename(folder) || 'catalogue'}.tsv`)
  const reportPath = report === undefined ? standard : resolve(from, report)
  const database = await reachDatabase(settings, screen)
  onReached(database)
  try {
    const db = openDb({ url: database.url, poolSize: 2 })
    try {
      screen.line(`Importing ${folder} into ${database.words}.`)
      await migrate(db)
      const step = screen.step('Importing')
      const onProgress = openProgress({
        bar: isTerminal ? step.words : undefined,
        line: screen.line,
      })
      try {
        const blobs = diskBlobs(
          resolve(settings.root, env.BLOB_FOLDER?.trim() || join(settings.dataFolder, 'blobs')),
        )
        const summary = await importCatalogue({
          folder,
          db,
          blobs,
          clock: systemClock,
          reportPath,
          onProgress,
          mode,
          retireMissing,
        })
        step.done(describeOutcome(summary, mode))
        screen.line(describeSummary(summary, reportPath))
        return hasAnything(summary) && (mode !== 'strict' || summary.written)
      } catch (error) {
        step.done('Importing: not done')
        throw error instanceof CatalogueFault ? new StartError(error.message) : error
      }
    } finally {
      await db.destroy()
    }
  } finally {
    await database.close()
  }
}
