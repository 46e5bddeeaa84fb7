import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { APP_EVENTS } from '#lib/market.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import {
  type ConsoleBrowser,
  firstOperator,
  mailTo,
  signInToConsole,
} from '#test/support/console.ts'
import { idOf, install, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { runArasta } from '#tools/arasta/run-arasta.ts'
import { purgeWebhooks } from '../public.ts'
import { deliverWebhook, findDueWebhooks, signWebhook } from './deliver-webhook.ts'
import { notifyApp } from './notify-app.ts'
import type { getWebhookDelivery, listWebhookDeliveries } from './partner-contract.ts'
import { findOpenReplays, replayWebhooks } from './replays.ts'

interface Heard {
  id: string
  body: string
  headers: IncomingMessage['headers']
}
let market: Marketplace
let app: Server
let hook: string
let heard: Heard[]
let answer: (response: ServerResponse) => void
let owner: Owner
let item: string
let installation: string
let developer: ConsoleBrowser
let finance: ConsoleBrowser
let stranger: ConsoleBrowser
let root: string
const ok = (response: ServerResponse) => response.end('thank you')
const broken = (response: ServerResponse) => {
  response.writeHead(500).end(`no ${'x'.repeat(2_000)} Bearer abc.def`)
}

beforeAll(async () => {
  market = await startMarketplace({
    settings: { WEBHOOK_LOG_DAYS: '7', WEBHOOK_MAIL_MINUTES: '30' },
  })
  app = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push({
      id: String(request.headers['webhook-id']),
      body: Buffer.concat(chunks).toString('utf8'),
      headers: request.headers,
    })
    answer(response)
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(app.address() as AddressInfo).port}`
  hook = `${origin}/hook`
  // The app lies in a private network: only a client that is told so reaches it.
  Object.assign(market.services, {
    http: createForeignHttp({ localOrigins: [origin, market.shop.origin('store-1')] }),
  })
  owner = await signIn(market)
  item = await idOf(owner, 'celebration')
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: 'celebration',
    version: '2.0.0',
    name: { en: 'celebration' },
    permissions: [],
    compatibility: { platforms: { 1: '*' } },
    links: { webhooks: hook },
    events: APP_EVENTS,
  }
  await publishRelease(market.services, {
    itemId: item,
    version: '2.0.0',
    notes: { en: 'Is told.' },
    publishedAt: market.clock.now(),
    zip: await writePackage([
      { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    ]),
  })
  heard = []
  answer = ok
  await install(owner, item, { body: { release: '2.0.0' } })
  await processRun(market)
  await deliverDue()
  const row = await market.services.db
    .selectFrom('webhook_messages')
    .select(['installation_id'])
    .executeTakeFirstOrThrow()
  installation = String(row.installation_id)
  await addPeople()
})
afterAll(async () => {
  app.closeAllConnections()
  app.close()
  await market.stop()
})
beforeEach(() => {
  heard = []
  answer = ok
})

async function addPeople(): Promise<void> {
  const admin = await firstOperator(market)
  const { partner_id: partner } = await market.services.db
    .selectFrom('items')
    .select('partner_id')
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'owner@example.com',
  })
  const first = await signInToConsole(market, 'owner@example.com')
  for (const role of ['developer', 'finance'])
    await first.ask('POST', `/partners/${partner}/invitations`, {
      email: `${role}@example.com`,
      role,
    })
  developer = await signInToConsole(market, 'developer@example.com')
  finance = await signInToConsole(market, 'finance@example.com')
  await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' })
  stranger = await signInToConsole(market, 'other@example.com')
  root = `/partners/${partner}/items/${item}`
  // Weeks go by, and they stay signed in.
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
}

const deliverDue = async () => {
  for (const id of await findDueWebhooks(market.services)) await deliverWebhook(market.services, id)
}
/** Something to tell, without a whole update. */
async function news(): Promise<string> {
  await market.services.db
    .transaction()
    .execute((trx) =>
      notifyApp(market.services, trx, { type: 'app.updated', installationId: installation }),
    )
  const { id } = await market.services.db
    .selectFrom('webhook_messages')
    .select('id')
    .where('installation_id', '=', installation)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
type Log = AnswerOf<typeof listWebhookDeliveries>
const log = async (query: Record<string, string> = {}): Promise<Log> => {
  const { status, body } = await developer.ask(
    'GET',
    `${root}/webhooks?${new URLSearchParams(query)}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Log
}
const one = async (id: string) =>
  (await developer.ask('GET', `${root}/webhooks/${id}`)).body as unknown as AnswerOf<
    typeof getWebhookDelivery
  >
/** Tried until nobody tries any more. */
async function giveUp(id: string): Promise<void> {
  for (let tries = 0; tries < 12; tries += 1) {
    await deliverDue()
    market.clock.moveSeconds(100_000)
  }
  expect((await one(id)).state).toBe('dead')
}

describe('the delivery log of a partner', () => {
  test('lists each webhook with its last try, and shows what was sent without signature and token', async () => {
    const { deliveries, endpoints, kept_days } = await log()
    expect(deliveries).toMatchObject([
      {
        event: 'app.installed',
        outcome: 'delivered',
        tries: 1,
        status: 200,
        failure: null,
        replayed_at: null,
        next_try_at: null,
        endpoint: { url: hook },
      },
    ])
    expect(endpoints).toMatchObject([{ url: hook, state: 'ok', tries: 1, failed: 0 }])
    expect(kept_days).toBe(7)
    const shown = await one(deliveries[0]!.id)
    expect(JSON.parse(shown.body)).toMatchObject({ type: 'app.installed' })
    expect(shown.log).toMatchObject([
      { number: 1, by_hand: false, status: 200, answer: 'thank you' },
    ])
    expect(Object.fromEntries(shown.headers.map(({ name, value }) => [name, value]))).toMatchObject(
      {
        'webhook-id': shown.id,
        'webhook-signature': 'v1,…',
        'arasta-token': '…',
      },
    )
  })

  test('is for owners and developers of the partner alone', async () => {
    for (const path of ['/webhooks', `/webhooks/${(await log()).deliveries[0]!.id}`]) {
      expect((await finance.ask('GET', root + path)).status).toBe(403)
      expect((await stranger.ask('GET', root + path)).status).toBe(404)
    }
  })

  test('filters by event, outcome and time, and goes on page by page', async () => {
    market.clock.moveSeconds(60)
    const since = market.clock.now().toISOString()
    answer = broken
    const failing = await news()
    await deliverDue()
    expect((await log({ event: 'app.installed' })).deliveries).toHaveLength(1)
    expect((await log({ outcome: 'retrying' })).deliveries.map((row) => row.id)).toEqual([failing])
    expect((await log({ outcome: 'failed' })).deliveries).toEqual([])
    expect((await log({ from: since })).deliveries.map((row) => row.id)).toEqual([failing])
    expect((await log({ to: since })).deliveries.map((row) => row.event)).toEqual(['app.installed'])
    const { log: tries } = await one(failing)
    expect(tries[0]!.answer!.length).toBeLessThanOrEqual(500)
    expect(tries[0]!.answer).not.toContain('abc.def')
    expect((await developer.ask('GET', `${root}/webhooks?outcome=odd`)).status).toBe(400)
    answer = ok
    market.clock.moveSeconds(10)
    await deliverDue()
    for (let count = 0; count < 50; count += 1) await news()
    const first = await log()
    const second = await log({ after: String(first.next) })
    expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([50, 2, null])
    await deliverDue()
    market.clock.moveSeconds(2)
    while ((await findDueWebhooks(market.services)).length > 0) {
      await deliverDue()
      market.clock.moveSeconds(2)
    }
  })
})

describe('sending again', () => {
  test('has the same id and body, a new signature and a header that says so, and is tried like a new one', async () => {
    answer = broken
    const id = await news()
    await giveUp(id)
    const [before] = heard as [Heard]
    expect(before.headers['arasta-replay']).toBeUndefined()
    heard = []
    const sent = await developer.ask('POST', `${root}/webhooks/${id}/replay`, {})
    expect(sent.status).toBe(200)
    expect(await one(id)).toMatchObject({ outcome: 'waiting', state: 'waiting' })
    await deliverDue()
    expect(await one(id)).toMatchObject({ outcome: 'retrying', tries: 11 })
    answer = ok
    market.clock.moveSeconds(10)
    await deliverDue()
    expect(heard.map((row) => [row.id, row.body, row.headers['arasta-replay']])).toEqual([
      [id, before.body, 'true'],
      [id, before.body, 'true'],
    ])
    expect(await one(id)).toMatchObject({ outcome: 'delivered', tries: 12 })
    expect((await one(id)).log.slice(-2)).toMatchObject([
      { by_hand: true, status: 500 },
      { by_hand: true, status: 200 },
    ])
  })

  test('is refused while a try is under way, and for a message of another item', async () => {
    const id = await news()
    await market.services.db
      .updateTable('webhook_messages')
      .set({ leased_until: new Date(market.clock.now().getTime() + 20_000) })
      .where('id', '=', id)
      .execute()
    expect((await developer.ask('POST', `${root}/webhooks/${id}/replay`, {})).body.code).toBe(
      'webhooks.under_way',
    )
    expect((await developer.ask('POST', `${root}/webhooks/msg_none/replay`, {})).status).toBe(404)
    expect((await stranger.ask('POST', `${root}/webhooks/${id}/replay`, {})).status).toBe(404)
    market.clock.moveSeconds(30)
    await deliverDue()
  })

  test('of all that failed in a span counts first, takes each once though a job dies between, and leaves the rest alone', async () => {
    const from = market.clock.now().toISOString()
    const fine = await news()
    await deliverDue()
    answer = broken
    const lost = [await news(), await news()]
    await giveUp(lost[1]!)
    const waiting = await news()
    await deliverDue()
    const to = new Date(market.clock.now().getTime() + 1000).toISOString()
    const later = await news()
    await market.services.db
      .updateTable('webhook_messages')
      .set({ occurred_at: new Date(Date.parse(to) + 5000) })
      .where('id', '=', later)
      .execute()
    const counted = await developer.ask(
      'GET',
      `${root}/webhook-replays/count?${new URLSearchParams({ from, to })}`,
    )
    expect(counted.body).toEqual({ count: 3, is_cut: false })
    expect(
      (await developer.ask('POST', `${root}/webhook-replays`, { from: to, to: from })).body.fields,
    ).toMatchObject({ to: expect.anything() })
    const started = await developer.ask('POST', `${root}/webhook-replays`, { from, to })
    expect(started.status).toBe(200)
    const id = String(started.body.id)
    expect((await developer.ask('POST', `${root}/webhook-replays`, { from, to })).body.code).toBe(
      'webhooks.replay_open',
    )
    expect(await findOpenReplays(market.services)).toEqual([id])
    market.clock.moveSeconds(1)
    await Promise.all([
      replayWebhooks(market.services, id),
      replayWebhooks(market.services, id),
      replayWebhooks(market.services, id),
    ])
    expect(await findOpenReplays(market.services)).toEqual([])
    heard = []
    answer = ok
    market.clock.moveSeconds(2)
    await deliverDue()
    await deliverDue()
    const again = heard.filter((row) => row.headers['arasta-replay'] === 'true')
    expect(again.map((row) => row.id).toSorted()).toEqual([...lost, waiting].toSorted())
    expect(heard.map((row) => row.id)).not.toContain(fine)
    expect((await log()).replays[0]).toMatchObject({
      id,
      messages: 3,
      delivered: 3,
      waiting: 0,
      failed: 0,
      is_queued: true,
    })
    expect((await developer.ask('POST', `${root}/webhook-replays`, { from, to })).body.code).toBe(
      'webhooks.nothing_to_replay',
    )
  })

  test('a test event reaches the address signed, and is about no installation', async () => {
    const { endpoints } = await log()
    const sent = await developer.ask(
      'POST',
      `${root}/webhook-endpoints/${endpoints[0]!.id}/test`,
      {},
    )
    expect(sent.status).toBe(200)
    await deliverDue()
    expect(heard.map((row) => [row.id, JSON.parse(row.body).type])).toEqual([
      [sent.body.id, 'webhook.test'],
    ])
    const { id, body, headers } = heard[0]!
    const { services } = market
    const { validSecrets } = await import('./notify-app.ts')
    const endpoint = await services.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(headers['webhook-signature']).toBe(
      signWebhook(validSecrets(services, endpoint, market.clock.now())[0]!, {
        id,
        timestamp: Number(headers['webhook-timestamp']),
        body,
      }),
    )
    expect(await one(id)).toMatchObject({ event: 'webhook.test', store: null })
  })
})

describe('an address that fails', () => {
  test('is shown with the share of failed tries, and the team gets one mail after the time that is set', async () => {
    market.clock.moveSeconds(2 * 86_400)
    answer = ok
    await news()
    await deliverDue()
    answer = broken
    market.clock.moveSeconds(86_400)
    await news()
    await deliverDue()
    expect((await log()).endpoints[0]).toMatchObject({
      state: 'failing',
      tries: 1,
      failed: 1,
    })
    for (let tries = 0; tries < 4; tries += 1) {
      market.clock.moveSeconds(1_900)
      await news()
      await deliverDue()
    }
    const mails = async () =>
      (
        await market.services.db
          .selectFrom('mails')
          .select('id')
          .where('created_at', '>', new Date(market.clock.now().getTime() - 6 * 3600_000))
          .execute()
      ).length
    // Owner and developer, once each.
    expect(await mails()).toBe(2)
    const mail = await mailTo(market, 'developer@example.com', /three days/)
    expect(mail.subject).toContain('webhooks are not delivered')
    expect(mail.text).toContain(`/items/${item}/webhooks`)
    expect((await log()).endpoints[0]!.told_at).not.toBeNull()
    answer = ok
    market.clock.moveSeconds(100_000)
    await deliverDue()
    expect((await log()).endpoints[0]).toMatchObject({ state: 'ok', since: null })
  })

  test('that is gone gets nothing until the partner says that it is there again', async () => {
    market.clock.moveSeconds(2 * 86_400)
    answer = (response) => {
      response.writeHead(410).end()
    }
    const id = await news()
    await deliverDue()
    const [endpoint] = (await log()).endpoints
    expect(endpoint).toMatchObject({ state: 'gone' })
    expect((await mailTo(market, 'developer@example.com', /answered 410/)).text).toContain(hook)
    const place = `${root}/webhook-endpoints/${endpoint!.id}`
    for (const path of [`${place}/test`, `${root}/webhooks/${id}/replay`])
      expect((await developer.ask('POST', path, {})).body.code).toBe('webhooks.address_gone')
    expect((await stranger.ask('POST', `${place}/enable`, {})).status).toBe(404)
    expect((await developer.ask('POST', `${place}/enable`, {})).status).toBe(200)
    answer = ok
    expect((await developer.ask('POST', `${root}/webhooks/${id}/replay`, {})).status).toBe(200)
    await deliverDue()
    expect(await one(id)).toMatchObject({ outcome: 'delivered' })
  })
})

describe('arasta logs and arasta replay', () => {
  let token: string
  const run = async (...args: string[]) => {
    const said = { out: '', err: '' }
    const code = await runArasta({
      args,
      env: { LANG: 'en', ARASTA_TOKEN: token, ARASTA_CONSOLE: market.origins.console },
      folder: '.',
      out: (text) => (said.out += `${text}\n`),
      err: (text) => (said.err += `${text}\n`),
    })
    return { code, ...said }
  }
  beforeAll(async () => {
    const made = await developer.ask('POST', `${root.split('/items/')[0]}/tokens`, {
      name: 'program',
      scopes: ['status', 'upload'],
    })
    token = String(made.body.token)
  })

  test('list deliveries and send one or all that failed again, over the same operations', async () => {
    // The program counts back from the real time.
    answer = broken
    const id = await news()
    await deliverDue()
    await market.services.db
      .updateTable('webhook_messages')
      .set({ occurred_at: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute()
    const listed = await run('logs', 'celebration', '--outcome', 'retrying')
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining(id)])
    expect(listed.out).toContain('HTTP 500')
    const json = JSON.parse(
      (await run('logs', 'celebration', '--outcome', 'retrying', '--since', '2h', '--json')).out,
    )
    expect(json).toMatchObject({ format: 1 })
    expect(json.deliveries.map((row: { id: string }) => row.id)).toContain(id)
    expect(await run('logs', 'no-such')).toMatchObject({ code: 2 })
    expect(await run('logs', 'celebration', '--since', 'soon')).toMatchObject({ code: 2 })

    expect((await run('replay', 'celebration', '--failed', '--since', '2h', '--dry-run')).out).toBe(
      'Could be sent again: 1\n',
    )
    answer = ok
    expect(await run('replay', 'celebration', id)).toMatchObject({ code: 0 })
    await deliverDue()
    expect(await one(id)).toMatchObject({ outcome: 'delivered' })
    expect((await run('replay', 'celebration', '--failed', '--since', '2h')).out).toBe(
      'There is nothing to send again.\n',
    )
    expect(await run('replay', 'celebration', 'msg_none')).toMatchObject({ code: 1 })
    expect(await run('replay', 'celebration')).toMatchObject({ code: 2 })
  })
})

test('what ended is deleted after the days that are set, with the figures of its addresses', async () => {
  market.clock.moveSeconds(8 * 86_400)
  await purgeWebhooks(market.services)
  const { deliveries, replays, endpoints } = await log()
  expect([deliveries.filter((row) => row.outcome === 'delivered'), replays]).toEqual([[], []])
  expect(endpoints[0]).toMatchObject({ tries: 0 })
})
