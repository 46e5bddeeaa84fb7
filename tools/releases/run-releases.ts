import { parseArgs } from 'node:util'
import { changeReleaseState, type ReleaseState, type StateChange } from '#modules/catalog/public.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { reachDatabase, type ReachedDatabase } from '#tools/launch/postgres/reach.ts'
import type { Screen } from '#tools/launch/screen.ts'
import type { Settings } from '#tools/launch/settings.ts'
import { StartError } from '#tools/launch/start-error.ts'

export interface ReleasesCommand {
  settings: Settings
  args: string[]
  screen: Screen
  /** Gets the way to end what was started, for signals that come meanwhile. */
  onReached: (database: ReachedDatabase) => void
}

const USAGE = `Say what to do:
  npm run releases -- list <item's slug>
  npm run releases -- halt <item's slug> <version> --reason "<why>"     # nobody is offered it until you bring it back
  npm run releases -- resume <item's slug> <version> --reason "<why>"
  npm run releases -- yank <item's slug> <version> --reason "<why>"     # for good`

const TO: Partial<Record<string, ReleaseState>> = {
  halt: 'halted',
  resume: 'published',
  yank: 'yanked',
}

/**
 * `npm run releases`: what an operator does about releases until he has screens. The reason is
 * public: it stands in the release log. True when it was done.
 */
export async function runReleases({
  settings,
  args,
  screen,
  onReached,
}: ReleasesCommand): Promise<boolean> {
  const {
    words: [what = '', slug = '', version = ''],
    reason,
  } = readArgs(args)
  const to = TO[what]
  if (
    slug === '' ||
    (what !== 'list' && (!to || version === '' || reason === '' || reason.length > 500))
  )
    throw new StartError(USAGE)
  const database = await reachDatabase(settings, screen)
  onReached(database)
  const db = openDb({ url: database.url, poolSize: 2 })
  try {
    const item = await db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (!item) throw new StartError(`There is no item ${slug}.`)
    return to
      ? await change(db, { itemId: item.id, version, to, reason }, screen)
      : await list(db, item.id, screen)
  } finally {
    await db.destroy()
    await database.close()
  }
}

function readArgs(args: string[]): { words: string[]; reason: string } {
  try {
    const { positionals: words, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string', default: '' } },
    })
    return { words, reason: values.reason.trim() }
  } catch {
    throw new StartError(USAGE)
  }
}

async function list(db: Db, itemId: string, screen: Screen): Promise<boolean> {
  const rows = await db
    .selectFrom('releases')
    .select(['version', 'status', 'package_sha256', 'published_at'])
    .where('item_id', '=', itemId)
    .orderBy('version_order', 'desc')
    .execute()
  for (const row of rows)
    screen.line(
      `${row.version}  ${row.status}  ${row.published_at?.toISOString().slice(0, 10) ?? '–'}  ${row.package_sha256 ?? 'only listed'}`,
    )
  if (rows.length === 0) screen.line('It has no release.')
  return true
}

const ERROR_MESSAGES: Record<Extract<StateChange, { done: false }>['why'], string> = {
  no_release: 'It has no such version.',
  no_package: 'This version is only listed: it has no package.',
  not_from_here: 'That does not go from here: it is',
}

async function change(
  db: Db,
  wanted: Parameters<typeof changeReleaseState>[1],
  screen: Screen,
): Promise<boolean> {
  const answer = await changeReleaseState({ db, clock: systemClock }, wanted)
  if (!answer.done)
    throw new StartError(
      answer.why === 'not_from_here'
        ? `${ERROR_MESSAGES[answer.why]} ${answer.state}.`
        : ERROR_MESSAGES[answer.why],
    )
  const { count } = await db
    .selectFrom('installations')
    .innerJoin('releases', 'releases.id', 'release_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('installations.item_id', '=', wanted.itemId)
    .where('version', '=', wanted.version)
    .where('state', '!=', 'uninstalled')
    .executeTakeFirstOrThrow()
  screen.line(
    `${wanted.version} is ${wanted.to}: entry ${answer.index} of the release log. ${count} stores have it.`,
  )
  return true
}
