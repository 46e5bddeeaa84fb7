import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive, waitForEnd } from '../processes.ts'
import { silentScreen, type Screen } from '../screen.ts'
import { ROOT } from '../settings.ts'
import { temporaryFolder } from '../testing/test-cluster.ts'
import { explainPostgres, inspectCluster } from './cluster-folder.ts'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'

let folder: ReturnType<typeof temporaryFolder>
let cluster: string
const running: EmbeddedDatabase[] = []

beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(join(folder.path, 'logs'))
  cluster = join(folder.path, 'postgres')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()))
  folder.remove()
})

async function start(screen: Screen = silentScreen): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    root: ROOT,
    dataFolder: folder.path,
    password: 'flour-and-water',
    screen,
    durable: false,
  })
  running.push(database)
  return database
}

async function ask<T extends pg.QueryResultRow>(
  database: EmbeddedDatabase,
  sql: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const postmaster = (): number =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

describe('the embedded PostgreSQL', () => {
  test('is version 18 in UTF-8 with ICU collations, whatever the environment says, and its user is no superuser', async () => {
    const [facts] = await ask(
      await start(),
      `
      select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
        (select rolsuper from pg_roles where rolname = current_user) as super, lower('IŞIK' collate "tr-x-icu") as light, upper('ñß') as c,
        (select count(*)::int from pg_available_extensions where name in ('pg_trgm', 'unaccent')) as extensions`,
    )
    expect(facts).toEqual({
      major: 18,
      encoding: 'UTF8',
      super: false,
      light: 'ışık',
      c: 'Ñß',
      extensions: 2,
    })
  })

  test('keeps its data over a stop and a start', async () => {
    const first = await start()
    await ask(first, 'create table bread as select 7 as loaves')
    await first.stop()
    expect(await ask(await start(), 'select loaves from bread')).toEqual([{ loaves: 7 }])
  })

  test('that outlived its killed launcher is stopped by the next start, and its data are there', async () => {
    const script = `
      import { startEmbedded } from '#tools/launch/postgres/embedded.ts'
      import { silentScreen } from '#tools/launch/screen.ts'
      const database = await startEmbedded({ root: ${JSON.stringify(ROOT)}, dataFolder: ${JSON.stringify(folder.path)}, password: 'flour-and-water', screen: silentScreen })
      console.log(database.url)`
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = (await once(createInterface({ input: launcher.stdout }), 'line')) as [string]
    expect(url).toMatch(/^postgres:/)
    const left = postmaster()
    launcher.kill('SIGKILL')
    await once(launcher, 'exit')
    expect(isAlive(left)).toBe(true)
    const said: string[] = []
    const next = await start({ ...silentScreen, line: (text) => said.push(text) })
    expect(isAlive(left)).toBe(false)
    expect(said).toEqual([`Stopping the database that a former run left behind (process ${left}).`])
    expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts although its pid file names a process that is somebody else now', async () => {
    const first = await start()
    const note = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
    await first.stop()
    writeFileSync(join(cluster, 'postmaster.pid'), note.replace(/^\d+/, String(process.pid)))
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(process.pid)).toBe(true)
  })

  test('is stopped within its time although a client holds on', async () => {
    const database = await start()
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    const pid = postmaster()
    await database.stop()
    expect(await waitForEnd(pid, 0)).toBe(true)
  })

  test('with damaged files is refused in one line that says what to do', async () => {
    await (await start()).stop()
    renameSync(join(cluster, 'global/pg_control'), join(folder.path, 'pg_control'))
    const said: string[] = []
    const refusal: unknown = await start({
      ...silentScreen,
      error: (text) => said.push(text),
    }).catch((error: unknown) => error)
    expect((refusal as Error).message).toMatch(
      /^The database in \S+ is damaged \([^\n]+\): put it back from a backup, or delete \S+ to begin anew[^\n]*$/,
    )
    expect(said).toEqual([])
  })
})

describe('the folder of the database', () => {
  const made = (version: string): void => {
    mkdirSync(cluster)
    writeFileSync(join(cluster, 'PG_VERSION'), version)
  }

  test('may be missing or empty', () => {
    expect(inspectCluster(cluster)).toBe('empty')
    mkdirSync(cluster)
    expect(inspectCluster(cluster)).toBe('empty')
  })

  test('is refused when it is a file', () => {
    writeFileSync(cluster, '')
    expect(() => inspectCluster(cluster)).toThrow(/is a file: move it away/)
  })

  test('is refused when another PostgreSQL made it', () => {
    made('16\n')
    expect(() => inspectCluster(cluster)).toThrow(
      /made by PostgreSQL 16, Arasta runs 18: move its data with pg_dump/,
    )
  })

  test('is refused when it cannot be told what it is', () => {
    made('\u0000\u0001')
    expect(() => inspectCluster(cluster)).toThrow(
      /damaged \(PG_VERSION is unreadable\): put it back from a backup, or delete/,
    )
    rmSync(join(cluster, 'PG_VERSION'))
    appendFileSync(join(cluster, 'somebody-elses.txt'), 'x')
    expect(() => inspectCluster(cluster)).toThrow(/not a database either/)
  })
})

describe('what PostgreSQL says last', () => {
  test.each([
    [
      'no room to write',
      'FATAL:  could not write lock file "postmaster.pid": No space left on device',
      /^The disk that holds \/data is full/,
    ],
    [
      'room for half a page',
      'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
      /^The disk that holds \/data is full/,
    ],
    [
      'a folder of somebody else',
      'FATAL:  data directory "/data" has wrong ownership',
      /belongs to another user .*: start as its owner/,
    ],
    [
      'a lost checkpoint',
      'PANIC:  could not locate a valid checkpoint record at 0/1',
      /is damaged \(could not locate a valid checkpoint record/,
    ],
    [
      'something new',
      'FATAL:  the moon is full',
      /does not start \(the moon is full\)\. All words in \/log/,
    ],
    ['nothing', '', /does not start \(it said nothing\)/],
  ])('becomes one line: %s', (_, words, line) => {
    const { message } = explainPostgres(words.split('\n').filter(Boolean), '/data', '/log')
    expect(message).toMatch(line)
    expect(message).not.toContain('\n')
  })
})
