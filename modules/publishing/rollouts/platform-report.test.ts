import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, type Ranged, satisfiesRange } from '#modules/catalog/public.ts'
import { versionOrder } from '#modules/catalog/packages/manifest.ts'
import {
  signInToConsole,
  type ConsoleBrowser,
  firstOperator,
  mailTo,
} from '#test/support/console.ts'
import { install, installationPath, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { readReport } from './report-data.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner
let coming = ''

interface Report {
  plan: unknown
  totals: { outcome: string; items: number; installations: number }[]
  notices: { partners: number; told: number; unreachable: number; last_at: string | null }
  lines: {
    name: string
    outcome: string
    to: string | null
    installations: number
    told_at: string | null
  }[]
  next: number | null
}
const report = async (query = '') =>
  (await admin.ask('GET', `/operator/platforms/1/report?version=${coming}${query}`))
    .body as unknown as Report

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  owner = await signIn(market)
  const { platform_version } = await market.services.db
    .selectFrom('stores')
    .select('platform_version')
    .where('id', '=', owner.storeId)
    .executeTakeFirstOrThrow()
  coming = `${Number(platform_version?.split('.')[0]) + 1}.0.0`
  // Of three items one stays, one must be updated, one has no version for the coming platform.
  for (const [prefix, ranges] of Object.entries({
    stays: ['*'],
    follows: [`<${coming}`, '*'],
    'left-behind': [`<${coming}`],
  })) {
    const id = await listBare(market, prefix)
    for (const [n, range] of ranges.entries()) {
      const version = `${n + 1}.0.0`
      await publish(
        market.services,
        id,
        version,
        await zipOf(prefix, version, { compatibility: { platforms: { 1: range } } }),
      )
      if (n === 0) expect((await install(owner, id)).status).toBe(200)
      await processRun(market)
    }
  }
})
afterAll(() => market.stop())

test('D12 before a platform has another version, what stays, what an update brings along and what ends is counted; its day is noted and in the log', async () => {
  const { plan, totals, lines } = await report()
  expect(plan).toBeNull()
  expect(totals).toEqual(
    ['none', 'update', 'works'].map((outcome) => ({ outcome, items: 1, installations: 1 })),
  )
  expect(lines.map(({ outcome, to, installations }) => [outcome, to, installations])).toEqual([
    ['none', null, 1],
    ['update', '2.0.0', 1],
    ['works', null, 1],
  ])
  expect((await admin.ask('GET', '/operator/platforms/1/report?version=next')).status).toBe(400)
  expect((await admin.ask('GET', `/operator/platforms/99/report?version=${coming}`)).status).toBe(
    404,
  )
  expect(
    (
      await admin.ask('PUT', '/operator/platforms/1/plan', {
        version: coming,
        live_on: '2027-02-01',
      })
    ).status,
  ).toBe(200)
  expect((await report()).plan).toEqual({ platform: 1, version: coming, live_on: '2027-02-01' })
  // Owners are told on the installation's page.
  const seen = async (prefix: string) =>
    (await owner.call('GET', installationPath(`itm_${prefix}`))).body.data.fit.coming
  expect(await Promise.all(['stays', 'follows', 'left-behind'].map(seen))).toEqual([
    { version: coming, live_on: '2027-02-01', outcome: 'works', to: null },
    { version: coming, live_on: '2027-02-01', outcome: 'update', to: '2.0.0' },
    { version: coming, live_on: '2027-02-01', outcome: 'none', to: null },
  ])
  expect((await admin.ask('DELETE', '/operator/platforms/1/plan')).status).toBe(200)
  expect((await report()).plan).toBeNull()
  expect(await seen('left-behind')).toBeNull()
  const log = await market.services.db
    .selectFrom('audit_log')
    .select(['operation', 'object_id'])
    .where('kind', '=', 'platform')
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { operation: 'planPlatformVersion', object_id: '1' },
    { operation: 'dropPlatformPlan', object_id: '1' },
  ])
})

test('D12 partners whose releases will not work are written to once for each planned version, and see on their own page what the mail says and when it was sent', async () => {
  const {
    services: { db },
    clock,
  } = market
  const tell = (version = coming) => admin.ask('POST', '/operator/platforms/1/notices', { version })
  const partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Nar', email: 'nar@example.com' })).body
      .id,
  )
  const nar = await signInToConsole(market, 'nar@example.com')
  const own = async () =>
    (await nar.ask('GET', `/partners/${partner}/platforms/1/report?version=${coming}`))
      .body as unknown as Report
  // One item that ends belongs to a partner who can be written to, one to nobody's; a third partner
  // has only what an update brings along.
  await db
    .updateTable('items')
    .set({ partner_id: partner })
    .where('id', 'in', ['itm_left-behind', 'itm_stays'])
    .execute()
  const orphan = await listBare(market, 'orphan')
  await publish(
    market.services,
    orphan,
    '1.0.0',
    await zipOf('orphan', '1.0.0', { compatibility: { platforms: { 1: `<${coming}` } } }),
  )
  expect((await install(owner, orphan)).status).toBe(200)
  await processRun(market)

  expect((await tell()).body.code).toBe('rollouts.not_planned')
  await admin.ask('PUT', '/operator/platforms/1/plan', { version: coming, live_on: '2027-02-01' })
  expect((await tell('77.0.0')).body.code).toBe('rollouts.not_planned')
  expect((await nar.ask('POST', '/operator/platforms/1/notices', { version: coming })).status).toBe(
    403,
  )
  expect((await report()).notices).toEqual({ partners: 2, told: 0, unreachable: 1, last_at: null })
  // Pressed twice at the same time, and once more later: one mail.
  const both = await Promise.all([tell(), tell()])
  expect(both.map((one) => one.body.told).toSorted()).toEqual([0, 1])
  const at = clock.now().toISOString()
  clock.moveSeconds(60)
  expect((await tell()).body).toEqual({ told: 0, more: false })
  const { subject, text } = await mailTo(market, 'nar@example.com')
  expect(subject).toContain(coming)
  for (const said of [
    'itm_left-behind 1.0.0: 1 store',
    '1 February 2027',
    `/partner/${partner}/platforms?platform=1&version=${coming}&hl=`,
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('itm_stays')
  expect(
    market.shop
      .mails()
      .filter((mail) => mail.recipient === 'nar@example.com' && mail.subject === subject),
  ).toHaveLength(1)

  expect((await report()).notices).toEqual({ partners: 2, told: 1, unreachable: 1, last_at: at })
  expect((await report()).lines.map(({ name, told_at }) => [name, told_at])).toEqual([
    ['itm_left-behind', at],
    ['itm_orphan', null],
    ['itm_follows', null],
    ['itm_stays', null],
  ])
  expect(await own()).toMatchObject({
    notices: { partners: 1, told: 1, last_at: at },
    lines: [
      { name: 'itm_left-behind', outcome: 'none', told_at: at },
      { name: 'itm_stays', outcome: 'works' },
    ],
  })
  // The plan is dropped and comes back: who was told is not told again.
  await admin.ask('DELETE', '/operator/platforms/1/plan')
  await admin.ask('PUT', '/operator/platforms/1/plan', { version: coming, live_on: '2027-03-01' })
  expect((await tell()).body.told).toBe(0)
  const log = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('operation', '=', 'tellPartners')
    .orderBy('id')
    .execute()
  expect(log.map((one) => [one.before, one.after]).at(0)).toEqual([
    { partners_told: 0 },
    { partners_told: 1 },
  ])
})

test('D3 a page of the report goes on where the one before ended', async () => {
  const names: string[] = []
  // More pages than there can be: one that never ends is not waited for.
  for (let page: number | null = 1; page !== null && page < 9;) {
    const { lines, next, totals } = await report(`&page=${page}&per_page=2`)
    expect(totals.reduce((sum, one) => sum + one.items, 0)).toBe(4)
    names.push(...lines.map((line) => line.name))
    page = next
  }
  expect(names).toEqual((await report()).lines.map((line) => line.name))
  expect([names.length, (await report('&page=9')).lines]).toEqual([4, []])
})

test('D3 the database judges as the page of an installation does: whatever was released in whatever order, on storefronts of both generations', async () => {
  const {
    services: { db },
    clock,
  } = market
  const {
    package_sha256: sha256,
    platforms: _fromManifest,
    os2: _alsoFromManifest,
    ...model
  } = await db
    .selectFrom('releases')
    .selectAll()
    .where('item_id', '=', 'itm_stays')
    .executeTakeFirstOrThrow()
  const [ITEMS, RELEASES] = [12, 9]
  await sql`insert into stores (id, platform_id, external_id, domain, name, url, is_os2, status, checked_at, created_at)
    select 'sto_j' || n || kind, 1, 'j' || n || kind, 'j' || n || kind || '.stores.example', 'J', 'https://j' || n || kind || '.stores.example', kind = 'b', 'active', ${clock.now()}, ${clock.now()}
    from generate_series(1, ${RELEASES}::int) n, (values ('a'), ('b')) as kinds (kind)`.execute(db)
  // The same numbers each time, without a pattern that the statement could share.
  let seed = 7
  const pick = <T>(...choices: T[]): T =>
    choices[(seed = (seed * 48_271) % 2_147_483_647) % choices.length] as T
  const expected: string[] = []
  for (let i = 0; i < ITEMS; i += 1) {
    const itemId = await listBare(market, `judged-${i}`)
    const all: Ranged[] = []
    for (let n = 1; n <= RELEASES; n += 1) {
      const [version, range, os2, out] = [
        `${n}.0.0${pick('', '', '-beta.1')}`,
        pick('*', `<${coming}`, `<${coming}`, `>=${coming}`, null),
        pick(null, true, false),
        pick('out', 'out', 'halted', 'staged', 'listed'),
      ]
      const id = `rel_${i}_${n}`
      const manifest = {
        ...(model.manifest as object),
        ...(os2 !== null && { os2 }),
        compatibility: { platforms: range === null ? { 2: '*' } : { 1: range } },
      }
      await db
        .insertInto('releases')
        .values({
          ...model,
          id,
          item_id: itemId,
          version,
          version_order: versionOrder(version),
          notes: '{}',
          manifest: JSON.stringify(manifest),
          package_sha256: sha256,
          // Only listed: there is nothing to be installed, and nobody knows what it would fit.
          ...(out === 'listed' && {
            manifest: null,
            package_sha256: null,
            signature: null,
            key_id: null,
          }),
          status: out === 'halted' ? 'halted' : 'published',
          share: out === 'staged' ? 1000 : 10_000,
        })
        .execute()
      all.unshift({
        id,
        version,
        ...(out === 'listed' ? { range: null, os2: null } : { range, os2 }),
        offered: out === 'out',
      })
      await sql`insert into installations (id, store_id, item_id, release_id, granted, state, installed_at, created_at, updated_at)
        select 'ins_' || ${id} || kind, 'sto_j' || ${n}::int || kind, ${itemId}, ${id}, '{}', 'installed', ${clock.now()}, ${clock.now()}, ${clock.now()} from (values ('a'), ('b')) as kinds (kind)`.execute(
        db,
      )
    }
    for (const one of all) {
      const [first, second] = [false, true].map((isOs2) =>
        outcomeOf(all, one.id, isOs2, (range) => satisfiesRange(coming, range)),
      )
      const words = ({ outcome, to }: ReturnType<typeof outcomeOf>, count: number) =>
        `${itemId} ${one.version} ${outcome} ${to} ${count}`
      if (JSON.stringify(first) === JSON.stringify(second)) expected.push(words(first!, 2))
      else expected.push(words(first!, 1), words(second!, 1))
    }
  }
  const { lines } = await readReport(
    db,
    { platformId: 1, version: coming, partnerId: 'par_x' },
    1,
    5000,
  )
  const found = lines
    .filter((line) => line.item.startsWith('itm_judged-'))
    .map((line) => `${line.item} ${line.version} ${line.outcome} ${line.to} ${line.installations}`)
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(new Set(lines.map((line) => line.outcome)).size).toBe(3)
})
