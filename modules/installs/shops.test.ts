import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let agency: Owner
let secondOwner: Owner

const AGENCY = { id: 'kuzey', name: 'Kuzey Ajans', email: 'kuzey@agency.example' }
const arrive = (stores: string[] = ['store-1', 'store-2'], claims: object = {}) =>
  signIn(market, 'store-1', 'app', { account: AGENCY, stores, ...claims })

beforeAll(async () => {
  market = await startMarketplace()
  secondOwner = await signIn(market, 'store-2')
  agency = await arrive()
})
afterAll(() => market.stop())

const shops = async (who: Owner) => (await who.call('GET', '/shops')).body
const rowOf = async (who: Owner, store: string) =>
  (await shops(who)).data.find((one: { store: { id: string } }) => one.store.id === store)
const post = (who: Owner, path: string, body: object = {}) => who.call('POST', path, { body })
const open = (who: Owner, store: string) => post(who, `/shops/${store}/open`)

describe('several shops of one person (D5)', () => {
  test('are those that the platform names in the token; nothing of them is read before they are linked', async () => {
    expect(await rowOf(agency, secondOwner.storeId)).toMatchObject({
      state: 'unlinked',
      figures: null,
    })
    expect((await open(agency, secondOwner.storeId)).status).toBe(404)
    expect((await post(agency, '/shops/link')).body).toEqual({ linked: 1 })
    expect((await post(agency, '/shops/link')).body).toEqual({ linked: 0 })
    await install(secondOwner, await idOf(secondOwner, 'cookie-consent'))
    await processRun(market)
    expect(await rowOf(agency, secondOwner.storeId)).toMatchObject({
      state: 'linked',
      figures: { items: 1, waiting: 0, next: null },
    })
    expect((await rowOf(agency, agency.storeId)).state).toBe('here')
  })

  test('a linked one is opened as the same person, once, and for no longer than the first session', async () => {
    const { url } = (await open(agency, secondOwner.storeId)).body.data
    const handle = new URL(url).pathname.split('/').at(-1)
    expect(url).toMatch(new RegExp(`^${market.origins.app}/enter/`))
    const entry = (await call(market, 'GET', `/auth/entry/${handle}`)).body.data
    expect(entry).toMatchObject({ domain: secondOwner.domain, account: { name: 'Kuzey Ajans' } })
    const { confirmEntry } = await import('#modules/stores/sessions/public.ts')
    const before = (await agency.call('POST', '/auth/domain')).body.expire_time
    market.clock.moveSeconds(200)
    const { session } = await confirmEntry(
      { ...market.services } as unknown as Parameters<typeof confirmEntry>[0],
      handle ?? '',
    )
    expect(session.expiresAt.toISOString()).toBe(before)
    const there = (
      await call(market, 'POST', '/auth/domain', { headers: { 'apps-token': session.token } })
    ).body
    expect(there).toMatchObject({
      store_id: secondOwner.storeId,
      account: AGENCY,
      right: 'install',
    })
    const back = (await call(market, 'GET', '/shops', { headers: { 'apps-token': session.token } }))
      .body.data
    expect(back.map((one: { store: { id: string } }) => one.store.id).sort()).toEqual(
      [agency.storeId, secondOwner.storeId].sort(),
    )
    await expect(
      confirmEntry(
        { ...market.services } as unknown as Parameters<typeof confirmEntry>[0],
        handle ?? '',
      ),
    ).rejects.toMatchObject({ code: 'session.token_invalid' })
  })

  test('nobody opens or sees a shop that their token does not name, whatever was linked before', async () => {
    const unnamed = await arrive([])
    expect((await shops(unnamed)).data).toHaveLength(1)
    expect((await open(unnamed, secondOwner.storeId)).status).toBe(404)
    const someone = await signIn(market)
    expect((await open(someone, secondOwner.storeId)).status).toBe(404)
    const other = await signIn(market, 'store-1', 'app', {
      account: { ...AGENCY, id: 'another' },
      stores: ['store-2'],
    })
    expect(await rowOf(other, secondOwner.storeId)).toMatchObject({ state: 'unlinked' })
    expect((await open(other, secondOwner.storeId)).status).toBe(404)
  })

  test('the word of a token about other shops counts only with an owner’s role', async () => {
    const staff = await arrive(['store-2'], { role: 'buy' })
    expect((await staff.call('GET', '/shops')).status).toBe(403)
    expect((await open(staff, secondOwner.storeId)).status).toBe(403)
  })

  test('the opened shop sees who opens it, and ends it; only it allows that again', async () => {
    const [opener] = (await shops(secondOwner)).openers
    expect(opener).toMatchObject({
      id: AGENCY.id,
      name: AGENCY.name,
      from: agency.domain,
      ended_at: null,
    })
    expect(opener.opened_at).not.toBeNull()
    const end = { store: secondOwner.storeId, person: AGENCY.id }
    expect((await post(secondOwner, '/shops/link/end', end)).status).toBe(200)
    expect((await post(secondOwner, '/shops/link/end', end)).status).toBe(404)
    expect((await open(agency, secondOwner.storeId)).status).toBe(404)
    expect(await rowOf(agency, secondOwner.storeId)).toMatchObject({
      state: 'ended',
      figures: null,
    })
    expect((await post(agency, '/shops/link')).body).toEqual({ linked: 0 })
    expect((await post(agency, '/shops/link/allow', { person: AGENCY.id })).status).toBe(404)
    expect((await post(secondOwner, '/shops/link/allow', { person: AGENCY.id })).status).toBe(200)
    expect((await open(agency, secondOwner.storeId)).status).toBe(200)
  })

  test('the person ends it from the other shop', async () => {
    const body = { store: secondOwner.storeId }
    expect((await post(agency, '/shops/link/end', body)).status).toBe(200)
    expect((await open(agency, secondOwner.storeId)).status).toBe(404)
    expect((await shops(secondOwner)).openers[0]).toMatchObject({ ended_by: AGENCY.name })
  })
})
