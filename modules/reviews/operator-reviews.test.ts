import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDueNotices, sendOwnerNotice } from '#modules/installs/public.ts'
import { checkReviewLog } from '#modules/reviews/public.ts'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { ownerMails } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { addStore, giveItem } from '#test/support/reviewers.ts'

let market: Marketplace
let admin: ConsoleBrowser
let support: ConsoleBrowser
let owner: Owner
let item: string
const REASONS = {
  grounds: 'law',
  rule: 'KVKK md. 4',
  facts: 'It names a person with her telephone number.',
  cause: 'report',
}
const TEXT = 'Ayşe Hanım 0555 111 22 33 aradı.'

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'support@example.com',
    role: 'support',
  })
  support = await signInToConsole(market, 'support@example.com')
  item = await listBare(market, 'spoken')
  await publish(market.services, item, '1.0.0', await zipOf('spoken', '1.0.0'))
  owner = await signIn(market)
})
afterAll(() => market.stop())

describe('reviews', () => {
  const shown = async () =>
    (
      (await call(market, 'GET', '/app-store/review', { query: { item_id: item } })).body.data as {
        text: string
        erased: boolean
      }[]
    )[0]
  let id: string

  test('are found by their reports; words go down with reasons to the store, the stars and the log stay, and they come back (D14)', async () => {
    await giveItem(
      market,
      { ...(await addStore(market, 'unused')), storeId: owner.storeId, externalId: 'store-1' },
      item,
    )
    const written = await owner.call('POST', '/app-store/review', {
      body: { item_id: item, rating: 2, text: TEXT },
    })
    expect(written.status, JSON.stringify(written.body)).toBe(200)
    id = written.body.data.id as string
    await call(market, 'POST', `/app-store/review/${id}/report`, {
      body: { reason: 'personal_data', text: 'A phone number' },
    })
    expect((await support.ask('GET', '/operator/reviews?state=reported')).body).toMatchObject({
      reviews: [{ id, text: TEXT, reports: 1, state: 'shown' }],
    })
    expect(
      (await support.ask('PUT', `/operator/reviews/${id}/hidden`, { grounds: 'law' })).body,
    ).toMatchObject({ fields: { facts: expect.any(String) as string } })
    expect((await support.ask('PUT', `/operator/reviews/${id}/hidden`, REASONS)).status).toBe(200)
    expect(await shown()).toMatchObject({ text: '', erased: true, stars: 2 })
    expect((await support.ask('GET', `/operator/reviews/${id}`)).body).toMatchObject({
      text: TEXT,
      state: 'hidden',
      reports: 0,
      statements: [{ decision: 'text_erased' }],
    })
    for (const notice of await findDueNotices(market.services))
      await sendOwnerNotice(market.services, notice)
    expect(
      (await ownerMails(market, 'KVKK md. 4')).map((mail) =>
        mail.text.includes(market.services.operator.mail),
      ),
    ).toEqual([true])
    expect((await support.ask('DELETE', `/operator/reviews/${id}/hidden`)).status).toBe(200)
    expect(await shown()).toMatchObject({ text: TEXT, erased: false })
    const { faults } = await checked()
    expect(faults).toEqual([])
    const line = await market.services.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('object_id', '=', id)
      .orderBy('id')
      .executeTakeFirst()
    expect(line).toMatchObject({ before: { hidden: false }, after: { hidden: true } })
    expect(JSON.stringify(line)).not.toContain('Ayşe')
  })

  test('whose words went down are objected to by their store, once, on a page of its own; the answer is mailed, and what was wrong is undone (D19)', async () => {
    const decisions = async (who: Owner) =>
      (await who.call('GET', '/domain/statements')).body.data as {
        id: string
        appeal: string
        answer: { outcome: string } | null
      }[]
    expect((await support.ask('PUT', `/operator/reviews/${id}/hidden`, REASONS)).status).toBe(200)
    const [mine] = await decisions(owner)
    expect(mine).toMatchObject({
      decision: 'text_erased',
      appeal: 'open',
      facts: REASONS.facts,
      rule: REASONS.rule,
      object: { id },
    })
    const other = await signIn(market, 'store-2')
    expect(await decisions(other)).toEqual([])
    const appeal = (who: Owner, text: string) =>
      who.call('POST', `/domain/statements/${mine?.id}/appeal`, { body: { text } })
    const words = 'The number is our own, printed on every parcel.'
    expect([
      (await appeal(other, words)).status,
      (await appeal(owner, 'no')).status,
      (await appeal(owner, words)).status,
    ]).toEqual([404, 400, 200])
    expect((await appeal(owner, words)).body.code).toBe('statements.appealed_already')
    expect((await admin.ask('GET', '/operator/statements?state=waiting')).body).toMatchObject({
      statements: [{ id: mine?.id, store: { id: owner.storeId } }],
    })
    expect(
      (
        await support.ask('PUT', `/operator/statements/${mine?.id}/appeal`, {
          outcome: 'reversed',
          reasons: 'It is the number of the shop.',
        })
      ).status,
    ).toBeGreaterThanOrEqual(400)
    expect(
      (
        await admin.ask('PUT', `/operator/statements/${mine?.id}/appeal`, {
          outcome: 'reversed',
          reasons: 'It is the number of the shop.',
        })
      ).status,
    ).toBe(200)
    expect((await decisions(owner))[0]).toMatchObject({
      appeal: 'reversed',
      answer: { outcome: 'reversed', reasons: 'It is the number of the shop.' },
      reversed_at: expect.any(String) as string,
    })
    expect(await shown()).toMatchObject({ text: TEXT, erased: false })
    expect(
      (await ownerMails(market, 'It is the number of the shop.')).map((mail) =>
        mail.text.includes('/account/reviews'),
      ),
    ).toEqual([true])
  })

  const checked = async () => {
    await market.services.db.deleteFrom('review_log_checks').execute()
    await checkReviewLog(market.services)
    return {
      faults:
        (
          await market.services.db
            .selectFrom('review_log_checks')
            .select('faults')
            .executeTakeFirstOrThrow()
        ).faults ?? [],
    }
  }

  test('words that were erased for good do not come back', async () => {
    expect(
      (await support.ask('PUT', `/operator/reviews/${id}/erased`, { ...REASONS, confirmed: true }))
        .status,
    ).toBe(200)
    expect((await support.ask('DELETE', `/operator/reviews/${id}/hidden`)).body.code).toBe(
      'backoffice.review_state',
    )
    expect(
      JSON.stringify(await market.services.db.selectFrom('reviews').selectAll().execute()),
    ).not.toContain('Ayşe')
    expect((await checked()).faults).toEqual([])
  })
})
