import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { sha256Hex } from '#lib/ids.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { publicHalf } from '../packages/sign-package.ts'
import { purgeUploads } from '../publish-release.ts'
import { changeReleaseState } from '../release-state.ts'
import { logHeadSchema, readEntry, verifyHead } from './format.ts'
import { currentHead } from './log.ts'
import { leafHash, verifyConsistency, verifyInclusion } from './merkle.ts'
import { logMissingReleases } from './sign-releases.ts'

let market: Marketplace
let item: string
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  item = await listBare(market, 'logged')
})
afterAll(() => market.stop())

const get = async (path: string) => {
  const answer = await createHttp({ allowOrigins: [market.origins.installer] }).request(
    `${market.origins.installer}${path}`,
  )
  return {
    status: answer.status,
    headers: answer.headers,
    body: JSON.parse(answer.body.toString('utf8')),
  }
}
const head = async () => logHeadSchema.parse((await get('/log/head')).body)
const entries = async () =>
  ((await get('/log/entries')).body.entries as string[]).map((text) => readEntry(text)!)
const latest = async () =>
  (
    await market.services.db
      .selectFrom('items')
      .leftJoin('releases', 'releases.id', 'latest_release_id')
      .select('version')
      .where('items.id', '=', item)
      .executeTakeFirstOrThrow()
  ).version

describe('the release log (D11)', () => {
  test('an empty log has a signed head', async () => {
    expect(await head()).toMatchObject({
      size: 0,
      root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      log: market.origins.installer,
    })
  })

  test('ten concurrent publishes get consecutive indexes; the same version published twice concurrently is one entry', async () => {
    const versions = Array.from({ length: 10 }, (_, n) => `1.${n}.0`)
    const zips = await Promise.all(versions.map((version) => zipOf('logged', version)))
    const ids = await Promise.all(
      versions.flatMap((version, n) => [
        publish(market.services, item, version, zips[n] as Buffer),
        publish(market.services, item, version, zips[n] as Buffer),
      ]),
    )
    expect(new Set(ids).size).toBe(10)
    const log = await entries()
    expect(log.map((one) => one.index)).toEqual(versions.map((_, n) => n))
    expect(log.map((one) => one.version).sort()).toEqual(versions)
    expect(await latest()).toBe('1.9.0')
    expect(await market.services.db.selectFrom('package_uploads').selectAll().execute()).toEqual([])
  })

  test('concurrent publishes of twelve items get consecutive indexes', async () => {
    const before = (await head()).size
    const prefixes = Array.from({ length: 12 }, (_, n) => `row-${n}`)
    const items = []
    for (const prefix of prefixes)
      items.push([await listBare(market, prefix), await zipOf(prefix, '1.0.0')] as const)
    await Promise.all(items.map(([id, zip]) => publish(market.services, id, '1.0.0', zip)))
    const log = (await entries()).slice(before)
    expect(log.map((one) => one.index)).toEqual(prefixes.map((_, n) => before + n))
    expect(log.map((one) => one.prefix).sort()).toEqual(prefixes.toSorted())
  })

  test('every entry is proved by the head, and every earlier head by a later one', async () => {
    const [before, log] = [await head(), await entries()]
    expect(verifyHead(before, [publicHalf(market.services.signingKey)])).toBe(true)
    for (const entry of log) {
      const { body } = await get(`/log/proof?index=${entry.index}&size=${before.size}`)
      expect(
        verifyInclusion({
          leaf: body.leaf,
          index: entry.index,
          size: before.size,
          proof: body.proof,
          root: before.root,
        }),
      ).toBe(true)
    }
    await publish(market.services, item, '2.0.0', await zipOf('logged', '2.0.0'))
    const after = await head()
    expect(after.size).toBe(before.size + 1)
    const { body } = await get(`/log/proof?first=${before.size}&second=${after.size}`)
    expect(verifyConsistency(before, after, body.proof)).toBe(true)
  })

  test('a head is valid for a day, and changes with its content', async () => {
    const now = await head()
    expect(Date.parse(now.expires_at) - Date.parse(now.signed_at)).toBe(86_400_000)
    const keys = [publicHalf(market.services.signingKey)]
    for (const change of [
      { size: now.size - 1 },
      { root: leafHash('x') },
      { expires_at: '2099-01-01T00:00:00.000Z' },
      { log: 'https://other.example' },
      { key_id: 'x' },
      { signature: 'A'.repeat(86) },
    ]) {
      expect(verifyHead({ ...now, ...change }, keys), JSON.stringify(change)).toBe(false)
    }
  })

  test('invalid requests are refused with a message, and pages end with the log', async () => {
    for (const path of [
      '/log/proof',
      '/log/proof?index=0',
      '/log/proof?index=-1&size=2',
      '/log/proof?first=a&second=2',
      '/log/entries?from=x',
      '/log/proof?index=0&size=1&first=0',
    ]) {
      expect(await get(path), path).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    }
    for (const path of [
      '/log/proof?index=5&size=5',
      '/log/proof?index=0&size=999',
      '/log/proof?first=3&second=2',
      '/log/proof?first=0&second=999',
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
    expect((await get('/log/entries?from=9&to=11')).body).toMatchObject({
      from: 9,
      to: 11,
      entries: [expect.any(String), expect.any(String)],
    })
    expect((await get('/log/entries?from=99999')).body).toMatchObject({
      from: 99_999,
      to: 99_999,
      entries: [],
    })
    expect((await get('/log/proof?index=1&size=3')).headers['cache-control']).toContain('immutable')
  })

  test('PKG-13 a halted or yanked release is not offered, and the log has the reason', async () => {
    const change = (to: 'halted' | 'published' | 'yanked', reason: string) =>
      changeReleaseState(market.services, { itemId: item, version: '2.0.0', to, reason })
    expect(await change('halted', 'Breaks the cart')).toMatchObject({ done: true })
    expect(await latest()).toBe('1.9.0')
    expect(await change('published', 'It did not')).toMatchObject({ done: true })
    expect(await latest()).toBe('2.0.0')
    expect(await change('published', 'again')).toMatchObject({
      done: false,
      why: 'not_from_here',
      state: 'published',
    })
    expect(await change('yanked', 'It did')).toMatchObject({ done: true })
    expect(await change('published', 'sorry')).toMatchObject({
      done: false,
      why: 'not_from_here',
      state: 'yanked',
    })
    expect(await latest()).toBe('1.9.0')
    expect((await entries()).slice(-4).map((one) => [one.version, one.state, one.reason])).toEqual([
      ['2.0.0', 'published', undefined],
      ['2.0.0', 'halted', 'Breaks the cart'],
      ['2.0.0', 'published', 'It did not'],
      ['2.0.0', 'yanked', 'It did'],
    ])
  })

  test('no SQL statement can change, shorten or empty it, leave a gap, or change a logged release', async () => {
    const { db } = market.services
    for (const change of [
      sql`update release_log set entry = '{}'`,
      sql`delete from release_log where index = 1`,
      sql`truncate release_log`,
      sql`truncate release_log cascade`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow('append-only')
    }
    const copy = (index: number) =>
      sql`insert into release_log select ${index}, release_id, state, sha256, entry, leaf_hash, peaks, root_hash, logged_at from release_log where index = 0`
    await expect(copy(500).execute(db)).rejects.toThrow('has none before it')
    await expect(copy(0).execute(db)).rejects.toThrow('release_log_pkey')
    await expect(
      sql`insert into release_log select (select max(index) + 1 from release_log), release_id, state, sha256, entry || ' ', leaf_hash, peaks, root_hash, logged_at from release_log where index = 0`.execute(
        db,
      ),
    ).rejects.toThrow('release_log_leaf_of_entry')
    await expect(
      sql`update releases set status = 'published' where version = '2.0.0'`.execute(db),
    ).rejects.toThrow('is yanked in the log, but published')
    await expect(
      sql`update releases set status = 'halted' where version = '1.9.0'`.execute(db),
    ).rejects.toThrow('is published in the log, but halted')
    await expect(
      sql`update releases set package_sha256 = (select sha256 from packages where sha256 <> package_sha256 limit 1) where version = '1.9.0'`.execute(
        db,
      ),
    ).rejects.toThrow('in the log')
  })

  test('a log that was changed in the database is never signed', async () => {
    const { db } = market.services
    const other = { ...market.services, db: db.withoutPlugins() }
    expect(await currentHead(other)).toMatchObject({ size: (await head()).size })
    await sql`create table kept_log as table release_log`.execute(db)
    await sql`alter table release_log disable trigger user`.execute(db)
    await sql`update release_log set entry = e, leaf_hash = encode(sha256('\\x00'::bytea || convert_to(e, 'UTF8')), 'hex')
      from (select index as i, replace(entry, '"1.0.0"', '"1.0.1"') as e from release_log where entry like '%"1.0.0"%') changed where index = i`.execute(
      db,
    )
    await expect(currentHead({ ...market.services, db: db.withoutPlugins() })).rejects.toThrow(
      'does not add up',
    )
    await sql`delete from release_log`.execute(db)
    await sql`insert into release_log select * from kept_log order by index`.execute(db)
    await sql`alter table release_log enable trigger user`.execute(db)
    await sql`alter table release_log enable always trigger append_only`.execute(db)
    expect(await currentHead({ ...market.services, db: db.withoutPlugins() })).toMatchObject({
      size: (await head()).size,
    })
  })

  test('releases from before the log are added once, and only if we signed them', async () => {
    const { db } = market.services
    const id = await listBare(market, 'older')
    const zip = await zipOf('older', '1.0.0')
    const release = await publish(market.services, id, '1.0.0', zip)
    const size = (await head()).size
    await sql`alter table release_log disable trigger user`.execute(db)
    await sql`delete from release_log where release_id = ${release}`.execute(db)
    await sql`alter table release_log enable trigger user`.execute(db)
    await sql`alter table release_log enable always trigger append_only`.execute(db)
    expect(await logMissingReleases(market.services)).toBe(1)
    expect(await logMissingReleases(market.services)).toBe(0)
    expect((await entries()).at(-1)).toMatchObject({
      index: size - 1,
      release,
      state: 'published',
      prefix: 'older',
    })
  })
})

describe('a publish whose process is killed (PKG-16)', () => {
  const kept = async () => ({
    releases: await market.services.db.selectFrom('releases').select('id').execute(),
    size: (await head()).size,
    uploads: await market.services.db.selectFrom('package_uploads').select('sha256').execute(),
  })

  test.each([
    ['before its bytes are kept', () => Promise.reject(new Error('killed'))],
    [
      'after they are kept, before anything is listed',
      async (put: () => Promise<string>) => {
        await put()
        throw new Error('killed')
      },
    ],
  ])('%s, leaves no version and, after the purge, no bytes; a retry completes', async (_, kill) => {
    const { services, clock } = market
    const before = await kept()
    const id = await listBare(market, `killed-${before.size}`)
    const zip = await zipOf(`killed-${before.size}`, '1.0.0')
    const sha256 = sha256Hex(zip)
    const dying = {
      ...services,
      blobs: {
        ...services.blobs,
        put: (bytes: Buffer) => kill(() => services.blobs.put(bytes)) as Promise<string>,
      },
    }
    await expect(publish(dying, id, '1.0.0', zip)).rejects.toThrow('killed')
    expect(await kept()).toEqual({ ...before, uploads: [{ sha256 }] })
    expect(await purgeUploads(services)).toBe(0)
    clock.moveSeconds(3601)
    expect(await purgeUploads(services)).toBe(1)
    expect(await kept()).toEqual(before)
    expect(await services.blobs.has(sha256)).toBe(false)
    await publish(services, id, '1.0.0', zip)
    expect(await services.blobs.has(sha256)).toBe(true)
    clock.moveSeconds(3601)
    expect(await purgeUploads(services)).toBe(0)
    expect(await services.blobs.has(sha256)).toBe(true)
  })

  test('within the listing, leaves neither a release nor an entry', async () => {
    const { services } = market
    const id = await listBare(market, 'killed-late')
    const before = await kept()
    await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
      services.db,
    )
    await sql`create constraint trigger die after insert on release_log deferrable initially deferred for each row execute function die()`.execute(
      services.db,
    )
    await expect(
      publish(services, id, '1.0.0', await zipOf('killed-late', '1.0.0')),
    ).rejects.toThrow('killed')
    await sql`drop function die() cascade`.execute(services.db)
    expect(await kept()).toMatchObject({ releases: before.releases, size: before.size })
    await publish(services, id, '1.0.0', await zipOf('killed-late', '1.0.0'))
    expect((await kept()).size).toBe(before.size + 1)
  })

  test('whose bytes are purged meanwhile does not list a release without them', async () => {
    const { services, clock } = market
    const id = await listBare(market, 'slow')
    const zip = await zipOf('slow', '1.0.0')
    const slow = {
      ...services,
      blobs: {
        ...services.blobs,
        async put(bytes: Buffer) {
          const sha256 = await services.blobs.put(bytes)
          clock.moveSeconds(3601)
          await purgeUploads(services)
          return sha256
        },
      },
    }
    await expect(publish(slow, id, '1.0.0', zip)).rejects.toThrow('took too long')
    await publish(services, id, '1.0.0', zip)
  })
})
