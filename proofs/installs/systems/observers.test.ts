import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLayer } from '#modules/stores/platforms/loader/site-data.ts'
import { openSite } from '#modules/stores/platforms/public.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { describeViolation } from '../violation.ts'
import { readUnwritten, watchLayers } from './loader-watch.ts'
import { findTrespasses } from './two-platforms.ts'
import { comparePage, ownMarkup } from './wordpress-state.ts'

/** Whoever watches for the proof sees what must not be: planted here, and found. */
let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createDatabase()
  db = openDb({ url: database.url, poolSize: 1 })
  await watchLayers(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('finds a change on a site that no run recorded in its ledger', async () => {
  await db
    .insertInto('platforms')
    .values({
      id: 7,
      key: 'any-site',
      name: 'Any site',
      entry: 'site',
      panel_origins: [],
      panel_host_rule: '{}',
    })
    .execute()
  const sealing = { current: 'k1', keys: { k1: Buffer.alloc(32, 1) } }
  const { storeId } = await openSite({ clock: systemClock, sealing }, db, {
    platformId: 7,
    domain: 'a.example',
    url: 'https://a.example',
    contact: { name: 'A', email: 'a@a.example' },
    locale: 'tr',
    proof: { kind: 'file', token: 'x' },
  })
  await insertLayer(db, {
    store_id: storeId,
    effect_id: 'eff_1',
    kind: 'tracking_code',
    slot: 'placement:3',
    package_sha256: 'a',
    prefix: 'p0',
    version: '1.0.0',
    content: { html: '' },
    place: 1,
    revision: 1,
  })
  expect((await readUnwritten(db)).map(describeViolation)).toEqual([
    'WRITTEN eff_1: INSERT: the site was changed, and there is no run under way that has it in its ledger',
  ])
})

const file = `http://wp-1.localhost/wp-content/uploads/1/arasta/${'a'.repeat(64)}/app.js`
const layer = (id: string, html: string) => `<!--arasta:${id}-->${html}<!--/arasta:${id}-->`
const script = (src: string) => `<script src="${src}"></script>`
const effect = {
  storeId: 'wp-a',
  id: 'eff_1',
  kind: 'tracking_code',
  slot: 'placement:3',
  prefix: 'p0',
  content: JSON.stringify({ html: script('{{asset:app.js}}') }),
  sha256: '',
}
const found = async (page: string, status = 200) =>
  (await comparePage('wp-a', page, [effect], () => Promise.resolve(status))).map(describeViolation)

test('finds a WordPress page that differs from its state: missing, duplicated, changed, additional, or with a missing file', async () => {
  expect(await found(`<body>own${layer('eff_1', script(file))}</body>`)).toEqual([])
  expect(await found('<body>own</body>')).toEqual(['SHOWN wp-a: its page shows eff_1 0 times'])
  expect(await found(layer('eff_1', script(file)).repeat(2))).toEqual([
    'SHOWN wp-a: its page shows eff_1 2 times',
  ])
  expect(await found(layer('eff_1', script('x')))).toEqual([
    'SHOWN wp-a: its page shows eff_1 otherwise than it was written',
  ])
  expect(await found(layer('eff_1', script(file)) + layer('eff_2', ''))).toEqual([
    'SHOWN wp-a: its page shows eff_2, which does not stand there',
  ])
  expect(await found(layer('eff_1', script(file)), 404)).toEqual([
    'SHOWN wp-a: a file on its page was answered 404',
  ])
  expect(ownMarkup(`<body>own${layer('eff_1', script(file))}</body>`)).toBe('<body>own</body>')
})

test("finds whoever is not refused what is another platform's", async () => {
  const answers = [401, 200, 409]
  const found = await findTrespasses(
    '1/fleet-1',
    answers.map((status) => [`call ${status}`, async () => ({ status, body: null })]),
  )
  expect(found.map(describeViolation)).toEqual(['APART 1/fleet-1: call 200 was answered 200'])
})
