import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnMarketDay } from '#modules/catalog/shelves.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import {
  type SubmissionDesk,
  type SubmittedItem,
  startSubmissions,
} from '#test/support/submissions.ts'

let desk: SubmissionDesk
let item: SubmittedItem
let other: SubmittedItem
let store: Owner

beforeAll(async () => {
  desk = await startSubmissions()
  ;[item, other] = [await publish(), await publish()]
  store = await signIn(desk.market)
})
afterAll(() => desk.market.stop())

async function publish(): Promise<SubmittedItem> {
  const made = await desk.newItem()
  const id = await desk.waiting(made)
  await desk.claim(id)
  expect((await desk.approve(id)).status).toBe(200)
  // The desk's draft names less of a credit than a page shows.
  await desk.market.services.db
    .updateTable('items')
    .set({ credits: '[]' })
    .where('id', '=', made.id)
    .execute()
  return made
}

const detail = (as?: Owner) =>
  as
    ? as.call('GET', '/app-store/app/detail', { query: { slug: item.prefix } })
    : call(desk.market, 'GET', '/app-store/app/detail', { query: { slug: item.prefix } })
const isInList = async (): Promise<boolean> =>
  JSON.stringify((await call(desk.market, 'GET', '/market/app/list')).body).includes(
    `"slug":"${item.prefix}"`,
  )

test('a partner chooses who may find an item; each change is in the audit log, and nobody else may', async () => {
  expect(await isInList()).toBe(true)
  const set = (visibility: string, who = desk.owner) =>
    who.ask('PUT', `${item.path}/visibility`, { visibility })
  expect((await set('private', desk.stranger)).status).toBe(404)
  expect((await set('hidden')).body.code).toBe('input.invalid')
  expect((await set('unlisted')).status).toBe(200)
  expect([await isInList(), (await detail()).status]).toEqual([false, 200])
  expect((await set('private')).status).toBe(200)
  expect([(await detail()).status, (await detail(store)).status]).toEqual([404, 404])

  const name = (domain: string) => desk.owner.ask('POST', `${item.path}/stores`, { store: domain })
  expect((await name('nowhere.example')).body).toMatchObject({
    code: 'input.invalid',
    fields: { store: expect.anything() as unknown },
  })
  // A store that never had to do with the partner is named by an operator.
  expect((await name(store.domain)).body.code).toBe('input.invalid')
  expect(
    (await desk.reviewer.ask('POST', `/operator/items/${item.id}/stores`, { store: store.domain }))
      .status,
  ).toBe(200)
  expect((await detail(store)).status).toBe(200)
  const seen = (await desk.owner.ask('GET', `${item.path}/visibility`)).body
  expect(seen).toMatchObject({
    visibility: 'private',
    stores: [{ domain: store.domain }],
    may_write: true,
  })
  expect((await desk.reviewer.ask('GET', `/operator/items/${item.id}/visibility`)).body).toEqual(
    seen,
  )
  const log = await desk.admin.ask('GET', `/operator/audit?object=${item.id}`)
  expect(
    (log.body.lines as { operation: string; after: object | null }[])
      .slice(0, 2)
      .map((one) => [one.operation, one.after]),
  ).toEqual([
    ['nameStoreOfItem', { stores: [store.domain] }],
    ['changeVisibility', { visibility: 'private' }],
  ])
  expect((await desk.owner.ask('DELETE', `${item.path}/stores/${store.storeId}`)).status).toBe(200)
  expect((await detail(store)).status).toBe(404)
  expect((await set('listed')).status).toBe(200)
  expect(await isInList()).toBe(true)
})

test('an item that ends says so with what replaces it and its price, and is in no list from that day on', async () => {
  const { clock, services } = desk.market
  const inDays = (days: number) =>
    new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const retire = (on: string, successor: string, who = desk.owner) =>
    who.ask('PUT', `${item.path}/retirement`, { on, successor })
  expect((await retire(inDays(-1), '')).body.fields).toHaveProperty('on')
  for (const wrong of ['nothing', item.prefix])
    expect((await retire(inDays(1), wrong)).body.fields, wrong).toHaveProperty('successor')
  expect((await retire(inDays(1), other.prefix, desk.stranger)).status).toBe(404)
  expect((await retire(inDays(1), other.prefix)).status).toBe(200)

  const soon = (await detail()).body.data.retirement
  expect(soon).toMatchObject({
    on: inDays(1),
    successor: { slug: other.prefix, price: expect.any(Number) as number },
  })
  expect(soon.text).toContain(soon.successor.name)
  expect(await isInList(), 'until its day').toBe(true)
  clock.moveSeconds(86_400)
  await turnMarketDay(services)
  expect([await isInList(), (await detail()).status]).toEqual([false, 200])
  expect((await detail()).body.data.retirement.on).toBe(inDays(0))

  expect((await desk.owner.ask('DELETE', `${item.path}/retirement`)).status).toBe(200)
  expect([await isInList(), (await detail()).body.data.retirement]).toEqual([true, null])
  // An operator may name what somebody else makes.
  expect(
    (
      await desk.reviewer.ask('PUT', `/operator/items/${item.id}/retirement`, {
        on: inDays(0),
        successor: other.prefix,
      })
    ).status,
  ).toBe(200)
  expect((await detail()).body.data.retirement.text).toMatch(/\S/)
})
