import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { APP_EVENTS } from '#lib/market.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { idOf, install, uninstall, update, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { type Credential, signed } from '#test/support/selling-app.ts'
import {
  SCHEDULE_SECONDS,
  deliverWebhook,
  findDueWebhooks,
  signWebhook,
} from './deliver-webhook.ts'
import { notifyApp } from './notify-app.ts'

/** An app's own server, somewhere else: it notes what it hears and answers as it is told. */
interface Heard {
  id: string
  time: number
  signature: string
  token: string | undefined
  body: string
  said: { type: string; data: { installation: { id: string; sequence: number } } }
}
let market: Marketplace
let owner: Owner
let app: Server
let origin: string
let heard: Heard[]
let answer: (response: ServerResponse, request: IncomingMessage) => void
const ok = (response: ServerResponse) => response.end('thank you')

beforeAll(async () => {
  market = await startMarketplace()
  app = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const header = (name: string) => request.headers[name] as string
    heard.push({
      id: header('webhook-id'),
      time: Number(header('webhook-timestamp')),
      signature: header('webhook-signature'),
      token: header('arasta-token'),
      body,
      said: JSON.parse(body) as Heard['said'],
    })
    answer(response, request)
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(app.address() as AddressInfo).port}`
  // The app lies in a private network: only a client that is told so reaches it.
  Object.assign(market.services, {
    http: createForeignHttp({
      localOrigins: [
        origin,
        ...['store-1', 'store-2'].map((one) => market.shop.origin(one as 'store-1')),
      ],
    }),
  })
  for (const version of ['2.0.0', '2.1.0']) await publish('celebration', version)
  owner = await signIn(market)
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

async function publish(
  slug: string,
  version: string,
  url = `${origin}/hook`,
  events: readonly string[] = APP_EVENTS,
): Promise<void> {
  const { id } = await market.services.db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const manifest = {
    format: 1,
    kind: 'app',
    prefix: slug,
    version,
    name: { en: slug },
    permissions: [],
    compatibility: { platforms: { 1: '*' } },
    links: { webhooks: url },
    events,
  }
  const zip = await writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
  ])
  await publishRelease(market.services, {
    itemId: id,
    version,
    notes: { en: 'Is told.' },
    publishedAt: market.clock.now(),
    zip,
  })
}

/** What the worker's sweep would do now. */
const deliverDue = async () => {
  for (const id of await findDueWebhooks(market.services)) await deliverWebhook(market.services, id)
}
const rows = (installation: string) =>
  market.services.db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('installation_id', '=', installation)
    .orderBy('sequence')
    .execute()
const claim = async (token: string | undefined) =>
  (await call(market, 'POST', '/app-store/app/celebration/credential', { body: { token } })).body
    .data as Credential & { webhook_secrets: string[] }

let credential: Credential & { webhook_secrets: string[] }
/** Something to tell, without a whole update. */
async function news(): Promise<string> {
  await market.services.db.transaction().execute((trx) =>
    notifyApp(market.services, trx, {
      type: 'app.updated',
      installationId: credential.installation_id,
    }),
  )
  return (await rows(credential.installation_id)).at(-1)!.id
}
const one = (id: string) =>
  market.services.db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('webhooks to apps about their installations (Standard Webhooks)', () => {
  test('the signature matches the Standard Webhooks library', () => {
    expect(
      signWebhook('whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3', {
        id: 'msg_1',
        timestamp: 1_700_000_000,
        body: '{"type":"order.paid"}',
      }),
    ).toBe('v1,gIWAlc1zRP564uVnD8gsKQh2MRstNq8TYj5+LFX12Jk=')
  })

  test('installed and updated are sent once each, signed, in sequence; the first brings a token to exchange for credential and secret', async () => {
    await install(owner, await idOf(owner, 'celebration'), { body: { release: '2.0.0' } })
    await processRun(market)
    await deliverDue()
    expect(heard).toHaveLength(1)
    const [first] = heard as [Heard]
    expect(first.said).toMatchObject({
      type: 'app.installed',
      data: {
        app: 'celebration',
        installation: { sequence: 1, state: 'installed', version: '2.0.0', permissions: [] },
        store: { id: owner.storeId },
      },
    })
    credential = await claim(first.token)
    const right = createHmac(
      'sha256',
      Buffer.from(credential.webhook_secrets[0]!.slice(6), 'base64'),
    )
      .update(`${first.id}.${first.time}.${first.body}`)
      .digest('base64')
    expect(first.signature).toBe(`v1,${right}`)
    expect(credential.webhook_secrets[0]).toMatch(/^whsec_[\w+/]{43}=$/)

    await update(owner, await idOf(owner, 'celebration'))
    await processRun(market)
    await deliverDue()
    await deliverDue()
    expect(
      heard.slice(1).map((one) => [one.said.type, one.said.data.installation.sequence, one.token]),
    ).toEqual([['app.updated', 2, undefined]])
  })

  test('an undelivered message is retried with growing delays, the same id and body and a new timestamp; it is dead after three days', async () => {
    const id = await news()
    answer = (response) => {
      response.writeHead(500).end('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA no')
    }
    const pauses: number[] = []
    for (let tries = 1; tries <= SCHEDULE_SECONDS.length; tries += 1) {
      await deliverDue()
      await deliverDue()
      const row = await one(id)
      expect([tries, row.tries, heard.length]).toEqual([tries, tries, tries])
      if (tries === SCHEDULE_SECONDS.length) break
      pauses.push((row.next_try_at.getTime() - market.clock.now().getTime()) / 1000)
      market.clock.moveSeconds(pauses.at(-1)! + 0.01)
    }
    for (const [index, pause] of pauses.entries())
      expect(Math.abs(pause / SCHEDULE_SECONDS[index + 1]! - 1)).toBeLessThanOrEqual(0.1)
    expect(
      new Set(pauses.map((pause, index) => pause / SCHEDULE_SECONDS[index + 1]!)).size,
    ).toBeGreaterThan(5)
    expect((await one(id)).state).toBe('dead')
    expect([
      new Set(heard.map((one) => one.id)).size,
      new Set(heard.map((one) => one.body)).size,
      new Set(heard.map((one) => one.time)).size,
    ]).toEqual([1, 1, heard.length])
    const log = (await signed(market, credential, 'GET', 'celebration/webhooks')).body.data
      .messages[0]
    expect(log).toMatchObject({
      id,
      state: 'dead',
      tries: Array.from({ length: 10 }, () => ({
        status: 500,
        failure: null,
        by_hand: false,
        answer: '… no',
      })),
    })

    answer = ok
    await signed(market, credential, 'POST', `celebration/webhooks/${id}/redeliver`)
    expect((await one(id)).state).toBe('delivered')
    expect([heard.at(-1)!.id, heard.at(-1)!.body]).toEqual([id, heard[0]!.body])
  })

  test('a message whose worker died is sent again with the same id', async () => {
    const id = await news()
    // Dies with the request on the wire: taken, and never heard of again.
    await market.services.db
      .updateTable('webhook_messages')
      .set({ leased_until: new Date(market.clock.now().getTime() + 30_000), tries: 1 })
      .where('id', '=', id)
      .execute()
    await deliverDue()
    expect(heard).toHaveLength(0)
    market.clock.moveSeconds(31)
    await Promise.all([deliverDue(), deliverDue(), deliverDue()])
    expect(heard.map((one) => one.id)).toEqual([id])
    expect((await one(id)).state).toBe('delivered')
  })

  test('Retry-After of an app is honored, and redirects are not followed', async () => {
    const id = await news()
    answer = (response) => {
      response.writeHead(429, { 'retry-after': '4000' }).end()
    }
    await deliverDue()
    expect((await one(id)).next_try_at.getTime() - market.clock.now().getTime()).toBe(4_000_000)
    market.clock.moveSeconds(4_001)
    answer = (response) => {
      response.writeHead(302, { location: `${origin}/elsewhere` }).end()
    }
    await deliverDue()
    expect([heard.length, (await one(id)).state]).toEqual([2, 'waiting'])
    market.clock.moveSeconds(400)
    answer = ok
    await deliverDue()
    expect((await one(id)).state).toBe('delivered')
  })

  test('a private address is never called, and the attempt says that it was blocked', async () => {
    const http = market.services.http
    Object.assign(market.services, { http: createForeignHttp() })
    const id = await news()
    await deliverDue()
    Object.assign(market.services, { http })
    expect(heard).toHaveLength(0)
    const { failure, status } = await market.services.db
      .selectFrom('webhook_tries')
      .selectAll()
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([failure, status, (await one(id)).state]).toEqual(['blocked', null, 'waiting'])
    market.clock.moveSeconds(10)
    await deliverDue()
  })

  test('the secret rotates without a gap: both sign for a day, then only the new one', async () => {
    const [before] = credential.webhook_secrets as [string]
    const turned = (await signed(market, credential, 'POST', 'celebration/webhooks/rotate')).body
      .data
    expect(turned.secrets).toHaveLength(2)
    expect(turned.secrets[1]).toBe(before)
    // Two who rotate at once make one new secret.
    expect(
      (await signed(market, credential, 'POST', 'celebration/webhooks/rotate')).body.data.secrets,
    ).toEqual(turned.secrets)
    await news()
    await deliverDue()
    const { id, time, body, signature } = heard[0]!
    expect(signature.split(' ')).toEqual(
      turned.secrets.map((secret: string) => signWebhook(secret, { id, timestamp: time, body })),
    )
    market.clock.moveSeconds(25 * 3600)
    await news()
    await deliverDue()
    expect(heard[1]!.signature.split(' ')).toHaveLength(1)
  })

  test('at most two calls to one address run at the same time', async () => {
    const held: Parameters<typeof answer>[0][] = []
    answer = (response) => {
      held.push(response)
    }
    const ids = [await news(), await news(), await news(), await news()]
    let over = 0
    const deliveries = ids.map((id) =>
      deliverWebhook(market.services, id).then(() => {
        over += 1
      }),
    )
    // Two are on their way and are not answered; the others find the address busy and are put off.
    await expect.poll(() => [held.length, over], { timeout: 20_000 }).toEqual([2, 2])
    answer = ok
    for (const response of held) response.end()
    await Promise.all(deliveries)
    expect(heard).toHaveLength(2)
    market.clock.moveSeconds(2)
    await deliverDue()
    expect(heard).toHaveLength(4)
  })

  test('an owner requests their data from the app once a day; another store neither sees nor requests it', async () => {
    // Days have gone by.
    owner = await signIn(market)
    const ask = (by: Owner, wish: string) =>
      by.call('POST', '/app-store/app/celebration/data-request', {
        body: { store: by.storeId, wish },
      })
    expect((await owner.call('GET', '/app-store/app/celebration/notices')).body.data).toMatchObject(
      { told: true, may_ask: ['data', 'erase'] },
    )
    const both = await Promise.all([ask(owner, 'data'), ask(owner, 'data')])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
    await deliverDue()
    expect(heard.map((one) => one.said.type)).toEqual(['store.data_request'])
    expect(heard[0]!.said.data).toMatchObject({ why: 'owner' })
    const stranger = await signIn(market, 'store-2')
    expect((await ask(stranger, 'erase')).status).toBe(404)
    expect((await stranger.call('GET', '/app-store/app/celebration/notices')).status).toBe(404)
    expect(
      (await owner.call('GET', '/app-store/app/celebration/notices')).body.data.may_ask,
    ).toEqual(['erase'])
  })

  test('410 disables the webhook: nothing is sent and pending messages are dropped until the app enables it again', async () => {
    const waiting = await news()
    const id = await news()
    answer = (response) => {
      response.writeHead(410).end()
    }
    await deliverWebhook(market.services, id)
    expect([(await one(id)).state, (await one(waiting)).state]).toEqual(['dropped', 'dropped'])
    const count = (await rows(credential.installation_id)).length
    await news()
    expect((await rows(credential.installation_id)).length).toBe(count)
    expect(
      (await signed(market, credential, 'POST', `celebration/webhooks/${id}/redeliver`)).body.code,
    ).toBe('webhooks.address_gone')
    expect(
      (await signed(market, credential, 'POST', 'celebration/webhooks/enable')).body.data.enabled,
    ).toBe(true)
    answer = ok
    heard = []
    await news()
    await deliverDue()
    expect(heard).toHaveLength(1)
  })

  test('an address that fails for more than an hour is paused: messages wait, one is tried now and then, and the first delivery ends it', async () => {
    const endpoint = () =>
      market.services.db
        .selectFrom('webhook_endpoints')
        .innerJoin('webhook_messages', 'webhook_messages.endpoint_id', 'webhook_endpoints.id')
        .selectAll('webhook_endpoints')
        .where('installation_id', '=', credential.installation_id)
        .limit(1)
        .executeTakeFirstOrThrow()
    answer = (response) => response.writeHead(500).end()
    const ids: string[] = []
    // Many failures within some minutes are an outage that ends by itself.
    for (let n = 0; n < 20; n += 1) {
      ids.push(await news())
      await deliverDue()
    }
    expect((await endpoint()).failures).toBeGreaterThanOrEqual(20)
    expect((await endpoint()).paused_at).toBe(null)
    market.clock.moveSeconds(3601)
    await deliverDue()
    expect((await endpoint()).paused_at).not.toBe(null)
    const mails = () => market.services.db.selectFrom('mails').select('id').execute()
    const told = (await mails()).length

    heard = []
    const waiting = await news()
    await deliverDue()
    expect(heard, 'nothing is sent while it is paused').toEqual([])
    expect(await one(waiting)).toMatchObject({ state: 'waiting', tries: 0 })
    market.clock.moveSeconds(901)
    await deliverDue()
    expect(heard.length, 'one try of all that wait').toBe(1)
    expect((await mails()).length, 'told once').toBe(told)

    answer = ok
    market.clock.moveSeconds(901)
    heard = []
    await deliverDue()
    expect((await endpoint()).paused_at).toBe(null)
    await deliverDue()
    await deliverDue()
    expect(new Set(heard.map((message) => message.id)).size).toBeGreaterThanOrEqual(21)
    expect(await one(waiting)).toMatchObject({ state: 'delivered' })
    expect(await endpoint()).toMatchObject({ failures: 0, failing_since: null, probe_at: null })
    // The session has ended meanwhile.
    owner = await signIn(market)
  })

  test("uninstalled is the last message, and includes the owner's erasure request", async () => {
    await owner.call('DELETE', `/app-store/app/${await idOf(owner, 'celebration')}/installation`, {
      body: { store: owner.storeId, keep_data: false },
    })
    await processRun(market)
    await deliverDue()
    expect(heard.map((one) => one.said.type)).toEqual(['app.uninstalled', 'store.erase'])
    expect((await signed(market, credential, 'GET', 'celebration/webhooks')).body.code).toBe(
      'installs.not_installed',
    )
  })
})

test('the demo app Celebration updates the shop on webhooks, accepts only signed ones, and processes each once', async () => {
  await publish('celebration', '3.0.0', '{{store:url}}/apps/celebration/webhooks')
  const id = await idOf(owner, 'celebration')
  const installation = (await install(owner, id)).body.data.id as string
  await processRun(market)
  await deliverDue()
  const [told] = await rows(installation)
  expect([told!.type, told!.state]).toEqual(['app.installed', 'delivered'])
  // The same again changes nothing there; a forged one is refused.
  const forged = await market.services.http.request(
    `${market.shop.origin('store-1')}/apps/celebration/webhooks`,
    {
      method: 'POST',
      body: told!.body,
      headers: {
        'webhook-id': told!.id,
        'webhook-timestamp': String(Math.floor(market.clock.now().getTime() / 1000)),
        'webhook-signature': 'v1,AAAA',
      },
    },
  )
  expect(forged.status).toBe(401)
  await uninstall(owner, id)
  await processRun(market)
  await deliverDue()
  expect((await rows(installation)).map((row) => [row.type, row.state])).toEqual([
    ['app.installed', 'delivered'],
    ['app.uninstalled', 'delivered'],
    ['store.erase', 'delivered'],
  ])
})
