import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { PLACEMENTS } from '#lib/market.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import {
  AGREEMENT,
  idOf,
  installationPath,
  ownerMails,
  processRun,
  shopPage,
  uninstall,
} from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import type { Script } from './contract.ts'
import { checkScripts, scriptsIn, toCsv } from './scripts.ts'

/** An app with a part on each of the eleven placements, and what the owner is told of it. */
let market: Marketplace
let owner: Owner
/** The visitor who went through all of the shop's pages; a member since. */
let approved: ReturnType<typeof visitor>
const SCRIPT = 'document.documentElement.dataset.seen = "1"'
beforeAll(async () => {
  market = await startMarketplace()
  const { id } = await market.services.db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', 'instant')
    .executeTakeFirstOrThrow()
  const part = (placement: number) => ({
    id: `p${placement}`,
    placement,
    title: { en: `Part ${placement}` },
    summary: { en: 'A part.' },
    html: `<script src="{{asset:seen.js}}" nonce="{{csp:nonce}}" data-part="${placement}" defer></script>`,
  })
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: 'instant',
    version: '7.0.0',
    name: { en: 'Everywhere' },
    compatibility: { platforms: { 1: '*' } },
    permissions: [{ code: 'tracking_code', required: true, reason: { en: 'Everywhere.' } }],
    tracking_codes: PLACEMENTS.map(part),
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    { path: 'seen.js', bytes: Buffer.from(SCRIPT) },
  ])
  await publishRelease(market.services, {
    itemId: id,
    version: '7.0.0',
    notes: { en: 'Everywhere.' },
    publishedAt: market.clock.now(),
    zip,
  })
  owner = await signIn(market)
  // In Arabic: what the owner is told later is told in the language in which they agreed.
  await owner.call('POST', installationPath(id), {
    query: { hl: 'AR' },
    body: {
      store: owner.storeId,
      permissions: ['tracking_code'],
      agreement: AGREEMENT,
      order_steps: true,
    },
  })
  await processRun(market)
})
afterAll(() => market.stop())

const list = async (by = owner) =>
  (await by.call('GET', '/scripts')).body.data as { scripts: Script[]; checked_at: string | null }
const HASH = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`

test("S3.8 the inventory lists a script on each of the eleven placements: what, where, since when, approved by whom, with the file's hash", async () => {
  const { scripts } = await list()
  expect(scripts.map((one) => one.placement).toSorted((a, b) => a - b)).toEqual([...PLACEMENTS])
  for (const one of scripts)
    expect(one).toMatchObject({
      files: [{ path: 'seen.js', sha384: HASH }],
      outside: [],
      version: '7.0.0',
      state: 'as_put',
      approved_by: expect.any(String),
      since: expect.any(String),
    })
  // S3.8: what stands on a step of the order was agreed to by itself.
  const asked = scripts.map(
    (one) =>
      one.order_consent && [
        one.order_consent.version,
        one.order_consent.text_sha256.length,
        one.order_consent.agreed_at === one.approved_at,
      ],
  )
  expect(asked).toEqual([
    ...Array.from({ length: 3 }, () => ['7.0.0', 64, true]),
    ...Array.from({ length: 8 }, () => null),
  ])
  // Order steps first, then what every page runs, the order's too.
  expect(scripts.map((one) => one.in_order)).toEqual([
    'step',
    'step',
    'step',
    'every_page',
    'every_page',
    'every_page',
    'no',
    'no',
    'no',
    'no',
    'no',
  ])
})

test('S3.8 each placement appears on the page that it names', async () => {
  const seen = async (path: string) =>
    [...(await shopPage(market, 'store-1', path)).matchAll(/data-part="(\d+)"/g)]
      .map(([, code]) => Number(code))
      .toSorted((a, b) => a - b)
  const [, product] = /href="(\/products\/[a-z-]+)"/.exec(
    await shopPage(market, 'store-1', '/products'),
  )!
  expect(await seen('/products')).toEqual([1, 2, 3, 1003])
  expect(await seen(product!)).toEqual([1, 2, 3, 1004])
  expect(await seen('/cart')).toEqual([1, 2, 3, 1054])
  const visit = visitor()
  expect(await orderSteps(visit)).toEqual([
    [1, 2, 3, 100100],
    [1, 2, 3, 100101],
    [1, 2, 3, 100102],
  ])
  expect(
    (
      await visit('/account/register', {
        fullName: 'Zeynep Ak',
        email: 'zeynep@shop.example',
        password: 'uzun bir parola',
      })
    ).parts,
  ).toEqual([1, 2, 3, 4, 5])
  approved = visit
})

test('S3.8 the file that the shop serves matches the hash in the inventory', async () => {
  const [, address] = /src="([^"]+seen\.js)"/.exec(await shopPage(market, 'store-1', '/products'))!
  const served = (
    await createHttp({ allowOrigins: [market.shop.origin('store-1')] }).request(
      new URL(address!, market.shop.origin('store-1')).href,
    )
  ).body
  expect(`sha384-${createHash('sha384').update(served).digest('base64')}`).toBe(HASH)
})

test('S3.8 the inventory exports as CSV and JSON, and no cell is a formula', async () => {
  const get = async (format: string) =>
    createHttp({ allowOrigins: [market.origins.app] }).request(
      `${market.origins.app}/api/scripts/export?format=${format}`,
      { headers: { 'apps-token': owner.token } },
    )
  const [csv, json] = [await get('csv'), await get('json')]
  expect(csv.headers['content-disposition']).toMatch(/attachment; filename="scripts-.*\.csv"/)
  const lines = csv.body.toString('utf8').trim().split('\r\n')
  expect([lines.length, lines[1]!.includes(HASH), lines[1]!.includes(',step,')]).toEqual([
    12,
    true,
    true,
  ])
  const consent = (await list()).scripts[0]!.order_consent!
  expect(lines[1]).toContain(`7.0.0,${consent.text_sha256},${consent.agreed_at}`)
  expect(json.body.toString('utf8')).toContain(consent.text_sha256)
  expect((JSON.parse(json.body.toString('utf8')) as { scripts: object[] }).scripts).toHaveLength(11)
  const [one] = (await list()).scripts
  expect(toCsv([{ ...one!, title: '=HYPERLINK("x")' }])).toContain(`"'=HYPERLINK(""x"")"`)
  expect(
    scriptsIn(
      "<script async src=//cdn.example/a.js></script><SCRIPT src='{{asset:b.js}}'></SCRIPT>",
    ),
  ).toEqual({ files: ['b.js'], outside: ['//cdn.example/a.js'] })
  expect(scriptsIn('<p>no script</p>')).toBe(null)
})

test('S3.8 a changed file on the shop is detected on request and by the daily check', async () => {
  await checkScripts(market.services)
  expect((await list()).checked_at).not.toBe(null)
  const gone = (await list()).scripts.find((one) => one.placement === 100101)!
  owner = await signIn(market)
  const { connectorOf } = await import('#modules/stores/platforms/public.ts')
  await (await connectorOf(market.services, owner.storeId)).deleteEffect(gone.id)
  expect(
    (await list()).scripts
      .filter((one) => one.state !== 'as_put')
      .map((one) => [one.placement, one.state]),
  ).toEqual([[100101, 'gone']])
  const noted = async () =>
    (
      await market.services.db
        .selectFrom('script_checks')
        .select('changed')
        .where('store_id', '=', owner.storeId)
        .executeTakeFirstOrThrow()
    ).changed
  await checkScripts(market.services)
  expect(await noted()).toEqual([])
  market.clock.moveSeconds(86_400)
  await checkScripts(market.services)
  expect(await noted()).toEqual([gone.id])
  // The owner hears of it by mail: of each change once, however often we look.
  for (let day = 0; day < 2; day += 1) {
    const mails = await ownerMails(market, '/account/scripts')
    expect(mails.map((mail) => [mail.subject, mail.text.includes('/account/scripts')])).toEqual([
      [expect.stringContaining('تغيّر نص برمجي في صفحات الطلب'), true],
    ])
    market.clock.moveSeconds(86_400)
    await checkScripts(market.services)
  }
  owner = await signIn(market)
  market.shop.setFault('store-1', 'state', { kind: 'error_500', times: 1 })
  expect(new Set((await list()).scripts.map((one) => one.state))).toEqual(new Set(['unknown']))
})

test('S3.8 another store sees only its own scripts, and an uninstall removes all of them', async () => {
  expect((await list(await signIn(market, 'store-2'))).scripts).toEqual([])
  await uninstall(owner, await idOf(owner, 'instant'))
  await processRun(market)
  expect((await list()).scripts).toEqual([])
  // And nothing on any page, those of the member and of the order neither.
  for (const path of ['/products', '/cart', '/account/confirmed'])
    expect((await approved(path)).parts, path).toEqual([])
  expect(await orderSteps(approved)).toEqual([[], [], []])
})

const ADDRESS = {
  fullName: 'Zeynep Ak',
  email: 'zeynep@shop.example',
  phone: '+90 532 000 00 00',
  street: 'Lale Sokak 5',
  district: 'Kadıköy',
  city: 'İstanbul',
  country: 'TR',
}

/** Buys something; what stood on the steps of address, payment and approval. */
async function orderSteps(visit: ReturnType<typeof visitor>): Promise<number[][]> {
  await visit('/cart', { slug: 'tulip-vase', quantity: '1' })
  const steps = [
    await visit('/order/address'),
    await visit('/order/address', ADDRESS),
    await visit('/order/payment', { payment: 'cash_at_door', terms: 'yes' }),
  ]
  return steps.map((step) => step.parts)
}

/** Somebody with cookies on the first shop. */
function visitor() {
  const origin = market.shop.origin('store-1')
  const http = createHttp({ allowOrigins: [origin] })
  const cookies = new Map<string, string>()
  const visit = async (
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; parts: number[] }> => {
    const answer = await http.request(new URL(path, origin).href, {
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded', origin }),
      },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
    })
    for (const [, name, value] of (answer.headers['set-cookie'] ?? '').matchAll(
      /(?:^|, )([\w-]+)=([^;]*)/g,
    ))
      cookies.set(name as string, value as string)
    // As a browser goes on after a form.
    if (answer.status === 303) return visit(answer.headers.location ?? '/')
    const text = answer.body.toString('utf8')
    return {
      status: answer.status,
      parts: [...text.matchAll(/data-part="(\d+)"/g)]
        .map(([, code]) => Number(code))
        .toSorted((a, b) => a - b),
    }
  }
  return visit
}
