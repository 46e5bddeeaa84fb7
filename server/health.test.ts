import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { createHttp } from '#lib/http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { openHealth } from './health.ts'
import { openLog } from './log.ts'
import { listenForChanges } from './page-cache/changes.ts'

let market: Marketplace
let server: ServerProcess
let db: Db
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  db = openDb({ url: market.databaseUrl, poolSize: 1 })
  server = await startServerProcess(market)
})
afterAll(async () => {
  await server.terminate()
  await db.destroy()
  await market.stop()
})

async function ask(url: string, method = 'GET') {
  const http = createHttp({ allowOrigins: [new URL(url).origin] })
  const { status, headers, body } = await http.request(url, { method })
  return { status, headers, answer: JSON.parse(body.toString() || '{}') as Answer }
}

interface Answer {
  ready?: boolean
  checks?: Record<string, boolean>
}

test('every port says that the process lives and may be sent requests, to whoever asks by GET or HEAD', async () => {
  for (const origin of Object.values(server.origins)) {
    expect((await ask(`${origin}/health/live`)).answer, origin).toEqual({ live: true })
    await expect.poll(async () => (await ask(`${origin}/health/ready`)).status).toBe(200)
    const { answer, headers } = await ask(`${origin}/health/ready`)
    expect(answer, origin).toMatchObject({
      ready: true,
      checks: { started: true, database: true, migrations: true, changes: true },
    })
    expect(headers['cache-control']).toBe('no-store')
    expect((await ask(`${origin}/health/ready`, 'HEAD')).status).toBe(200)
    expect((await ask(`${origin}/health/live`, 'POST')).status).toBe(405)
  }
  const local = server.origins.app.replace('apps.localhost', '127.0.0.1')
  expect((await ask(`${local}/health/live`)).status).toBe(200)
})

test('at the host of a preview these paths are its shop’s', async () => {
  const preview = server.origins.preview.replace('://', `://${'x'.repeat(26)}.`)
  const http = createHttp({ allowOrigins: [preview] })
  const { status, body } = await http.request(`${preview}/health/live`)
  expect(status).toBe(404)
  expect(body.toString()).not.toContain('live":true')
})

test('a process is not ready while its database lacks a migration of its release', async () => {
  const ready = `${server.origins.app}/health/ready`
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration
    where name = (select max(name) from kysely_migration)
    returning name, timestamp`.execute(db)
  const [last] = rows
  await expect.poll(async () => (await ask(ready)).status, { timeout: 5_000 }).toBe(503)
  expect((await ask(ready)).answer).toMatchObject({
    ready: false,
    checks: { started: true, database: true, migrations: false, changes: true },
  })
  expect((await ask(`${server.origins.app}/health/live`)).status).toBe(200)
  await sql`insert into kysely_migration (name, timestamp) values (${last!.name}, ${last!.timestamp})`.execute(
    db,
  )
  await expect.poll(async () => (await ask(ready)).status, { timeout: 5_000 }).toBe(200)
})

test('a process is not ready while its database does not answer, its changes are not heard or it has not started', async () => {
  const log = openLog('silent')
  const [closed] = (await freePorts(1)) as [number]
  const away = `postgres://nobody@127.0.0.1:${closed}/nothing`
  const unheard = listenForChanges({ databaseUrl: away, log })
  for (const [health, checks] of [
    [
      await openHealth({ databaseUrl: market.databaseUrl, changes: unheard }),
      { started: false, database: true, migrations: true, changes: false },
    ],
    [
      await openHealth({ databaseUrl: away, changes: unheard }),
      { started: true, database: false, migrations: false, changes: false },
    ],
  ] as const) {
    if (checks.started) health.endStart()
    const open = createServer(health.before(() => {}))
    await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve))
    const { port } = open.address() as AddressInfo
    const { status, answer } = await ask(`http://127.0.0.1:${port}/health/ready`)
    expect({ status, answer }).toEqual({ status: 503, answer: { ready: false, checks } })
    open.close()
    await health.close()
  }
  await unheard.stop()
})

test('a worker has no other port and answers at one of its own', async () => {
  const [port] = (await freePorts(1)) as [number]
  const worker = await startServerProcess(market, { ROLES: 'worker', HEALTH_PORT: `${port}` })
  const probes = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await ask(`${probes}/health/ready`)).status).toBe(200)
  const http = createHttp({ allowOrigins: [probes] })
  expect((await http.request(`${probes}/api/market/app/list`)).status).toBe(404)
  expect(await worker.terminate()).toBe(0)
}, 60_000)
