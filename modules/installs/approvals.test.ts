import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeApprovals } from '#modules/installs/public.ts'
import { idOf, install, ownerMails, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { mailTo } from '#test/support/console.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let asker: Owner
let colleague: Owner
let stranger: Owner

const FREE = 'cookie-consent'
const PAID = 'delivery-day'

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  const staff = (id: string, name: string, role: string) =>
    signIn(market, 'store-1', 'app', {
      role,
      account: { id, name, email: `${id}@shop.example` },
    })
  asker = await staff('ege', 'Ege Arslan', 'ask')
  colleague = await staff('deniz', 'Deniz Kaya', 'buy')
  stranger = await signIn(market, 'store-2')
})
afterAll(() => market.stop())

const ask = (who: Owner, slug: string, body: object = {}) =>
  who.call('POST', '/approvals', { body: { slug, ...body } })
const list = async (who: Owner) => (await who.call('GET', '/approvals')).body.data
const find = async (who: Owner, id: string) =>
  (await list(who)).find((one: { id: string }) => one.id === id)
const waiting = async (who: Owner) => (await who.call('GET', '/installed-items')).body.waiting
const end = (who: Owner, id: string, how: 'decline' | 'withdraw', body: object = {}) =>
  who.call('POST', `/approvals/${id}/${how}`, { body })

describe('asking an owner to approve (D12)', () => {
  test('the owner sees who asks for what and why, counts it among what needs them, and gets a mail without the note; nobody else does', async () => {
    const before = await waiting(owner)
    const { body, status } = await ask(asker, FREE, { note: 'For the sale\nin May.' })
    expect(status).toBe(200)
    expect(await list(owner)).toMatchObject([
      {
        id: body.data.id,
        item: { slug: FREE, market: 'app' },
        step: 'install',
        asker: { name: 'Ege Arslan', is_me: false },
        note: 'For the sale\nin May.',
        state: 'open',
      },
    ])
    expect(await waiting(owner)).toBe(before + 1)
    expect(await waiting(asker)).toBe(before)
    expect((await list(asker))[0].asker.is_me).toBe(true)
    expect(await list(colleague)).toEqual([])
    expect(await list(stranger)).toEqual([])
    const [mail] = await ownerMails(market, '/account/installed')
    expect(mail?.subject).toContain('Ege Arslan')
    expect(mail?.text).not.toContain('in May')
    const notices = (await owner.call('GET', '/notices')).body.data
    expect(notices[0]).toMatchObject({ kind: 'approval_asked', topic: 'team' })
  })

  test('asking again, at once or twice at the same time, is the same request', async () => {
    const [open] = await list(asker)
    const ids = await Promise.all([ask(asker, FREE), ask(asker, FREE)])
    expect(ids.map(({ body }) => body.data.id)).toEqual([open.id, open.id])
    expect((await ask(colleague, FREE)).body.data.id).not.toBe(open.id)
  })

  test('an install by the owner does what everybody asked for, and tells each by mail', async () => {
    await install(owner, await idOf(owner, FREE))
    await processRun(market)
    expect((await list(owner)).map((one: { state: string }) => one.state)).toEqual(['done', 'done'])
    for (const to of ['ege@shop.example', 'deniz@shop.example'])
      expect((await mailTo(market, to)).text).toContain(owner.domain)
    expect((await ask(asker, FREE)).body.code).toBe('installs.already_installed')
  })

  test('the owner declines with a reason, once, and the asker reads it; only an owner may', async () => {
    const { id } = (await ask(asker, PAID)).body.data
    expect((await find(owner, id)).step).toBe('buy')
    expect((await end(asker, id, 'decline')).status).toBe(403)
    expect((await end(colleague, id, 'decline')).status).toBe(403)
    expect((await end(stranger, id, 'decline')).body.code).toBe('approvals.decided')
    expect((await end(owner, id, 'decline', { answer: 'Next month.' })).status).toBe(200)
    expect((await end(owner, id, 'decline')).body.code).toBe('approvals.decided')
    expect(await find(asker, id)).toMatchObject({ state: 'declined', answer: 'Next month.' })
    expect((await mailTo(market, 'ege@shop.example')).text).toContain('Next month.')
  })

  test('who asked takes it back, nobody else of the team does', async () => {
    const { id } = (await ask(asker, PAID)).body.data
    expect((await end(colleague, id, 'withdraw')).body.code).toBe('approvals.decided')
    expect((await end(asker, id, 'withdraw')).status).toBe(200)
    expect((await find(asker, id)).state).toBe('withdrawn')
  })

  test('a note is at most 500 characters', async () => {
    const { status, body } = await ask(asker, PAID, { note: 'x'.repeat(501) })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['note']])
  })

  test('a request that nobody answers is over after 30 days and leaves room for another', async () => {
    const first = (await ask(asker, PAID)).body.data.id
    market.clock.moveSeconds(31 * 86_400)
    asker = await signIn(market, 'store-1', 'app', {
      role: 'ask',
      account: { id: 'ege', name: 'Ege Arslan', email: 'ege@shop.example' },
    })
    owner = await signIn(market)
    expect((await list(owner)).filter((one: { state: string }) => one.state === 'open')).toEqual([])
    expect((await end(owner, first, 'decline')).body.code).toBe('approvals.decided')
    const second = (await ask(asker, PAID)).body.data.id
    expect(second).not.toBe(first)
    market.clock.moveSeconds(400 * 86_400)
    await purgeApprovals(market.services)
    expect(await market.services.db.selectFrom('approval_requests').select('id').execute()).toEqual(
      [],
    )
  })
})
