import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  signInToConsole,
  type ConsoleBrowser,
  firstOperator,
  mailTo,
} from '#test/support/console.ts'
import { idOf, install, ownerMails, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser
let partner: ConsoleBrowser
let owner: Owner
let other: Owner

const REASONS = {
  grounds: 'contract',
  rule: '§ 7',
  facts: 'It sends what customers type to evil.example.',
  notice: 'It sends data of customers to another site.',
}
const item = async (prefix: string) => {
  const id = await listBare(market, prefix)
  for (const version of ['1.0.0', '1.1.0'])
    await publish(market.services, id, version, await zipOf(prefix, version))
  return id
}
const offered = async (who: Owner, prefix: string) => {
  const { status, body } = await call(market, 'GET', '/app/package', {
    site: 'installer',
    query: { prefix, hl: 'EN' },
    headers: { 'apps-token': who.token, 'store-token': who.storeToken },
  })
  return status === 200 ? (body.data.version as string) : (body.code as string)
}
const logOf = (id: string) =>
  market.services.db
    .selectFrom('release_log')
    .innerJoin('releases', 'releases.id', 'release_log.release_id')
    .select(['version', 'state', 'entry'])
    .where('item_id', '=', id)
    .orderBy('index')
    .execute()

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'reviewer@example.com',
    role: 'reviewer',
  })
  reviewer = await signInToConsole(market, 'reviewer@example.com')
  await listBare(market, 'first')
  await admin.ask('POST', '/operator/partners/par_x/invitations', { email: 'maker@example.com' })
  partner = await signInToConsole(market, 'maker@example.com')
  ;[owner, other] = [await signIn(market), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())

describe('PKG-13 the switch that stops an item', () => {
  test('nobody installs it from that moment on, by whatever way; what is under way is taken back; partner and stores are told; all of it can be undone', async () => {
    const id = await item('switch')
    await install(owner, id)
    await processRun(market)
    expect(await offered(other, 'switch')).toBe('1.1.0')
    // One store has consented just now: its run waits for a worker.
    expect((await install(other, id)).status).toBe(200)

    expect(
      (await admin.ask('PUT', `/operator/items/${id}/stop`, { notice: REASONS.notice })).body,
    ).toMatchObject({
      fields: { facts: expect.any(String) as string, rule: expect.any(String) as string },
    })
    expect((await admin.ask('PUT', `/operator/items/${id}/stop`, REASONS)).body).toEqual({
      success: true,
      stores: 2,
    })

    expect(await offered(other, 'switch')).toBe('catalog.item_not_found')
    expect(await processRun(market)).toMatchObject({ kind: 'undo', state: 'succeeded' })
    expect(
      await market.services.db
        .selectFrom('installation_runs')
        .innerJoin('installations', 'installations.id', 'installation_id')
        .select(['kind', 'failure'])
        .where('item_id', '=', id)
        .where('installation_runs.state', '=', 'failed')
        .execute(),
    ).toEqual([{ kind: 'install', failure: 'installs.stopped' }])
    const again = await install(other, id)
    expect([again.status, again.body.code]).toEqual([404, 'catalog.item_not_found'])
    expect(
      (await owner.call('GET', '/app-store/app/detail', { query: { slug: 'switch' } })).body,
    ).toMatchObject({ code: 'catalog.item_delisted', description: REASONS.notice })
    expect((await owner.call('GET', '/installations')).body.data).toMatchObject([
      { stopped: { notice: REASONS.notice }, version: '1.1.0', state: 'installed' },
    ])
    expect(
      (await ownerMails(market, '/account/installed/switch')).map((mail) => [
        mail.subject,
        mail.text.includes(REASONS.notice),
      ]),
    ).toEqual([['itm_switch: Arasta acil durdurdu', true]])
    expect((await mailTo(market, 'maker@example.com')).text).toContain('evil.example')
    expect(
      (await logOf(id))
        .slice(-2)
        .map((one) => [one.version, one.state, one.entry.includes(REASONS.notice)]),
    ).toEqual([
      [expect.any(String), 'halted', true],
      [expect.any(String), 'halted', true],
    ])

    expect((await admin.ask('GET', `/operator/items/${id}`)).body).toMatchObject({
      stopped: true,
      status: 'unpublished',
      stores: 1,
      releases: [{ version: '1.1.0', state: 'halted' }, { version: '1.0.0' }],
      statements: [{ decision: 'stopped' }],
    })
    expect((await admin.ask('GET', `/operator/items/${id}/stores`)).body).toMatchObject({
      stores: [{ version: '1.1.0' }],
      next: null,
    })
    expect((await admin.ask('PUT', `/operator/items/${id}/stop`, REASONS)).body.code).toBe(
      'backoffice.stopped',
    )
    expect((await admin.ask('DELETE', `/operator/items/${id}/unpublished`)).body.code).toBe(
      'backoffice.stopped',
    )
    expect((await reviewer.ask('DELETE', `/operator/items/${id}/stop`)).status).toBe(200)
    expect(await offered(other, 'switch')).toBe('1.1.0')
    expect((await install(other, id)).status).toBe(200)
    await processRun(market)
    expect(
      (await ownerMails(market, '/account/installed/switch')).some(
        (mail) => mail.subject === 'itm_switch: durdurma kaldırıldı',
      ),
    ).toBe(true)
  })

  test('what was halted before it stays halted when it is lifted', async () => {
    const id = await item('halted')
    expect(
      (
        await reviewer.ask('PUT', `/operator/items/${id}/releases/1.1.0/state`, {
          ...REASONS,
          to: 'halted',
        })
      ).status,
    ).toBe(200)
    await admin.ask('PUT', `/operator/items/${id}/stop`, REASONS)
    await admin.ask('DELETE', `/operator/items/${id}/stop`)
    expect(await offered(other, 'halted')).toBe('1.0.0')
    expect(
      (await reviewer.ask('DELETE', `/operator/items/${id}/releases/1.1.0/state`)).status,
    ).toBe(200)
    expect(await offered(other, 'halted')).toBe('1.1.0')
    expect(
      (
        await reviewer.ask('PUT', `/operator/items/${id}/releases/1.1.0/state`, {
          ...REASONS,
          to: 'yanked',
        })
      ).status,
    ).toBe(200)
    expect(
      (await reviewer.ask('DELETE', `/operator/items/${id}/releases/1.1.0/state`)).body.code,
    ).toBe('backoffice.release_state')
    expect(await offered(other, 'halted')).toBe('1.0.0')
  })
})

describe('taking an item off the market', () => {
  test("needs reasons, is undone by an appeal that somebody else finds right, and stands in the item's history", async () => {
    const id = await item('off')
    expect(
      (await admin.ask('PUT', `/operator/items/${id}/unpublished`, { ...REASONS, facts: 'no' }))
        .status,
    ).toBe(400)
    expect((await admin.ask('PUT', `/operator/items/${id}/unpublished`, REASONS)).status).toBe(200)
    expect((await admin.ask('PUT', `/operator/items/${id}/unpublished`, REASONS)).body.code).toBe(
      'backoffice.not_published',
    )
    expect((await install(owner, id)).body.code).toBe('catalog.item_not_found')
    const { statements } = (await partner.ask('GET', '/partners/par_x/statements')).body as {
      statements: { id: string; object: { id: string } }[]
    }
    const mine = statements.find((one) => one.object.id === id)?.id
    await partner.ask('POST', `/partners/par_x/statements/${mine}/appeal`, {
      text: 'evil.example is our own help desk.',
    })
    expect(
      (
        await reviewer.ask('PUT', `/operator/statements/${mine}/appeal`, {
          outcome: 'reversed',
          reasons: "The site is the partner's own help desk.",
        })
      ).status,
    ).toBe(200)
    expect((await install(owner, id)).status).toBe(200)
    const { history, status } = (await admin.ask('GET', `/operator/items/${id}`)).body as {
      history: { operation: string; after: object }[]
      status: string
    }
    expect(status).toBe('published')
    expect(history).toMatchObject([
      { operation: 'unpublishItem', after: { status: 'unpublished', notice: REASONS.notice } },
    ])
  })
})

describe('the list of all items', () => {
  test('is found by id, slug, a part of the name in any case and accent, partner, state and market, and paged', async () => {
    const { db } = market.services
    const id = await idOf(owner, 'off')
    await db
      .updateTable('items')
      .set({ name: 'Kargo İzleme Şeridi' })
      .where('id', '=', id)
      .execute()
    const ask = async (query: Record<string, string>) =>
      (
        (await admin.ask('GET', `/operator/items?${new URLSearchParams(query)}`)).body as {
          items: { id: string }[]
        }
      ).items.map((one) => one.id)
    for (const q of [id, 'OFF', 'izleme', 'seridi', 'KARGO IZ'])
      expect(await ask({ q }), q).toEqual([id])
    expect(await ask({ q: '%%%' })).toEqual([])
    expect(await ask({ q: 'izleme', market: 'theme' })).toEqual([])
    await admin.ask('PUT', `/operator/items/${id}/stop`, REASONS)
    expect([
      await ask({ state: 'stopped' }),
      (await ask({ partner: 'par_x', state: 'published' })).includes(id),
    ]).toEqual([[id], false])
    for (let index = 0; index < 55; index += 1) await listBare(market, `many-${index}`)
    const first = (await admin.ask('GET', '/operator/items?q=many')).body as {
      items: { id: string }[]
      next: string
    }
    const second = await ask({ q: 'many', after: first.next })
    expect(new Set([...first.items.map((one) => one.id), ...second]).size).toBe(55)
    expect((await admin.ask('GET', '/operator/items?after=rubbish')).body.code).toBe(
      'input.invalid',
    )
  })
})
