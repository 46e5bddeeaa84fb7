import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#modules/stores/sessions/sessions.ts'
import { createHttp } from '#lib/http.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { startNameServer } from '#test/support/name-server.ts'
import { call, type Answer } from '#test/support/owner.ts'
import { startSite, type OwnSite } from '#test/support/sites.ts'
import { checkSiteProofs, findProof, openSite } from '../public.ts'
import { OWNER_TICKET_SECONDS } from './sites.ts'

let market: Marketplace
let site: OwnSite
let next: OwnSite
let names: Awaited<ReturnType<typeof startNameServer>>
const elsewhere = createServer(
  (request, response) =>
    void response
      .writeHead(302, { location: `http://static-site.localhost:1${request.url}` })
      .end(),
)
beforeAll(async () => {
  ;[site, next] = await Promise.all([startSite('static'), startSite('spa')])
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', resolve)
  })
  names = await startNameServer()
  market = await startMarketplace({
    catalogue: false,
    settings: {
      PLATFORM_ID: '7',
      NAME_SERVERS: names.address,
      STORE_ORIGINS: `${site.origin},${next.origin},http://moved.localhost:${(elsewhere.address() as AddressInfo).port}`,
    },
  })
})
afterAll(async () => {
  elsewhere.close()
  names.stop()
  await market.stop()
  await Promise.all([site.stop(), next.stop()])
})

interface Own {
  storeId: string
  call(method: string, path: string, body?: object): Promise<Answer>
}
async function own(domain: string, token = 'tok'): Promise<Own> {
  const contact = { name: 'Ayşe', email: 'ayse@site.example' }
  const { storeId } = await market.services.db.transaction().execute((trx) =>
    openSite(market.services, trx, {
      platformId: 7,
      domain,
      url: `http://${domain}`,
      contact,
      locale: 'tr',
      proof: { kind: 'file', token },
    }),
  )
  const session = await openSession(
    market.services,
    { storeId, account: { id: 'contact', ...contact }, locale: 'tr' },
    null,
    'proof',
  )
  return {
    storeId,
    call: (method, path, body) =>
      call(market, method, path, {
        headers: { 'apps-token': session.token },
        ...(body && { body }),
      }),
  }
}
const codeOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  return status === 200 ? 'fine' : (body.code as string)
}

test('D4 whoever connects a disconnected site with another mailbox gets its purchases only: no card, no address, no receipt, and no code that was mailed before', async () => {
  const { db, clock } = market.services
  const domain = 'sold.example'
  const connect = (email: string) =>
    db.transaction().execute((trx) =>
      openSite(market.services, trx, {
        platformId: 7,
        domain,
        url: `https://${domain}`,
        contact: { name: 'A', email },
        locale: 'tr',
        proof: { kind: 'file', token: 'x' },
      }),
    )
  const first = await own(domain)
  await db
    .insertInto('saved_cards')
    .values({
      id: 'crd_sold',
      store_id: first.storeId,
      gateway: 'sandbox',
      customer_ref: 'c',
      card_ref: 'r',
      brand: 'visa',
      last_four: '0002',
      expiry_month: 12,
      expiry_year: 2099,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute()
  await db
    .insertInto('connect_attempts')
    .values({
      id: 'con_sold',
      handle_hash: Buffer.alloc(32, 7),
      platform_id: 7,
      host: domain,
      next_path: '/',
      locale: 'tr',
      slow: false,
      store_id: first.storeId,
      account: '{}',
      code_hash: Buffer.alloc(32),
      code_asked_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + 300_000),
    })
    .execute()
  expect(
    await codeOf(first.call('POST', '/domain/site/disconnect', { store: first.storeId })),
  ).toBe('fine')
  const ofFormer = (table: 'connect_attempts' | 'saved_cards') =>
    db.selectFrom(table).select('id').where('store_id', '=', first.storeId)
  expect([
    await ofFormer('connect_attempts').execute(),
    await ofFormer('saved_cards').where('deleted_at', 'is', null).execute(),
  ]).toEqual([[], []])

  const other = await connect('new@owner.example')
  expect(other).toEqual({ storeId: expect.any(String), formerId: first.storeId })
  expect(other.storeId).not.toBe(first.storeId)
  await db.updateTable('stores').set({ status: 'closed' }).where('id', '=', other.storeId).execute()
  // The mailbox is confirmed by a code before.
  expect(await connect('Ayse@Site.example')).toEqual({ storeId: first.storeId, formerId: null })
})

test('D7 a proof is looked for on public addresses and on the site itself alone: nothing within a network, nowhere that it is sent on to, no word of a visitor', async () => {
  const look = (domain: string, kind: 'dns' | 'file' | 'meta' = 'file') =>
    findProof(market.services, { domain, token: 'tok', kind })
  for (const domain of [
    '10.0.0.1',
    'router.localhost',
    '169.254.169.254',
    'shop.internal.localhost:22',
  ])
    expect(await look(domain), domain).toEqual({ found: false, failure: 'not_public' })
  expect(await look(`moved.localhost:${(elsewhere.address() as AddressInfo).port}`)).toEqual({
    found: false,
    failure: 'elsewhere',
  })
  expect(await look(site.host)).toEqual({ found: false, failure: 'absent' })
  expect(await look(site.host, 'dns')).toEqual({ found: false, failure: 'absent' })
  names.records.set('_arasta.static-site.localhost', 'arasta-site=other')
  expect(await look(site.host, 'dns')).toEqual({ found: false, failure: 'other_value' })
  names.records.set('_arasta.static-site.localhost', 'arasta-site=tok')
  expect(await look(site.host, 'dns')).toEqual({ found: true, url: site.origin })
  site.put(
    'head.html',
    '<!-- <meta name="arasta-site" content="tok"> --></head><body><meta name="arasta-site" content="tok">',
  )
  expect(await look(site.host, 'meta')).toEqual({ found: false, failure: 'absent' })
  site.put('head.html', "<META content=tok name='arasta-site'>")
  expect(await look(site.host, 'meta')).toEqual({ found: true, url: site.origin })
  // What a browser would show below the head, whether or not the page says where its body begins.
  for (const below of [
    '<p>by a visitor</p>',
    'by a visitor',
    '<title><meta name=arasta-site content=tok></title>',
    '<script>"<meta name=arasta-site content=tok>"</script>',
    '<div hidden>',
  ]) {
    site.put(
      'head.html',
      below.includes('tok') ? below : `${below}<meta name="arasta-site" content="tok">`,
    )
    expect(await look(site.host, 'meta'), below).toEqual({ found: false, failure: 'absent' })
  }
  for (const part of [
    '<meta ',
    '<meta name=arasta-site ',
    '<!--',
    '<body',
    ' \t',
    "<meta name='",
  ]) {
    site.put('head.html', part.repeat(2 ** 20 / part.length))
    expect(await look(site.host, 'meta'), part).toEqual({ found: false, failure: 'absent' })
  }
})

test('D4 a claim needs its mail address first, finds nothing without the token, and of a site that another has is told so only after the proof', async () => {
  await own(next.host)
  const started = await call(market, 'POST', '/auth/sites', {
    body: { address: next.host, name: 'Kemal', email: 'kemal@site.example' },
  })
  expect(started.body).toMatchObject({ handle: expect.any(String), data: { step: 'mail' } })
  const { handle } = started.body
  const asClaim = (method: string, path: string, body?: object) =>
    call(market, method, `/auth/sites${path}`, {
      headers: { 'claim-handle': handle },
      ...(body && { body }),
    })
  expect(await codeOf(asClaim('POST', '/prove', { way: 'file' }))).toBe('site.mail_first')
  expect(await codeOf(asClaim('POST', '/code', { code: '000000' }))).toBe('connect.code_wrong')
  await market.services.db
    .updateTable('site_claims')
    .set({ mail_confirmed_at: market.clock.now() })
    .where('domain', '=', next.host)
    .execute()
  expect(await codeOf(asClaim('POST', '/prove', { way: 'file' }))).toBe('site.not_proved')
  const { token } = (await asClaim('GET', '')).body.data.proof
  next.put('well-known/arasta-site.txt', `# ours\narasta-site=${token}\n`)
  expect(await codeOf(asClaim('POST', '/prove', { way: 'file' }))).toBe('site.already_connected')
  expect(
    await codeOf(
      call(market, 'POST', '/auth/sites/prove', {
        headers: { 'claim-handle': 'x'.repeat(43) },
        body: { way: 'file' },
      }),
    ),
  ).toBe('connect.over')
})

test('D4 a site moves when the old and the new address were proved, each by itself, and keeps its key', async () => {
  const owner = await own(site.host)
  const to = `next-${next.host}`
  const before = (await owner.call('GET', '/domain/site')).body.data
  expect(await codeOf(owner.call('POST', '/domain/site/move', { address: site.origin }))).toBe(
    'site.same_address',
  )
  expect(
    await codeOf(owner.call('POST', '/domain/site/move/prove', { which: 'new', way: 'file' })),
  ).toBe('site.no_move')
  const { move } = (await owner.call('POST', '/domain/site/move', { address: `https://${to}/x` }))
    .body.data
  names.records.set(`_arasta.${to.split(':')[0]}`, `arasta-site=${move.proof.token}`)
  const half = (await owner.call('POST', '/domain/site/move/prove', { which: 'new', way: 'dns' }))
    .body.data
  expect([half.domain, half.move.new_proved, half.move.old_proved]).toEqual([
    site.host,
    true,
    false,
  ])
  expect(
    await codeOf(owner.call('POST', '/domain/site/move/prove', { which: 'old', way: 'file' })),
  ).toBe('site.not_proved')
  site.put('well-known/arasta-site.txt', `arasta-site=${move.proof.token}`)
  const after = (await owner.call('POST', '/domain/site/move/prove', { which: 'old', way: 'file' }))
    .body.data
  expect([after.domain, after.move, after.tag]).toEqual([to, null, before.tag])
})

test('D4 a set counts for a week from the day it was signed, is the same for that day, and a newer one on the next', async () => {
  const owner = await own('week.localhost:4321')
  const key = /data-site="([^"]+)"/.exec(
    (await owner.call('GET', '/domain/site')).body.data.tag,
  )?.[1]
  const http = createHttp({ allowOrigins: [market.origins.installer] })
  const ask = (etag = '') =>
    http.request(`${market.origins.installer}/loader/sites/${key}.json`, {
      headers: { origin: 'http://week.localhost:4321', 'if-none-match': etag },
    })
  const dayOf = (body: Buffer) =>
    (JSON.parse((JSON.parse(body.toString()) as { text: string }).text) as { e: number }).e
  const today = () => Math.floor(market.clock.now().getTime() / 86_400_000)
  const first = await ask()
  expect(dayOf(first.body)).toBe(today() + 7)
  expect((await ask(first.headers.etag)).status).toBe(304)
  market.clock.moveSeconds(86_400)
  const next = await ask(first.headers.etag)
  expect([next.status, dayOf(next.body)]).toEqual([200, today() + 7])
  // To the owner it is the same set, for nothing on the site has changed.
  const session = await openSession(
    market.services,
    {
      storeId: owner.storeId,
      account: { id: 'contact', name: 'A', email: 'a@site.example' },
      locale: 'tr',
    },
    null,
    'code',
  )
  expect(
    (await call(market, 'GET', '/domain/site', { headers: { 'apps-token': session.token } })).body
      .data.health.newest,
  ).toBe(true)
})

test("D4 what pages tell is believed of the site itself only, and rules of whoever holds its owner's link", async () => {
  const owner = await own('told.localhost:4321')
  const facts = (await owner.call('GET', '/domain/site')).body.data
  const key = /data-site="([^"]+)"/.exec(facts.tag)?.[1]
  const http = createHttp({ allowOrigins: [market.origins.installer] })
  const ask = async (
    method: string,
    path: string,
    { origin = 'http://told.localhost:4321', body }: { origin?: string; body?: object } = {},
  ) =>
    http.request(`${market.origins.installer}/loader/sites/${key}${path}`, {
      method,
      headers: { origin },
      ...(body && { body: JSON.stringify(body) }),
    })
  expect((await ask('GET', '.json')).headers['access-control-allow-origin']).toBe(
    'http://told.localhost:4321',
  )
  expect(
    (await ask('GET', '.json', { origin: 'http://copy.localhost:4321' })).headers[
      'access-control-allow-origin'
    ],
  ).toBeUndefined()
  await ask('POST', '/trouble', {
    origin: 'http://copy.localhost:4321',
    body: { code: 'file', effect: 'eff_x', path: '/' },
  })
  for (const body of [
    { code: 'file', path: '/a' },
    { code: 'file', path: '/b' },
    { code: 'file', effect: 'eff_not_here', path: '/c' },
    { code: 'made-up', path: '/' },
    { code: 'set', path: 'x'.repeat(9_000) },
  ])
    await ask('POST', '/trouble', { body })
  expect((await owner.call('GET', '/domain/site')).body.data.health.troubles).toMatchObject([
    { code: 'file', path: '/b', count: 2 },
  ])

  const ticket = new URL((await owner.call('POST', '/domain/site/open')).body.data.url).hash.slice(
    '#arasta='.length,
  )
  const rule = { page: 'product', path: '/p/*' }
  expect(
    (await ask('POST', '/rules', { body: { ticket: ticket.replace(/.$/, '_'), rule } })).status,
  ).toBe(403)
  expect(
    (
      await ask('POST', '/rules', {
        body: { ticket, rule: { page: 'product', path: 'javascript:' } },
      })
    ).status,
  ).toBe(422)
  expect((await ask('POST', '/rules', { body: { ticket, rule } })).status).toBe(200)
  market.clock.moveSeconds(OWNER_TICKET_SECONDS + 1)
  expect(
    (await ask('POST', '/rules', { body: { ticket, rule: { page: 'cart', path: '/c' } } })).status,
  ).toBe(403)
  expect((await owner.call('GET', '/domain/site')).body.data.rules).toEqual([rule])
  expect(
    (await http.request(`${market.origins.installer}/loader/files/${'0'.repeat(64)}/app.js`))
      .status,
  ).toBe(404)
})

test('D4 a proof that is gone is told to the owner the day after, and breaks nothing', async () => {
  const owner = await own(site.host, 'gone')
  market.clock.moveSeconds(86_401)
  await checkSiteProofs(market.services)
  const session = await openSession(
    market.services,
    {
      storeId: owner.storeId,
      account: { id: 'contact', name: 'A', email: 'a@site.example' },
      locale: 'tr',
    },
    null,
    'code',
  )
  const { proof } = (
    await call(market, 'GET', '/domain/site', { headers: { 'apps-token': session.token } })
  ).body.data
  expect([proof.holds, proof.failure]).toEqual([false, 'other_value'])
})
