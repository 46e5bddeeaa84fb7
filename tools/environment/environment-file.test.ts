import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, SETTINGS } from '#server/config.ts'
import { createHttp } from '#lib/http.ts'
import { createDatabase } from '#test/support/database.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { writeEnvironment } from './environment-file.ts'

const ROOT = join(import.meta.dirname, '../..')

let folder: ReturnType<typeof temporaryFolder>
let file: string
beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, 'market.env')
})
afterEach(() => folder.remove())

const write = (...args: string[]) => {
  writeEnvironment(['market.example', '--write', file, ...args], { line() {} })
  return readFileSync(file, 'utf8')
}

test('the file has every setting: new secrets, the addresses, and the rest with its default or as optional', () => {
  const text = write()
  const given = parseEnv(text)
  for (const { env, doc, schema, ...setting } of Object.values(SETTINGS)) {
    expect(text, env).toContain(`# ${doc}`)
    if (given[env] !== undefined) continue
    const standard = 'default' in setting ? setting.default : undefined
    expect(text, env).toContain(`\n#${env}=${standard ?? ''}\n`)
    expect(schema.safeParse(standard).success, `${env} can be left out`).toBe(true)
  }
  const config = readConfig(given)
  expect(config).toMatchObject({
    mode: 'production',
    appOrigin: 'https://apps.market.example',
    consoleOrigin: 'https://console.market.example',
    demoCatalogue: false,
  })
  expect(new URL(config.databaseUrl).password).toBe(given.DATABASE_PASSWORD)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('no value needs quotes, for systemd, Compose and kubectl read them differently', () => {
  for (const line of write().split('\n'))
    expect(line).toMatch(/^(?:#.*|[A-Z_]+=[^'"\s#$\\](?:[^#$\\]*[^\s#$\\])?)?$/)
})

test('a file that is there is never overwritten, and every market has secrets of its own', () => {
  const first = parseEnv(write())
  expect(() => write()).toThrow(/is there already/)
  file = join(folder.path, 'second.env')
  const second = parseEnv(write())
  for (const name of ['DATABASE_URL', 'SEALING_KEY', 'MARKET_SIGNING_JWK'])
    expect(second[name], name).not.toBe(first[name])
})

test('a bucket gets a key of its own', () => {
  const config = readConfig(parseEnv(write('--bucket', 'http://store:8333')))
  expect(config).toMatchObject({ blobsUrl: 's3://arasta', blobsEndpoint: 'http://store:8333' })
  expect(config.blobsSecretAccessKey).toHaveLength(40)
})

test.each([
  [],
  ['no domain'],
  ['market.example', '--write'],
  ['market.example', '--other', 'x'],
  ['market.example', '--database', 'mysql://x'],
])('what was not asked for properly is refused with an example', (...args: string[]) => {
  expect(() => writeEnvironment(args, { line() {} })).toThrow(/npm run secrets -- market\.example/)
})

test('the preparation and a web process start from that file alone and are ready', async () => {
  const database = await createDatabase()
  const [apps, themes, desk] = (await freePorts(3)) as [number, number, number]
  const ports = { APPS_PORT: apps, THEMES_PORT: themes, CONSOLE_PORT: desk, ROLES: 'web' }
  let text = write('--database', database.url)
  // As somebody edits it.
  for (const [name, value] of Object.entries({ ...ports, BLOB_FOLDER: join(folder.path, 'blobs') }))
    text = text.replace(new RegExp(`^#${name}=.*$`, 'm'), `${name}=${value}`)
  writeFileSync(file, text)
  const run = (program: string) =>
    spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `--env-file=${file}`, program],
      { cwd: ROOT, env: {}, stdio: ['ignore', 'pipe', 'inherit'] },
    )
  const ended = (child: ReturnType<typeof run>) =>
    new Promise<number | null>((resolve) => child.once('exit', resolve))
  expect(await ended(run('server/prepare.ts'))).toBe(0)
  const server = run('server/main.ts')
  const end = ended(server)
  const ready = `http://127.0.0.1:${apps}/health/ready`
  const http = createHttp({ allowOrigins: [new URL(ready).origin] })
  const status = () =>
    http.request(ready).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 30_000, interval: 200 }).toBe(200)
  server.kill('SIGTERM')
  expect(await end).toBe(0)
  await database.drop()
}, 120_000)
