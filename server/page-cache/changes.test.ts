import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { openLog } from '../log.ts'
import { listenForChanges, type Changes } from './changes.ts'
import { pageOf, startSmallSite, type SmallSite } from './small-site.support.ts'

const log = openLog('silent')
let database: TestDatabase
let writer: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await writer.query('create table told_words (text text not null)')
  await writer.query(`insert into told_words values ('old')`)
})
afterAll(async () => {
  await writer.end()
  await database.drop()
})

const heard = async (changes: Changes) => {
  await expect.poll(() => changes.listening).toBe(true)
}

/** A web process on the database: its own connections, its own memory. */
async function startProcess(): Promise<{
  changes: Changes
  site: SmallSite
  seen(path?: string): Promise<string | undefined>
  stop(): Promise<void>
}> {
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  const changes = listenForChanges({
    databaseUrl: database.url,
    log,
    retryMs: { first: 10, most: 50 },
  })
  const site = await startSmallSite({
    changes,
    render: async ({ path }) =>
      pageOf((await reader.query('select text from told_words')).rows[0].text as string, {
        tags: path === '/list' ? [] : [`item:${path.slice(1)}`],
      }),
  })
  await heard(changes)
  return {
    changes,
    site,
    seen: async (path = '/list') => /<title>(.*?)<\/title>/.exec((await site.get(path)).text)?.[1],
    async stop() {
      await site.stop()
      await changes.stop()
      await reader.end()
    },
  }
}

/** Writes and tells in one transaction, as the triggers do. */
async function write(
  text: string,
  tags: string,
  end: 'commit' | 'rollback' = 'commit',
): Promise<void> {
  await writer.query('begin')
  await writer.query('update told_words set text = $1', [text])
  await writer.query(`select pg_notify('arasta_changed', $1)`, [tags])
  await writer.query(end)
}

describe('two web processes on one database', () => {
  let here: Awaited<ReturnType<typeof startProcess>>
  let there: Awaited<ReturnType<typeof startProcess>>
  const heardBy: Record<'here' | 'there', string[]> = { here: [], there: [] }
  beforeEach(async () => {
    ;[here, there] = await Promise.all([startProcess(), startProcess()])
    heardBy.here = []
    heardBy.there = []
    here.changes.onChange((tags) => heardBy.here.push(...tags))
    there.changes.onChange((tags) => heardBy.there.push(...tags))
    await write('old', 'market:app')
    await bothHeard('market:app')
  })
  afterEach(async () => {
    await Promise.all([here.stop(), there.stop()])
  })
  const bothHeard = async (tag: string) => {
    await expect.poll(() => heardBy.here).toContain(tag)
    await expect.poll(() => heardBy.there).toContain(tag)
  }

  test('what is written by one is seen in the next answer of both', async () => {
    expect([await here.seen(), await there.seen()]).toEqual(['old', 'old'])
    await write('new', 'market:app item:x')
    await bothHeard('item:x')
    expect([await here.seen(), await there.seen()]).toEqual(['new', 'new'])
    expect(here.site.cache.stats()).toMatchObject({ hits: 0, misses: 2 })
    expect([await here.seen(), await there.seen()]).toEqual(['new', 'new'])
    expect(there.site.cache.stats()).toMatchObject({ hits: 1, misses: 2 })
  })

  test("a change of an item's counters drops the page of that item alone", async () => {
    for (const path of ['/list', '/a', '/b']) await there.seen(path)
    await write('new', 'item:a')
    await bothHeard('item:a')
    expect(await Promise.all(['/list', '/a', '/b'].map(there.seen))).toEqual(['old', 'new', 'old'])
  })

  test('a change that is rolled back is no change', async () => {
    await there.seen()
    await write('never', 'market:app', 'rollback')
    // Messages come in order: after this one, the one before would have come.
    await write('old', 'item:after')
    await bothHeard('item:after')
    expect(heardBy.there).toEqual(['market:app', 'item:after'])
    expect(await there.seen()).toBe('old')
    expect(there.site.cache.stats()).toMatchObject({ hits: 1, misses: 1 })
  })

  test('a process that loses its ear forgets all, keeps nothing, and hears again by itself', async () => {
    await there.seen()
    const gaps: boolean[] = []
    const unsubscribe = there.changes.onChange((tags) => {
      if (tags.includes('all')) gaps.push(there.changes.listening)
    })
    await writer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'arasta changes' and datname = current_database()`,
    )
    await expect.poll(() => gaps[0]).toBe(false)
    // What happens now is told to nobody; it is seen all the same.
    await writer.query(`update told_words set text = 'unheard'`)
    await expect.poll(() => gaps[1]).toBe(true)
    expect(await there.seen()).toBe('unheard')
    unsubscribe()
    await write('new', 'market:app')
    await expect.poll(() => there.seen()).toBe('new')
  })
})

/**
 * A wire to the database that can be cut without either end noticing, or that loses what nobody
 * asked for.
 */
async function startWire(): Promise<{
  url: string
  cut(is: boolean): void
  swallow(is: boolean): void
  stop(): void
}> {
  const sockets = new Set<Socket>()
  let isCut = false
  let swallows = false
  const { hostname, port } = new URL(database.url)
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.add(near).add(far)
    near
      .on('data', (data) => isCut || far.write(data))
      .on('error', () => {})
      .on('close', () => far.destroy())
    far
      .on('data', (data) => isCut || near.write(swallows ? withoutNotices(data) : data))
      .on('error', () => {})
      .on('close', () => isCut || near.destroy())
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((wire.address() as AddressInfo).port)
  return {
    url: url.href,
    cut: (is) => {
      isCut = is
    },
    swallow: (is) => {
      swallows = is
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      wire.close()
    },
  }
}

/** Messages of the protocol are a letter and a length; `A` is a notification. */
function withoutNotices(data: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < data.length;) {
    const end = at + 1 + data.readInt32BE(at + 1)
    if (data[at] !== 'A'.charCodeAt(0)) kept.push(data.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

describe('an ear that is deaf without knowing it', () => {
  test('a wire that is cut silently is noticed, and nothing is served from memory until a new one hears', async () => {
    const wire = await startWire()
    const changes = listenForChanges({
      databaseUrl: wire.url,
      log,
      proofMs: 20,
      timeoutMs: 300,
      retryMs: { first: 10, most: 50 },
    })
    await heard(changes)
    wire.cut(true)
    await expect.poll(() => changes.listening, { timeout: 5_000 }).toBe(false)
    wire.cut(false)
    await expect.poll(() => changes.listening, { timeout: 5_000 }).toBe(true)
    await changes.stop()
    expect(changes.listening).toBe(false)
    wire.stop()
  })

  test('a pooler that answers LISTEN and then passes nothing on is not believed', async () => {
    const wire = await startWire()
    const changes = listenForChanges({
      databaseUrl: wire.url,
      log,
      proofMs: 20,
      timeoutMs: 300,
      retryMs: { first: 10, most: 50 },
    })
    await heard(changes)
    const gaps: boolean[] = []
    changes.onChange(() => gaps.push(changes.listening))
    wire.swallow(true)
    await expect.poll(() => gaps, { timeout: 5_000 }).toEqual([false])
    // a new connection is made and is not believed either
    await expect
      .poll(
        async () =>
          (
            await writer.query(
              `select count(*)::int as n from pg_stat_activity where application_name = 'arasta changes' and datname = current_database()`,
            )
          ).rows[0].n,
      )
      .toBe(1)
    expect(changes.listening).toBe(false)
    wire.swallow(false)
    await expect.poll(() => changes.listening, { timeout: 5_000 }).toBe(true)
    await changes.stop()
    wire.stop()
  })

  test('a database that is not there at the start is waited for', async () => {
    const changes = listenForChanges({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      log,
      retryMs: { first: 5, most: 10 },
    })
    expect(changes.listening).toBe(false)
    await changes.stop()
    expect(changes.listening).toBe(false)
  })
})
