import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimRun } from '../run-file.ts'
import { silentScreen } from '../screen.ts'
import { openSecrets } from '../secrets.ts'
import { ROOT } from '../settings.ts'
import { temporaryFolder } from '../testing/test-cluster.ts'
import { startEmbedded } from './embedded.ts'
import { reachDatabase } from './reach.ts'

const folder = temporaryFolder()
const dataFolder = join(folder.path, 'data')
const catalogue = join(folder.path, 'street')
beforeAll(async () => {
  await mkdir(catalogue)
  await writeFile(
    join(catalogue, 'catalogue.json'),
    JSON.stringify({
      format: 1,
      source: 'street',
      market: 'app',
      language: 'en',
      currency: 'USD',
      without_plans: 'free',
      default_partner: { name: 'Nobody' },
    }),
  )
  await writeFile(join(catalogue, 'items.jsonl'), '{"id":"a","title":"Item"}\n')
})
afterAll(folder.remove)

/** `npm run import` as npm calls it. */
async function runImport(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; words: string }> {
  const { DATABASE_URL: _none, ...rest } = process.env
  const child = spawn(
    process.execPath,
    [join(ROOT, 'tools/launch/launch.mjs'), 'import', ...args],
    { env: { ...rest, ARASTA_DATA: dataFolder, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      words += String(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, words }
}

test('an import where nothing runs starts the embedded database, and leaves it stopped with the items in it', async () => {
  const { code, words } = await runImport([catalogue])
  expect(words).toContain('street: 1 new, 0 changed, 0 unchanged.')
  expect(code).toBe(0)
  expect(existsSync(join(dataFolder, 'run.json'))).toBe(false)
  expect(readFileSync(join(dataFolder, 'imports/street.tsv'), 'utf8')).toContain('R-TEXT-MISSING')
})

test('an import beside a running market goes into its database and lets it go on', async () => {
  const { databasePassword: password } = openSecrets(dataFolder, true)
  const database = await startEmbedded({
    root: ROOT,
    dataFolder,
    password,
    screen: silentScreen,
    durable: false,
  })
  const run = await claimRun(dataFolder, 'http://panel.localhost')
  try {
    expect(
      (await reachDatabase({ root: ROOT, dataFolder, databaseUrl: undefined }, silentScreen)).url,
    ).toBe(database.url)
    const { code, words } = await runImport([catalogue])
    expect(words).toContain('street: 0 new, 0 changed, 1 unchanged.')
    expect(code).toBe(0)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect((await client.query('select slug from items')).rows).toEqual([{ slug: 'item' }])
    await client.end()
  } finally {
    run.release()
    await database.stop()
  }
})

test.each([
  ['no folder is said', [], {}, /Say which catalogue: npm run import -- <folder>/],
  [
    'the folder is none',
    ['/nowhere'],
    { DATABASE_URL: process.env.TEST_DATABASE_URL?.replace(/\/[^/]*$/, '/nowhere') },
    /nowhere does not exist: create it, or correct DATABASE_URL/,
  ],
])('an import ends in one sentence when %s', async (_, args, env, words) => {
  const answer = await runImport(args, env)
  expect(answer.words).toMatch(words)
  expect(answer.words.trim().split('\n')).toHaveLength(1)
  expect(answer.code).toBe(1)
})
