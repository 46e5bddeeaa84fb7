import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerMails } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { channelsOf, isMailFixed, NOTICE_KINDS, NOTICE_TOPICS, TOPIC_OF } from './notice-rules.ts'
import { recordOwnerNotice } from './owner-notices.ts'
import { inTransaction } from '#kernel/context.ts'

let market: Marketplace
let owner: Owner
let other: Owner
let itemId: string
beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, other] = [await signIn(market), await signIn(market, 'store-2')]
  itemId = (await owner.call('GET', '/app-store/app/detail', { query: { slug: 'cookie-consent' } }))
    .body.data.id
})
afterAll(() => market.stop())

let answers = 0
const answered = (storeId: string) =>
  inTransaction(market.services, (trx) =>
    recordOwnerNotice(market.services, trx, storeId, {
      kind: 'review_answered',
      answerId: `rev_${(answers += 1)}`,
      facts: { itemId },
    }),
  )
const list = async (who = owner) =>
  (await who.call('GET', '/notices', { query: { hl: 'EN' } })).body
const unread = async (who = owner) => (await who.call('GET', '/installed-items')).body.unread
const choose = (choices: object[]) => owner.call('PUT', '/notices/choices', { body: { choices } })

describe('notices to owners', () => {
  test('name the item in the language of the reader, count until somebody takes note, and stay with their store', async () => {
    await answered(owner.storeId)
    const { data } = await list()
    expect(data).toMatchObject([
      {
        kind: 'review_answered',
        topic: 'answers',
        is_read: false,
        item: { slug: 'cookie-consent' },
        text: expect.stringContaining('Cookie Consent'),
      },
    ])
    expect(await unread()).toBe(1)
    expect((await list(other)).data).toEqual([])
    expect((await owner.call('POST', '/notices/read')).status).toBe(200)
    expect(await unread()).toBe(0)
    expect((await list()).data).toMatchObject([{ is_read: true }])
    expect(await ownerMails(market, '/cookie-consent/reviews')).toHaveLength(1)
  })

  test('come by the channels that the owner chose for their topic', async () => {
    expect((await choose([{ topic: 'answers', product: true, mail: false }])).status).toBe(200)
    await answered(owner.storeId)
    expect(await unread()).toBe(1)
    expect(await ownerMails(market, '/cookie-consent/reviews')).toHaveLength(1)
    await choose([{ topic: 'answers', product: false, mail: true }])
    expect(await unread()).toBe(0)
    expect((await list()).data).toEqual([])
    await choose([{ topic: 'items', product: true, mail: false }])
    expect(
      (await list()).choices.find((one: { topic: string }) => one.topic === 'items'),
    ).toMatchObject({ mail: true, mail_fixed: true })
  })

  test('of every kind have a topic, and mails with a time limit cannot be left out', () => {
    expect(NOTICE_KINDS.filter((kind) => !NOTICE_TOPICS.includes(TOPIC_OF[kind]))).toEqual([])
    for (const topic of NOTICE_TOPICS)
      expect(channelsOf(topic, { product: true, mail: false }).mail).toBe(isMailFixed(topic))
    expect(TOPIC_OF.review_down).toBe('decisions')
  })
})
