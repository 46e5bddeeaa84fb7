import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readArchiving } from '#server/telemetry/archiving.ts'
import { S3_ACCOUNT, startS3Store, type S3Store } from '#test/support/s3-store.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { lastWords, runTool, type Outcome } from '../deploy/tool.ts'
import type { Random } from '../harness/random.ts'
import type { ProofRun } from '../proof.ts'
import { compare, settle, settleGone, verifyReleaseLog, type Compared } from './compare.ts'
import { openBackedUpDatabase, type BackedUpDatabase } from './database.ts'
import { openBackedUpMarket, PACKAGES, type BackedUpMarket } from './market.ts'
import { findBackupTools, type BackupTools } from './tools.ts'
import { beginTraffic, type Taken } from './traffic.ts'

/** What may be lost at most. */
const RPO_MS = 5_000
const BEAT_MS = 25
const [BACKUPS, COPIES, EARLY_COPIES] = ['backups', 'copies', 'copies-before']

interface Scene {
  run: ProofRun
  tools: BackupTools
  store: S3Store
  database: BackedUpDatabase
  market: BackedUpMarket
  random: Random
  taken: Taken
  /** Where verify-log keeps the heads that it saw. */
  heads: string
  seconds: number
}

interface RoundResult extends Compared {
  restoredTo: Date
  databaseMs: number
  rtoMs: number
}

function must(outcome: Outcome): Outcome {
  if (outcome.code !== 0) throw new Error(lastWords(outcome))
  return outcome
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Writes down the time, again and again: the newest of them that is left says what is lost. */
async function beginBeats(url: string): Promise<{ stop: () => Promise<void> }> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists proof_beats (at timestamptz not null)')
  let stopped = false
  const beating = (async () => {
    while (!stopped) {
      await client.query('insert into proof_beats values (clock_timestamp())')
      await sleep(BEAT_MS)
    }
  })().catch(() => {})
  return {
    async stop() {
      stopped = true
      await beating
      await client.end().catch(() => {})
    },
  }
}

async function readOne<T>(url: string, text: string): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows[0] as T
  } finally {
    await client.end()
  }
}

const lastBeat = async (url: string): Promise<Date> =>
  (await readOne<{ at: Date }>(url, 'select max(at) as at from proof_beats')).at

/** Copies what is in one bucket and not in another, as docs/backups.md says. */
function copyFiles({ run, tools, store }: Scene, from: string, to: string): Promise<Outcome> {
  const remote = (name: string) =>
    Object.fromEntries(
      Object.entries({
        TYPE: 's3',
        PROVIDER: 'Other',
        ENDPOINT: store.endpoint,
        REGION: S3_ACCOUNT.region,
        ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
        SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
      }).map(([key, value]) => [`RCLONE_CONFIG_${name}_${key}`, value]),
    )
  return runTool(
    run,
    join(tools.folder, 'rclone'),
    ['copy', '--size-only', '--s3-no-check-bucket', `market:${from}`, `copies:${to}`],
    // A machine's own certificates are no concern of a store on this machine.
    { env: { ...remote('MARKET'), ...remote('COPIES'), AWS_CA_BUNDLE: '' } },
  )
}

interface Return {
  killedAt: number
  /** Options of `pgbackrest restore`. */
  restore: readonly string[]
  /** Brings back what else is lost; answers what was wrong with it. */
  bringFiles?: (restoredTo: Date) => Promise<string[]>
}

/** From nothing to a market that serves, mended and compared. */
async function comeBack(
  { run, database, market, taken, heads }: Scene,
  { killedAt, restore, bringFiles = async () => [] }: Return,
): Promise<RoundResult> {
  must(await database.pgbackrest(...restore, 'restore'))
  await database.start()
  const databaseMs = Date.now() - killedAt
  const restoredTo = await lastBeat(database.url)
  const files = await bringFiles(restoredTo)
  const recovered = must(await market.recover(restoredTo, '--apply'))
  await market.start()
  const rtoMs = Date.now() - killedAt
  for (const line of recovered.output.trim().split('\n'))
    if (!line.startsWith(' ')) run.screen.line(`    ${line}`)
  const open = await settle(market)
  const again = await settleGone(market)
  taken.bought = taken.bought.filter(({ at }) => at < restoredTo)
  const found = await compare(market, { bought: taken.bought, heads })
  return {
    violations: [...files, ...open, ...found.violations],
    counts: `${found.counts}, ${again} taken off again by owners`,
    restoredTo,
    databaseMs,
    rtoMs,
  }
}

/** The machine with the database is lost at some moment; everything archived comes back. */
async function newestState(scene: Scene): Promise<RoundResult> {
  const { database, market, random, taken, seconds, run } = scene
  const beats = await beginBeats(database.url)
  const traffic = beginTraffic(market, random, taken)
  await sleep(seconds * 250)
  must(await database.pgbackrest('--type=full', 'backup'))
  const seen = await verifyReleaseLog(market, scene.heads)
  // A head of the time that may be lost would be one that the market does not know any more.
  await sleep(RPO_MS + random.below(seconds * 500))
  const archiving = await readArchiving(market.db())
  const killedAt = Date.now()
  database.destroy()
  market.kill()
  traffic.stop()
  await Promise.all([traffic.ended, beats.stop()])
  run.screen.line(`    Until then: ${inWords(traffic.done)}`)
  const result = await comeBack(scene, { killedAt, restore: [] })
  const lostMs = killedAt - result.restoredTo.getTime()
  run.screen.line(
    `    Lost: ${lostMs} ms (RPO). Back after ${result.rtoMs} ms (RTO), the database after ${result.databaseMs} ms.`,
  )
  const late = lostMs > RPO_MS ? [`${lostMs} ms are lost`] : []
  if (archiving.isFailing || !(archiving.lagSeconds < 60))
    late.push(`the market says of the archive: ${JSON.stringify(archiving)}`)
  return { ...result, violations: [...seen.violations, ...late, ...result.violations] }
}

/**
 * Somebody deletes what he should not, and then the bucket is lost as well: back to the moment
 * before, with a copy of the files that was made after it.
 */
async function beforeDelete(scene: Scene): Promise<RoundResult> {
  const { database, market, random, taken, seconds, store, run } = scene
  must(await database.pgbackrest('--type=incr', 'backup'))
  const beats = await beginBeats(database.url)
  const traffic = beginTraffic(market, random, taken)
  for (const name of [COPIES, EARLY_COPIES]) await store.makeBucket(name)
  must(await copyFiles(scene, PACKAGES, EARLY_COPIES))
  await sleep(seconds * 250 + random.below(seconds * 250))
  const { at } = await readOne<{ at: Date }>(database.url, 'select clock_timestamp() as at')
  await sleep(500)
  await readOne(database.url, 'drop table item_texts cascade')
  must(await copyFiles(scene, PACKAGES, COPIES))
  // Until the table's end is archived as well.
  await sleep(RPO_MS)
  const killedAt = Date.now()
  database.destroy()
  await store.makeBucket(PACKAGES)
  market.kill()
  traffic.stop()
  await Promise.all([traffic.ended, beats.stop()])
  run.screen.line(`    Until then: ${inWords(traffic.done)}`)
  const result = await comeBack(scene, {
    killedAt,
    restore: ['--type=time', `--target=${asPostgres(at)}`, '--target-action=promote'],
    async bringFiles(restoredTo) {
      // A copy from before lacks what the database names: that must be found.
      must(await copyFiles(scene, EARLY_COPIES, PACKAGES))
      const early = await market.recover(restoredTo)
      const isFound = early.code === 1 && / MISSING$/m.test(early.output)
      must(await copyFiles(scene, COPIES, PACKAGES))
      return isFound ? [] : ['files that an older copy lacks were not found']
    },
  })
  const offMs = at.getTime() - result.restoredTo.getTime()
  run.screen.line(
    `    Restored to ${offMs} ms before the moment that was asked for; back after ${result.rtoMs} ms.`,
  )
  const off = offMs < 0 || offMs > 500 ? [`restored to ${offMs} ms before the moment`] : []
  return { ...result, violations: [...off, ...result.violations] }
}

/** pgBackRest reads no other form. */
const asPostgres = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00')

const inWords = (done: Readonly<Record<string, number>>): string =>
  Object.entries(done)
    .map(([what, times]) => `${times} ${what}`)
    .join(', ')

const ROUNDS = {
  newest: { title: 'The database is lost', round: newestState },
  moment: { title: 'A table is deleted, the bucket is lost', round: beforeDelete },
}

/** Backups as docs/backups.md has them, and what is left of a market that needs them. */
export async function proveBackups(
  run: ProofRun,
  { random, seconds }: { random: Random; seconds: number },
): Promise<{ checked: string; violations: number; skipped?: string }> {
  const folder = temporaryFolder()
  const store = await startS3Store()
  const ends: (() => unknown)[] = [folder.remove, () => store.stop()]
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0).toReversed()) await one()
  }
  run.onEnd({ stop: end, kill: () => void end() })
  try {
    const tools = await findBackupTools(run, folder.path)
    if (typeof tools === 'string') return { checked: 'Backups', violations: 0, skipped: tools }
    run.screen.line(`  With ${tools.versions}.`)
    for (const name of [BACKUPS, PACKAGES]) await store.makeBucket(name)
    const database = await openBackedUpDatabase(run, tools, {
      folder: folder.path,
      repository: { ...S3_ACCOUNT, endpoint: store.endpoint, bucket: BACKUPS },
    })
    ends.push(database.kill)
    await database.start()
    must(await database.pgbackrest('stanza-create'))
    must(await database.pgbackrest('check'))
    const market = await openBackedUpMarket(run, {
      folder: folder.path,
      databaseUrl: database.url,
      store,
    })
    ends.push(market.close)
    const heads = join(folder.path, 'heads')
    mkdirSync(heads)
    const taken: Taken = { buyers: 0, versions: 0, bought: [], installed: [] }
    const scene = { run, tools, store, database, market, random, taken, heads, seconds }
    return await runRounds(scene)
  } finally {
    await end()
  }
}

async function runRounds(scene: Scene): Promise<{ checked: string; violations: number }> {
  const { run, database } = scene
  let violations = 0
  const say = (title: string, found: readonly string[], counts: string): void => {
    run.screen.line(`    ${title}: ${counts}: ${found.length} violations`)
    for (const one of found.slice(0, 20)) run.screen.line(`      ${one}`)
    violations += found.length
  }
  for (const { title, round } of Object.values(ROUNDS)) {
    const step = run.screen.step(title)
    const result = await round(scene)
    step.done(title)
    say(title, result.violations, result.counts)
  }
  const rehearsal = await database.rehearse()
  const isRehearsed =
    rehearsal.code === 0 && rehearsal.output.includes('Every table could be read.')
  say(
    'The rehearsal',
    isRehearsed ? [] : [lastWords(rehearsal)],
    rehearsal.output.trim().split('\n')[1] ?? '',
  )
  return { checked: 'Operations, backups', violations }
}
