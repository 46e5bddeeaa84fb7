import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findDueMoves, settleMove } from '#modules/installs/public.ts'
import { helpAddress } from '#modules/mail/public.ts'
import { install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import type { Owner } from '#test/support/owner.ts'
import { startWordPressDouble, type WordPressDouble } from '#test/support/wordpress-double.ts'
import {
  approve,
  startConnecting,
  codeFrom,
  ownerOf,
  publishRibbon,
  sentMails,
  signInBy,
  startMove,
} from '#test/support/wordpress-owner.ts'

let market: Marketplace
let old: WordPressDouble
let next: WordPressDouble
/** The old site's process, by another name. */
let alias: string
let ribbon: string
beforeAll(async () => {
  ;[old, next] = await Promise.all([startWordPressDouble(), startWordPressDouble()])
  alias = old.origin.replace('wordpress', 'renamed')
  market = await startMarketplace({
    catalogue: false,
    settings: { PLATFORM_ID: '2', STORE_ORIGINS: `${old.origin},${next.origin},${alias}` },
  })
  ribbon = await publishRibbon(market)
})
afterAll(async () => {
  await market.stop()
  await Promise.all([old.stop(), next.stop()])
})
let owner: Owner
/**
 * Each test has a store of its own at the old address, with an app on it; nothing is at the new
 * one.
 */
beforeEach(async () => {
  const { db } = market.services
  await db.deleteFrom('limits').execute()
  await db.updateTable('stores').set({ status: 'closed', domain: 'gone.example' }).execute()
  for (const site of [old, next]) {
    await site.endConnection()
    await site.strip()
    await site.set({
      ...site.fine,
      id: `wp-${Math.random().toString(16).slice(2, 12).padEnd(10, '0')}${Math.random().toString(16).slice(2, 12).padEnd(10, '0')}`,
    })
  }
  owner = await signInBy(market, await startConnecting(market, old.origin))
  await install(owner, ribbon)
  expect((await processRun(market)).state).toBe('succeeded')
})

/** The new address is approved: what the claim says then. */
async function approved(address: string) {
  const browser = await startConnecting(market, address)
  const { data } = (await browser.call('POST', '/answer', await approve(browser))).body
  return { browser, claim: data }
}
const storeNow = () =>
  market.services.db
    .selectFrom('stores')
    .select(['domain', 'external_id'])
    .where('id', '=', owner.storeId)
    .executeTakeFirstOrThrow()
async function settle() {
  for (const id of await findDueMoves(market.services)) await settleMove(market.services, id)
  await processRun(market)
}
const prefixesOn = async (site: WordPressDouble) =>
  (await site.look()).layers.map((layer) => (layer.item as { prefix: string }).prefix)
const moveOf = async (who: Owner) => (await who.call('GET', '/domain/wordpress')).body.data.move
const installedAt = async (who: Owner) =>
  (await who.call('GET', '/installations')).body.data.length as number

test("D4 a site that was copied to another domain waits for its owner's word; moved, it is proved by a code to the old mailbox, and the old address lets go", async () => {
  await next.copyOf(old)
  await next.set({ mailbox: 'new@example.test' })
  const { browser, claim } = await approved(next.origin)
  expect(claim).toMatchObject({ step: 'choice', move: { from: old.host } })
  expect((await browser.call('POST', '/code')).body.code).toBe('wordpress.not_ready')
  expect((await browser.call('POST', '/choice', { is: 'moved' })).body.data).toMatchObject({
    step: 'proof',
    move: { by_code: true, by_approval: true, code: null },
  })
  expect((await browser.call('POST', '/code')).body.data.move.code.tries_left).toBe(5)
  expect((await sentMails(market))[0]?.recipient).toBe('owner@example.test')
  const code = await codeFrom(market)
  expect(
    (await browser.call('POST', '/move', { code: code === '000000' ? '111111' : '000000' })).body
      .code,
  ).toBe('connect.code_wrong')
  expect((await storeNow()).domain).toBe(old.host)

  const moved = ownerOf(market, (await browser.call('POST', '/move', { code })).body.session)
  expect([
    moved.storeId,
    moved.domain,
    (await owner.call('GET', '/domain/wordpress')).status,
  ]).toEqual([owner.storeId, next.host, 401])
  const told = (await sentMails(market)).slice(0, 2)
  expect(told.map((mail) => mail.recipient).sort()).toEqual([
    'new@example.test',
    'owner@example.test',
  ])
  for (const { text } of told) expect(text).toContain(helpAddress(market.services, 'app', 2))
  expect((await moveOf(moved)).state).toBe('settling')
  await settle()
  expect([
    await prefixesOn(next),
    await prefixesOn(old),
    (await old.look()).keys,
    await installedAt(moved),
  ]).toEqual([['ribbon'], [], null, 1])
  expect(await moveOf(moved)).toMatchObject({ from: old.host, state: 'let_go' })
  expect((await browser.call('POST', '/move', { code })).body.code).toBe('connect.over')
})

test('D4 a copy gives up the identity of the original and becomes a store of its own; the original keeps everything', async () => {
  await next.copyOf(old)
  await next.set({ plugin: '1.1.0' })
  const { browser } = await approved(next.origin)
  const choose = async () => (await browser.call('POST', '/choice', { is: 'copy' })).body.data
  // One that cannot forget whose it is would come back as the same.
  expect(await choose()).toMatchObject({ step: 'plugin', failure: 'old_plugin' })
  await next.set({ plugin: '1.3.0' })
  expect((await browser.call('POST', '/look')).body.data.step).toBe('choice')
  await old.set({ down: true })
  expect(await choose()).toMatchObject({ step: 'choice', failure: 'original_silent' })
  expect((await next.look()).layers).toHaveLength(1)
  await old.set({ down: false })
  expect(await choose()).toMatchObject({ step: 'approval', failure: null, move: null })
  const copy = await signInBy(market, browser)
  expect([copy.storeId === owner.storeId, await installedAt(copy), await prefixesOn(next)]).toEqual(
    [false, 0, []],
  )
  expect([await prefixesOn(old), await installedAt(owner), (await storeNow()).domain]).toEqual([
    ['ribbon'],
    1,
    old.host,
  ])
})

test('D4 a site that was built anew at another domain is approved in both WordPresses, and what did not come along is put there again', async () => {
  expect(
    (await owner.call('POST', '/domain/wordpress/move', { body: { address: old.origin } })).body
      .code,
  ).toBe('site.same_address')
  await old.set({ down: true })
  const browser = await startMove(market, owner, next.origin)
  const answer = async (site?: 'old') =>
    (
      await browser.call(
        'POST',
        '/answer',
        await approve(browser, 'approve', { token: owner.token, ...(site && { site }) }),
        owner.token,
      )
    ).body
  // The new address and a session, taken from somebody, are not enough: neither with a mailbox of
  // the new site.
  expect((await answer()).data).toMatchObject({
    step: 'proof',
    move: { from: old.host, by_code: false, by_approval: false },
  })
  expect([
    (await browser.call('POST', '/code')).body.code,
    (await browser.call('POST', '/question', { site: 'old' }, owner.token)).body.code,
  ]).toEqual(['wordpress.not_ready', 'wordpress.not_ready'])
  await old.set({ down: false })
  expect((await browser.call('POST', '/look')).body.data.move.by_approval).toBe(true)
  // Somebody else's site at the old address has other keys.
  const { keys, ...former } = await old.look()
  await old.endConnection()
  expect((await answer('old')).data.failure).toBe('other_site')
  await old.copyOf({ ...old, look: async () => ({ ...former, keys }) })
  const moved = ownerOf(market, (await answer('old')).session)
  expect([moved.storeId, moved.domain, (await storeNow()).external_id]).toEqual([
    owner.storeId,
    next.host,
    (await next.look()).site.id,
  ])
  await settle()
  expect([
    await prefixesOn(next),
    await prefixesOn(old),
    (await old.look()).keys,
    await installedAt(moved),
  ]).toEqual([['ribbon'], [], null, 1])
  expect(
    await market.services.db
      .selectFrom('installation_runs')
      .select(['kind', 'started_by'])
      .orderBy('turn', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ).toEqual({ kind: 'repair', started_by: 'market' })
})

test('D4 one site under two names is never taken for a copy, and is not told to let go of itself', async () => {
  await old.set({ home: alias })
  const { browser, claim } = await approved(alias)
  expect(claim).toMatchObject({ step: 'choice', move: { from: old.host } })
  expect((await browser.call('POST', '/choice', { is: 'copy' })).body.data).toMatchObject({
    step: 'choice',
    failure: 'same_site',
  })
  // The old name leads to the new one: there is nobody to ask there.
  expect((await browser.call('POST', '/choice', { is: 'moved' })).body.data.move).toMatchObject({
    by_code: true,
    by_approval: false,
  })
  await browser.call('POST', '/code')
  const moved = ownerOf(
    market,
    (await browser.call('POST', '/move', { code: await codeFrom(market) })).body.session,
  )
  await settle()
  expect([
    moved.domain,
    await prefixesOn(old),
    (await old.look()).keys === null,
    (await moveOf(moved)).state,
  ]).toEqual([new URL(alias).host, ['ribbon'], false, 'kept'])
})

test('INS-4 a move takes no address and no site that another store has', async () => {
  const other = await signInBy(market, await startConnecting(market, next.origin))
  const browser = await startMove(market, owner, next.origin)
  const { data } = (
    await browser.call(
      'POST',
      '/answer',
      await approve(browser, 'approve', { token: owner.token }),
      owner.token,
    )
  ).body
  expect([data.step, data.failure]).toEqual(['approval', 'taken'])
  expect([(await storeNow()).domain, other.storeId === owner.storeId]).toEqual([old.host, false])
  // Nobody's open session ends by an answer that they did not know of (D5).
  expect(
    (await (await startConnecting(market, next.origin)).call('POST', '/question', {}, owner.token))
      .body.code,
  ).toBe('connect.other_store')
})
