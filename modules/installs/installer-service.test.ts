import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { changeReleaseState } from '#modules/catalog/release-state.ts'
import { createHttp } from '#lib/http.ts'
import type { Market } from '#lib/market.ts'
import { install, update, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, themeZipOf, zipOf } from '#test/support/releases.ts'

let market: Marketplace
let owner: Owner
let os2: Owner
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  ;[owner, os2] = [await signIn(market), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())

const ask = (
  who: Owner,
  path: 'input' | 'package',
  prefix: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  call(market, 'GET', `/app/${path}`, {
    site: 'installer',
    query: { prefix, hl: 'EN', ...query },
    headers: { 'apps-token': who.token, 'store-token': who.storeToken, ...headers },
  })
const offered = async (who: Owner, prefix: string, query: Record<string, string> = {}) => {
  const { status, body } = await ask(who, 'package', prefix, query)
  return status === 200 ? (body.data.version as string) : (body.code as string)
}
/** `1.0.0` for every version of the platform, `['2.0.0', { … }]` for some. */
const item = async (
  prefix: string,
  versions: (string | [string, object])[],
  kind: Market = 'app',
) => {
  const id = await listBare(market, prefix, kind)
  for (const one of versions) {
    const [version, facts] = typeof one === 'string' ? [one, {}] : one
    await publish(
      market.services,
      id,
      version,
      await (kind === 'app' ? zipOf : themeZipOf)(prefix, version, facts),
    )
  }
  return id
}
const on = (range: string, platform = '1') => ({
  compatibility: { platforms: { [platform]: range } },
})

describe('S7.15 the release for this store', () => {
  test("is the highest version that works with its platform's version", async () => {
    const { platform_version: version } = await market.services.db
      .selectFrom('stores')
      .select('platform_version')
      .where('id', '=', owner.storeId)
      .executeTakeFirstOrThrow()
    const [major = 0] = (version ?? '').split('.').map(Number)
    await item('ranged', [
      ['1.0.0', on('*')],
      ['1.1.0', on(`>=${major}.0.0 <${major + 1}.0.0`)],
      ['1.2.0', on(`>=${major + 1}.0.0`)],
      ['1.3.0', on('*', '2')],
    ])
    expect(await offered(owner, 'ranged')).toBe('1.1.0')
    expect(await offered(owner, 'ranged', { release: '1.0.0' })).toBe('1.0.0')
    expect(await offered(owner, 'ranged', { release: '1.2.0' })).toBe('installs.unsupported')
    expect(await offered(owner, 'ranged', { release: '7.0.0' })).toBe('installs.release_not_found')
    expect((await ask(owner, 'input', 'ranged')).body.data.version).toBe('1.1.0')
    await item('elsewhere', [['1.0.0', on('*', '3')]])
    expect(await offered(owner, 'elsewhere')).toBe('installs.unsupported')
  })

  test('is a preview only on the preview channel or if there is no other', async () => {
    await item('channels', ['1.0.0', '2.0.0-beta.1', '2.0.0-beta.2'])
    await item('only-beta', ['0.9.0-rc.1'])
    expect(await offered(owner, 'channels')).toBe('1.0.0')
    expect(await offered(owner, 'channels', { channel: 'preview' })).toBe('2.0.0-beta.2')
    expect(await offered(owner, 'only-beta')).toBe('0.9.0-rc.1')
    expect((await ask(owner, 'package', 'channels', { channel: 'nightly' })).status).toBe(400)
    const { latest_release_id: latest } = await market.services.db
      .selectFrom('items')
      .select('latest_release_id')
      .where('prefix', '=', 'channels')
      .executeTakeFirstOrThrow()
    expect(
      await market.services.db
        .selectFrom('releases')
        .select('version')
        .where('id', '=', latest)
        .executeTakeFirst(),
    ).toEqual({ version: '1.0.0' })
  })

  test("D19 is a theme's build for the store's kind of storefront", async () => {
    const theme = await signIn(market, 'store-1', 'theme')
    // The installer knows themes by their market's own items; it is the app market's address that
    // both share.
    await item(
      'mixed',
      [
        ['1.0.0', { os2: true }],
        ['1.1.0', { os2: false }],
      ],
      'theme',
    )
    await item('old-only', [['1.0.0', { os2: false }]], 'theme')
    expect(await offered(theme, 'mixed', { market: 'theme' })).toBe('1.1.0')
    expect(await offered(os2, 'mixed', { market: 'theme' })).toBe('1.0.0')
    expect(await offered(os2, 'old-only', { market: 'theme' })).toBe('installs.not_for_storefront')
    expect(await offered(os2, 'mixed', { market: 'theme', release: '1.1.0' })).toBe(
      'installs.not_for_storefront',
    )
  })

  test('PKG-13 is never halted or yanked, however it is requested', async () => {
    const id = await item('pulled', ['1.0.0', '1.1.0', '1.2.0'])
    const to = (version: string, state: 'halted' | 'published' | 'yanked') =>
      changeReleaseState(market.services, { itemId: id, version, to: state, reason: 'test' })
    await to('1.2.0', 'yanked')
    await to('1.1.0', 'halted')
    expect(await offered(owner, 'pulled')).toBe('1.0.0')
    for (const release of ['1.1.0', '1.2.0'])
      expect(await offered(owner, 'pulled', { release })).toBe('installs.release_not_found')
    await to('1.1.0', 'published')
    expect(await offered(owner, 'pulled')).toBe('1.1.0')
  })

  test('INS-8 is never lower than the installed one, unless the owner rolls back', async () => {
    const id = await item('forward', ['1.0.0', '1.1.0'])
    await install(owner, id)
    await processRun(market)
    expect(await offered(owner, 'forward')).toBe('1.1.0')
    await changeReleaseState(market.services, {
      itemId: id,
      version: '1.1.0',
      to: 'halted',
      reason: 'test',
    })
    expect(await ask(owner, 'package', 'forward')).toMatchObject({
      status: 409,
      body: {
        code: 'installs.lower_release',
        message: 'Your shop has version 1.1.0; 1.0.0 is older',
      },
    })
    expect(await offered(owner, 'forward', { release: '1.0.0' })).toBe('installs.lower_release')
    expect(await offered(owner, 'forward', { rollback: 'true' })).toBe('installs.lower_release')
    expect(await offered(owner, 'forward', { release: '1.0.0', rollback: 'true' })).toBe('1.0.0')
    expect(await offered(os2, 'forward')).toBe('1.0.0')
    await update(owner, id, { release: '1.0.0' })
    await processRun(market)
    expect(await offered(owner, 'forward')).toBe('1.0.0')
  })

  test('is one line when nothing changed, and sent again when it did', async () => {
    const id = await item('tagged', ['1.0.0'])
    const first = await ask(owner, 'package', 'tagged')
    const tag = { 'if-none-match': first.headers.etag ?? '' }
    market.clock.moveSeconds(30)
    expect(await ask(owner, 'package', 'tagged', {}, tag)).toMatchObject({
      status: 304,
      body: null,
      headers: { etag: first.headers.etag },
    })
    await publish(market.services, id, '1.1.0', await zipOf('tagged', '1.1.0'))
    expect(await ask(owner, 'package', 'tagged', {}, tag)).toMatchObject({
      status: 200,
      body: { data: { version: '1.1.0' } },
    })
  })
})

describe('S7.15 the download', () => {
  const http = () => createHttp({ allowOrigins: [market.origins.installer] })

  test('is identified by its hash: a client that has it downloads nothing, and checking costs nothing', async () => {
    await item('loaded', ['1.0.0'])
    const { data } = (await ask(owner, 'package', 'loaded')).body
    const whole = await http().request(data.download.url)
    expect(whole.headers).toMatchObject({
      etag: `"${data.sha256}"`,
      'content-length': String(data.size),
      'content-type': 'application/zip',
    })
    expect(
      await http().request(data.download.url, { headers: { 'if-none-match': `"${data.sha256}"` } }),
    ).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    expect(await http().request(data.download.url, { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
    })
  })

  test('PKG-6 is aborted when the bytes are not those that were published', async () => {
    await publish(
      market.services,
      await item('spoilt', []),
      '1.0.0',
      await writePackage([
        {
          path: 'arasta.app.json',
          bytes: Buffer.from(
            JSON.stringify({
              format: 1,
              kind: 'app',
              prefix: 'spoilt',
              version: '1.0.0',
              name: { en: 'spoilt' },
              permissions: [],
              compatibility: { platforms: { 1: '*' } },
            }),
          ),
        },
        { path: 'large.txt', bytes: Buffer.alloc(700_000, 'y') },
      ]),
    )
    const { data } = (await ask(owner, 'package', 'spoilt')).body
    await writeFile(
      join(market.blobFolder, data.sha256.slice(0, 2), `${data.sha256}.zip`),
      Buffer.alloc(data.size, 'x'),
    )
    await expect(http().request(data.download.url)).rejects.toMatchObject({
      kind: 'reset',
      sent: true,
    })
  })
})
