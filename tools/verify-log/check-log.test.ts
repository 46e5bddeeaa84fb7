import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeReleaseState } from '#modules/catalog/release-state.ts'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import { type LogHead, signHead } from '#modules/catalog/release-log/format.ts'
import { MerkleTree, leafHash } from '#modules/catalog/release-log/merkle.ts'
import { createHttp, type HttpClient } from '#lib/http.ts'
import { sha256Hex } from '#lib/ids.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { checkLog } from './check-log.ts'
import { runVerifyLog } from './run-verify-log.ts'

let market: Marketplace
let http: HttpClient
let zip: Buffer
let earlier: LogHead
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  http = createHttp({ allowOrigins: [market.origins.installer] })
  const item = await listBare(market, 'checked')
  zip = await zipOf('checked', '1.0.0')
  await publish(market.services, item, '1.0.0', zip)
  await publish(market.services, item, '1.1.0', await zipOf('checked', '1.1.0'))
  earlier = (await check()).head
  market.clock.moveSeconds(60)
  await publish(market.services, item, '1.2.0', await zipOf('checked', '1.2.0'))
  await changeReleaseState(market.services, {
    itemId: item,
    version: '1.1.0',
    to: 'yanked',
    reason: 'Reads too much',
  })
})
afterAll(() => market.stop())

const check = (options: Partial<Parameters<typeof checkLog>[0]> = {}) =>
  checkLog({
    http,
    installer: market.origins.installer,
    now: market.clock.now(),
    earlier: null,
    ...options,
  })

type Answers = Record<string, any> // oxlint-disable-line no-explicit-any
/** An installer, or somebody on the way to it, that answers something else. */
const lying = (
  change: (path: string, body: Answers) => Answers | Promise<Answers>,
): HttpClient => ({
  async request(url, options) {
    const answer = await http.request(url, options)
    const { pathname } = new URL(url)
    return {
      ...answer,
      body: Buffer.from(
        JSON.stringify(await change(pathname, JSON.parse(answer.body.toString('utf8')))),
      ),
    }
  },
})
const faults = async (
  change: Parameters<typeof lying>[0],
  options: Partial<Parameters<typeof checkLog>[0]> = {},
) => (await check({ http: lying(change), earlier, ...options })).faults

/** The market itself writes its log anew: everything fits together and is signed by its own key. */
const rewritten =
  (change: (entries: string[]) => string[]) =>
  async (path: string, body: Answers): Promise<Answers> => {
    if (path === '/keys.json' || path === '/log/proof') return body
    const answer = await http.request(`${market.origins.installer}/log/entries`)
    const entries = change(
      (JSON.parse(answer.body.toString('utf8')) as { entries: string[] }).entries,
    )
    if (path === '/log/entries') return { from: 0, to: entries.length, entries }
    const tree = new MerkleTree()
    for (const entry of entries) tree.append(leafHash(entry))
    return signHead(
      { log: market.origins.installer, size: tree.size, root: tree.root() },
      market.services.signingKey,
      market.clock.now(),
    )
  }

describe('npm run verify-log (D11, PKG-14)', () => {
  test("finds nothing in a log that only grew, and knows each release's last state", async () => {
    const {
      releases,
      faults: wrong,
      found,
    } = await check({ earlier, packageSha256: sha256Hex(zip) })
    expect(wrong).toEqual([])
    expect(found).toMatchObject({ version: '1.0.0', index: 0 })
    expect(releases.map((one) => [one.version, one.state])).toEqual([
      ['1.0.0', 'published'],
      ['1.1.0', 'yanked'],
      ['1.2.0', 'published'],
    ])
  })
  test.each<[string, (path: string, body: Answers) => Answers | Promise<Answers>, RegExp]>([
    [
      'a head of another key',
      (path, body) =>
        path === '/log/head'
          ? signHead(
              { log: body.log, size: body.size, root: body.root },
              generateSigningKey(),
              market.clock.now(),
            )
          : body,
      /not signed by a key/,
    ],
    [
      'a head with another size',
      (path, body) => (path === '/log/head' ? { ...body, size: body.size - 1 } : body),
      /not signed by a key/,
    ],
    ['an old head for ever', (path, body) => (path === '/log/head' ? earlier : body), /ran out/],
    [
      'a head of another market',
      (path, body) =>
        path === '/log/head'
          ? signHead(
              { log: 'https://other.example', size: body.size, root: body.root },
              market.services.signingKey,
              market.clock.now(),
            )
          : body,
      /of another log/,
    ],
    [
      'a withdrawal as if it were none',
      (path, body) =>
        path === '/log/entries'
          ? {
              ...body,
              entries: body.entries.map((text: string) => text.replace('"yanked"', '"published"')),
            }
          : body,
      /not those that the head was signed over/,
    ],
    [
      'no withdrawal',
      (path, body) =>
        path === '/log/entries'
          ? { ...body, entries: body.entries.filter((text: string) => !text.includes('"yanked"')) }
          : body,
      /says 4 entries, but there are 3/,
    ],
    [
      'a package signature of nobody',
      rewritten((entries) =>
        entries.map((text) => text.replace(/"signature":"...../, '"signature":"AAAAA')),
      ),
      /written anew/,
    ],
    [
      'a log without its second entry',
      rewritten((entries) => entries.slice(0, 1)),
      /the log was cut/,
    ],
    [
      'a log in another order',
      rewritten(([a = '', b = '', ...rest]) => [b, a, ...rest]),
      /not of the form.*written anew/s,
    ],
    [
      'a withdrawn release that came back',
      rewritten((entries) => [
        ...entries,
        (entries[3] as string).replace('"index":3', '"index":4').replace('"yanked"', '"published"'),
      ]),
      /brings checked 1\.1\.0 back/,
    ],
    [
      'other bytes for a version',
      rewritten((entries) => [
        ...entries,
        (entries[0] as string)
          .replace('"index":0', '"index":4')
          .replace(/"sha256":"..../, '"sha256":"0000'),
      ]),
      /another package of checked 1\.0\.0/,
    ],
    [
      'a second release of a version',
      rewritten((entries) => [
        ...entries,
        (entries[0] as string)
          .replace('"index":0', '"index":4')
          .replace(/"release":"[^"]*/, '"release":"rel_x'),
      ]),
      /a second checked 1\.0\.0/,
    ],
    [
      'a proof of growth that is none',
      (path, body) =>
        path === '/log/proof' ? { ...body, proof: body.proof.map(() => leafHash('x')) } : body,
      /own proof that the log only grew does not hold/,
    ],
    [
      "an entry from after its key's last day",
      (path, body) =>
        path === '/keys.json'
          ? {
              keys: body.keys.map((key: Answers) => ({
                ...key,
                until: '2001-01-01T00:00:00.000Z',
              })),
            }
          : body,
      /came after its key/,
    ],
    [
      'a key that was withdrawn',
      (path, body) =>
        path === '/keys.json'
          ? { keys: [], withdrawn: [{ kid: market.services.signingKey.kid }] }
          : body,
      /signed by a key that was withdrawn/,
    ],
  ])('finds %s', async (_, change, fault) => {
    if (fault.source === 'ran out') market.clock.moveSeconds(86_400)
    expect((await faults(change)).join('\n')).toMatch(fault)
    if (fault.source === 'ran out') market.clock.moveSeconds(-86_400)
  })

  test('finds a head older than the last one seen, and one of the future', async () => {
    const newest = (await check()).head
    const older = signHead(
      { log: newest.log, size: newest.size, root: newest.root },
      market.services.signingKey,
      new Date(market.clock.now().getTime() - 1000),
    )
    expect(
      await faults((path, body) => (path === '/log/head' ? older : body), { earlier: newest }),
    ).toEqual([expect.stringContaining('being held back')])
    expect(
      (await check({ now: new Date(market.clock.now().getTime() - 3_600_000) })).faults,
    ).toEqual([expect.stringContaining('of the future')])
  })

  test('reports a package as withdrawn or as foreign to the market', async () => {
    const withdrawn = (await check()).releases.find((one) => one.version === '1.1.0')
      ?.sha256 as string
    expect((await check({ packageSha256: withdrawn })).faults).toEqual([
      expect.stringMatching(/^checked 1\.1\.0 was yanked on .*: Reads too much$/),
    ])
    expect((await check({ packageSha256: sha256Hex('mine') })).faults).toEqual([
      expect.stringContaining('knows no package'),
    ])
  })

  test('stores a seen head only after verification', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heads-'))
    const said: string[] = []
    const screen = {
      line: (text: string) => {
        said.push(text)
      },
    } as Parameters<typeof runVerifyLog>[0]['screen']
    const run = (...args: string[]) =>
      runVerifyLog({ args: [market.origins.installer, ...args], dataFolder: folder, screen })
    try {
      await writeFile(join(folder, 'a.zip'), zip)
      // The market's clock stands still; the real one has gone on by less than a head holds.
      expect(await run('--package', join(folder, 'a.zip'))).toBe(true)
      expect(said.join('\n')).toMatch(
        /4 entries, 2 releases published, 0 halted, 1 yanked.*The package is checked 1\.0\.0, entry 0.*0 faults/s,
      )
      expect(await readdir(join(folder, 'log-heads'))).toHaveLength(1)
      expect(await run()).toBe(true)
      expect(said.join('\n')).toContain('Compared with the head of')
      await expect(runVerifyLog({ args: [], dataFolder: folder, screen })).rejects.toThrow(
        'Say whose log',
      )
      await expect(
        runVerifyLog({ args: ['http://installer.localhost:1'], dataFolder: folder, screen }),
      ).rejects.toThrow('could not be read')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
