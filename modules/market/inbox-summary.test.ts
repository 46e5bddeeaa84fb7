import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { seal } from '#lib/sealed.ts'
import { firstOperator, mailTo, type ConsoleBrowser } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { findDueInboxSummaries, sendInboxSummary, WEBHOOK_PURPOSE } from './inbox-summary.ts'

let market: Marketplace
let admin: ConsoleBrowser
let person: { id: string; email: string }
/** A chat somewhere else. */
let chat: Server
let chatAddress: string
let heard: { text: string }[] = []
let answer = 200

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  person = await market.services.db
    .selectFrom('people')
    .select(['id', 'email'])
    .executeTakeFirstOrThrow()
  chat = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as { text: string })
    response.writeHead(answer).end('ok')
  })
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(chat.address() as AddressInfo).port}`
  chatAddress = `${origin}/services/T0/B0`
  // The chat lies in a private network: only a client that is told so reaches it.
  Object.assign(market.services, { http: createForeignHttp({ localOrigins: [origin] }) })
})
afterAll(async () => {
  chat.closeAllConnections()
  chat.close()
  await market.stop()
})

const set = (body: object) => admin.ask('PUT', '/operator/inbox/summary', body)
const get = async () => (await admin.ask('GET', '/operator/inbox/summary')).body
const makeDue = () =>
  market.services.db
    .updateTable('inbox_summaries')
    .set({ next_at: market.services.clock.now() })
    .execute()
const send = () => sendInboxSummary(market.services, person.id)
const mails = async () =>
  (await market.services.db.selectFrom('mails').select('id').execute()).length

describe('the daily summary of the inbox (D1)', () => {
  test('is off until somebody chooses mail or a webhook, which must be https', async () => {
    expect(await get()).toMatchObject({ by_mail: false, webhook_host: null, next_at: null })
    expect((await set({ by_mail: false, hour: 8, webhook: 'http://chat.example/x' })).status).toBe(
      400,
    )
    await set({ by_mail: true, hour: 8, webhook: 'https://hooks.example/services/secret' })
    expect(await get()).toMatchObject({ by_mail: true, hour: 8, webhook_host: 'hooks.example' })
    const stored = await market.services.db.selectFrom('inbox_summaries').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('secret')
    await set({ by_mail: false, hour: 8, webhook: null })
    expect(await get()).toMatchObject({ webhook_host: null, next_at: null })
  })

  test('sends nothing when nothing waits, and then once a day by mail and to the webhook', async () => {
    await set({ by_mail: true, hour: 8 })
    await market.services.db
      .updateTable('inbox_summaries')
      .set({ webhook_sealed: seal(market.services.sealing, WEBHOOK_PURPOSE, chatAddress) })
      .execute()
    const before = await mails()
    await makeDue()
    expect(await findDueInboxSummaries(market.services)).toEqual([person.id])
    await send()
    expect([await mails(), heard]).toEqual([before, []])
    expect(await findDueInboxSummaries(market.services)).toEqual([])

    await call(market, 'POST', '/contact-forms', {
      body: {
        fullname: 'Zeynep Kaya',
        email: 'zeynep@example.com',
        subject: 'Fatura',
        message: 'Faturamda eski adresim var.',
      },
    })
    await makeDue()
    await Promise.all([send(), send()])
    expect(heard).toHaveLength(1)
    expect(heard[0]?.text).toMatch(/: 1\n[^]*\/operator\/inbox/)
    expect(await mailTo(market, person.email)).toMatchObject({
      subject: expect.stringMatching(/1/) as string,
    })
    await send()
    expect(heard).toHaveLength(1)
  })

  test('says on the page why the webhook could not be told', async () => {
    answer = 410
    heard = []
    await makeDue()
    await send()
    expect(await get()).toMatchObject({ fault: 'HTTP 410' })
  })
})
