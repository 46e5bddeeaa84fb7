import { afterAll, beforeAll, expect, test } from 'vitest'
import { MARKET_OPERATIONS } from '#server/operations.ts'
import { install, installationPath, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'

/**
 * An unlisted item is in no list, and a private one is nowhere for others (docs/decisions/0084).
 * Every operation of the market that reads is asked, so that a new list is asked too.
 */
const SLUG = 'cookie-consent'
/** A name that no other text holds, as it is written and never as it is searched. */
const NAME = 'Zzqx Visible'
const SOUGHT = 'zzqx'

let market: Marketplace
let id: string
let named: Owner
let stranger: Owner

const reads = MARKET_OPERATIONS.map((one) => one.operation).filter((one) => one.method === 'get')
/** What of an item is asked for by its own address. */
const ADDRESSES = (): Record<string, string>[] => [
  { slug: SLUG },
  { id },
  { item_id: id },
  { prefix: SLUG },
  { slugs: SLUG },
  { items: SLUG },
]
const LISTS: Record<string, string>[] = [{}, { q: SOUGHT }, { search: SOUGHT }, { query: SOUGHT }]

beforeAll(async () => {
  market = await startMarketplace()
  named = await signIn(market, 'store-1')
  stranger = await signIn(market, 'store-2')
  const { db } = market.services
  id = (
    await db.selectFrom('items').select('id').where('slug', '=', SLUG).executeTakeFirstOrThrow()
  ).id
  await db.updateTable('item_texts').set({ name: NAME }).where('item_id', '=', id).execute()
  await db.updateTable('items').set({ name: NAME }).where('id', '=', id).execute()
})
afterAll(() => market.stop())

const set = async (visibility: 'listed' | 'unlisted' | 'private') => {
  await market.services.db.updateTable('items').set({ visibility }).where('id', '=', id).execute()
}

interface Asked {
  what: string
  status: number
  text: string
}

/** Everything that the market says to somebody about these queries, operation by operation. */
async function ask(
  headers: Record<string, string>,
  queries: readonly Record<string, string>[],
  fills: readonly string[],
): Promise<Asked[]> {
  const answers: Asked[] = []
  for (const { id: operation, path } of reads) {
    for (const one of typeof path === 'string' ? [path] : [path.app]) {
      const paths = one.includes('{')
        ? fills.map((fill) => one.replaceAll(/\{\w+\}/g, fill))
        : [one]
      for (const filled of paths)
        for (const query of queries) {
          const answer = await call(market, 'GET', filled, { headers, query })
          answers.push({
            what: `${operation} ${filled} ${JSON.stringify(query)}`,
            status: answer.status,
            text: JSON.stringify(answer.body),
          })
        }
    }
  }
  return answers
}

const tellingOf = (answers: readonly Asked[]): string[] =>
  answers.filter(({ text }) => text.includes(NAME)).map(({ what }) => what)
const headersOf = (owner: Owner) => ({ 'apps-token': owner.token, 'store-token': owner.storeToken })

async function pages(): Promise<string> {
  const texts: string[] = []
  const { body } = await call(market, 'GET', '/../sitemap.xml')
  texts.push(String(body))
  for (const [, file] of String(body).matchAll(/\/(sitemap\/items-\d+\.xml)</g))
    texts.push(String((await call(market, 'GET', `/../${file}`)).body))
  return texts.join('\n')
}

test('listed: it is in lists, search and the site map', async () => {
  await set('listed')
  const told = tellingOf(await ask({}, LISTS, []))
  expect(told.length).toBeGreaterThan(2)
  expect(await pages()).toContain(`/${SLUG}<`)
})

test('unlisted: no list, search, collection or site map tells of it to anybody; its address works for everybody', async () => {
  await set('unlisted')
  for (const headers of [{}, headersOf(stranger), headersOf(named)])
    expect(tellingOf(await ask(headers, LISTS, []))).toEqual([])
  expect(await pages()).not.toContain(`/${SLUG}<`)
  const { status, body } = await call(market, 'GET', '/app-store/app/detail', {
    query: { slug: SLUG },
  })
  expect([status, body.data.name, body.data.visibility]).toEqual([200, NAME, 'unlisted'])
  expect(body.data.breadcrumb ?? body.data.categories, 'with its categories').not.toEqual([])
})

test('private: nothing tells visitors or another store of it, by any address; named stores see and install it, and whoever has it keeps it', async () => {
  await set('private')
  const { db, clock } = market.services
  const person = await db.selectFrom('people').select('id').limit(1).executeTakeFirst()
  for (const headers of [{}, headersOf(stranger), headersOf(named)]) {
    const answers = await ask(headers, [...LISTS, ...ADDRESSES()], [id, SLUG])
    expect(tellingOf(answers)).toEqual([])
  }
  expect(await pages()).not.toContain(`/${SLUG}<`)
  const detail = (owner: Owner) =>
    owner.call('GET', '/app-store/app/detail', { query: { slug: SLUG } })
  expect([(await detail(stranger)).status, (await detail(named)).status]).toEqual([404, 404])
  expect((await install(stranger, id)).status).toBe(404)

  const by =
    person?.id ??
    (
      await db
        .insertInto('people')
        .values({
          id: 'per_00000000000000000001',
          name: 'Deniz',
          email: 'deniz@example.com',
          email_verified: true,
          locale: 'en',
          created_at: clock.now(),
          updated_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db
    .insertInto('item_stores')
    .values({ item_id: id, store_id: named.storeId, added_at: clock.now(), added_by: by })
    .execute()
  expect([(await detail(stranger)).status, (await detail(named)).status]).toEqual([404, 200])
  expect(tellingOf(await ask(headersOf(named), LISTS, [])), 'in no list for them').toEqual([])
  expect((await install(named, id)).status).toBe(200)
  await processRun(market)
  await db.deleteFrom('item_stores').where('item_id', '=', id).execute()
  expect((await detail(named)).status, 'it has the item').toBe(200)
  expect((await named.call('GET', installationPath(id))).status).toBe(200)
  expect(tellingOf(await ask(headersOf(stranger), ADDRESSES(), [id, SLUG]))).toEqual([])
})
