import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#kernel/operation.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import type { getPartnerMessage, listPartnerMessages } from './contract.ts'
import type { listCannedAnswers } from './canned-contract.ts'
import { MOST_CANNED } from './rules.ts'

let market: Marketplace
let head: ConsoleBrowser
let developer: ConsoleBrowser
let finance: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let item: string

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  const found = await market.services.db
    .selectFrom('items')
    .select(['id', 'partner_id'])
    .where('slug', '=', 'delivery-day')
    .executeTakeFirstOrThrow()
  item = found.id
  partner = found.partner_id
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'head@example.com',
  })
  head = await signInToConsole(market, 'head@example.com')
  for (const role of ['developer', 'finance'])
    await head.ask('POST', `/partners/${partner}/invitations`, {
      email: `${role}@example.com`,
      role,
    })
  developer = await signInToConsole(market, 'developer@example.com')
  finance = await signInToConsole(market, 'finance@example.com')
  await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' })
  stranger = await signInToConsole(market, 'other@example.com')
})
afterAll(() => market.stop())

let askers = 0
async function ask(): Promise<string> {
  askers += 1
  market.clock.moveSeconds(300)
  const { status } = await call(market, 'POST', '/contact-forms', {
    body: {
      fullname: `Asker ${askers}`,
      email: `asker${askers}@shop.example`,
      subject: `Question ${askers}`,
      message: 'Does it work on Sundays as well?',
      item_id: item,
      to: 'developer',
    },
  })
  expect(status).toBe(200)
  market.clock.moveSeconds(300)
  return (await list()).messages[0]!.id
}
type List = AnswerOf<typeof listPartnerMessages>
const list = async (query = '', by = developer): Promise<List> =>
  (await by.ask('GET', `/partners/${partner}/messages${query}`)).body as unknown as List
const one = async (id: string, by = developer) =>
  (await by.ask('GET', `/partners/${partner}/messages/${id}`)).body as unknown as AnswerOf<
    typeof getPartnerMessage
  >

describe('the questions of a partner', () => {
  test('say how long each waits, and lead to the one that waits longest', async () => {
    const [first, second, third] = [await ask(), await ask(), await ask()]
    expect((await list()).messages.map((row) => [row.id, row.waits_seconds])).toEqual([
      [third, 300],
      [second, 900],
      [first, 1_500],
    ])
    expect((await one(third)).next).toBe(first)
    expect((await one(first)).next).toBe(second)
    await developer.ask('POST', `/partners/${partner}/messages/${first}/answers`, {
      text: 'Yes, it does.',
    })
    expect((await one(first)).waits_seconds).toBeNull()
    expect((await one(third)).next).toBe(second)
    for (const id of [second, third])
      await developer.ask('PUT', `/partners/${partner}/messages/${id}/state`, { state: 'done' })
    expect((await one(third)).next).toBeNull()
    expect((await list()).messages.map((row) => row.waits_seconds)).toEqual([null, null, null])
  })

  test('say how long the team takes for a first answer, from five answered ones on', async () => {
    expect((await list()).response_seconds).toBeNull()
    for (let count = 0; count < 4; count += 1) {
      const id = await ask()
      await developer.ask('POST', `/partners/${partner}/messages/${id}/answers`, {
        text: 'Yes, it does.',
      })
    }
    expect((await list()).response_seconds).toBe(300)
  })

  test('are given to a member who reads questions, and nobody else', async () => {
    const id = await ask()
    const path = `/partners/${partner}/messages/${id}/assignee`
    const { team, me } = await one(id)
    expect(team.map(({ name }) => name).toSorted()).toEqual(['developer', 'head'])
    const other = team.find((member) => member.id !== me)!
    expect((await developer.ask('PUT', path, { person: other.id })).status).toBe(200)
    expect((await one(id)).assigned).toEqual(other)
    expect((await list('?assigned=me', head)).messages.map((row) => row.id)).toEqual([id])
    expect((await list('?assigned=me')).messages).toEqual([])
    expect((await list('?assigned=nobody')).messages.map((row) => row.id)).not.toContain(id)
    const { id: money } = await market.services.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'finance@example.com')
      .executeTakeFirstOrThrow()
    expect((await developer.ask('PUT', path, { person: money })).status).toBe(400)
    expect((await finance.ask('PUT', path, { person: me })).status).toBe(403)
    expect((await stranger.ask('PUT', path, { person: me })).status).toBe(404)
    expect((await developer.ask('PUT', path, { person: null })).status).toBe(200)
    expect((await one(id)).assigned).toBeNull()
  })
})

describe('canned answers', () => {
  const root = () => `/partners/${partner}/canned-answers`
  const answers = async (by = developer) =>
    (
      (await by.ask('GET', root())).body as unknown as AnswerOf<typeof listCannedAnswers>
    ).answers.map(({ title, body }) => [title, body])

  test('are shared by the team, each title once, and can be changed and deleted', async () => {
    const made = await developer.ask('POST', root(), { title: 'Sundays', body: 'Yes, it does.' })
    expect(made.status).toBe(200)
    expect(await answers(head)).toEqual([['Sundays', 'Yes, it does.']])
    expect(
      (await head.ask('POST', root(), { title: 'Sundays', body: 'No.' })).body.fields,
    ).toMatchObject({ title: expect.anything() })
    const path = `${root()}/${String(made.body.id)}`
    expect((await head.ask('PUT', path, { title: 'Sundays', body: 'No.' })).status).toBe(200)
    expect(await answers()).toEqual([['Sundays', 'No.']])
    expect((await head.ask('DELETE', path)).status).toBe(200)
    expect((await head.ask('DELETE', path)).status).toBe(404)
    expect(await answers()).toEqual([])
  })

  test('of another partner are not found, and finance members have none', async () => {
    const made = await developer.ask('POST', root(), { title: 'Mondays', body: 'Yes, it does.' })
    const { id: own } = await market.services.db
      .selectFrom('partners')
      .select('id')
      .where('name', '=', 'Other')
      .executeTakeFirstOrThrow()
    const path = `/partners/${own}/canned-answers/${String(made.body.id)}`
    expect((await stranger.ask('PUT', path, { title: 'x', body: 'xyz' })).status).toBe(404)
    expect((await stranger.ask('DELETE', path)).status).toBe(404)
    expect((await finance.ask('GET', root())).status).toBe(403)
    expect(await answers()).toEqual([['Mondays', 'Yes, it does.']])
  })

  test('are a hundred at most', async () => {
    await market.services.db
      .insertInto('partner_canned_answers')
      .values(
        Array.from({ length: MOST_CANNED - 1 }, (_, n) => ({
          id: `can_${String(n).padStart(20, '0')}`,
          partner_id: partner,
          title: `Title ${n}`,
          body: 'Text',
          changed_at: market.clock.now(),
        })),
      )
      .execute()
    expect((await head.ask('POST', root(), { title: 'One more', body: 'Text' })).body.code).toBe(
      'partners.canned_many',
    )
  })
})
