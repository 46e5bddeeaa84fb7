import { afterEach, describe, expect, it } from 'vitest'
import { listenForNotices } from './notice-listener.support.ts'
import { ownNumber } from './cards.ts'
import { openBank, type OpenBank } from './test-merchant.support.ts'

const CARD = '5528790000000008'

describe('notices', { timeout: 30_000 }, () => {
  const toClose: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of toClose.splice(0)) await close()
  })

  async function openBoth(more: Parameters<typeof openBank>[0] = {}) {
    const shop = await listenForNotices()
    const open = await openBank({ noticeOrigins: [shop.origin], ...more })
    toClose.push(
      () => open.close(),
      () => shop.close(),
    )
    const urls = { return_url: `${shop.origin}/return`, notice_url: `${shop.origin}/notice` }
    const pay = async (bank: OpenBank, number = CARD) => {
      const { payment } = await bank.start(number, urls)
      await bank.pass(payment.challenge_url ?? '')
      const answer = await bank.complete(payment)
      return { payment, answer }
    }
    return { shop, open, pay }
  }

  it('tells what happened, with an id that stands in body and header', async () => {
    const { shop, open, pay } = await openBoth()
    const { payment } = await pay(open)
    const [notice] = await shop.until(payment.attempt_id ?? '', 1)
    expect(JSON.parse(notice?.body ?? '')).toMatchObject({
      event_id: notice?.headers['bank-event-id'],
      type: 'payment.paid',
      payment_id: payment.payment_id,
      state: 'paid',
      amount_minor: 24_990,
      currency: 'TRY',
    })
    expect(notice?.body).not.toMatch(/card|0008/)
  })

  it('is tried three times in all when the shop does not answer well, with one id', async () => {
    const { shop, open, pay } = await openBoth({ noticeDelaysMs: [0, 0, 0] })
    shop.answerWith(500)
    const { payment } = await pay(open)
    const heard = await shop.until(payment.attempt_id ?? '', 3)
    expect(new Set(heard.map((notice) => notice.headers['bank-event-id'])).size).toBe(1)
    // The next payment's notices come after a fourth try of this one would have.
    const { payment: other } = await pay(open)
    await shop.until(other.attempt_id ?? '', 3)
    expect(
      shop.heard.filter((notice) => notice.body.includes(payment.attempt_id ?? '')),
    ).toHaveLength(3)
  })

  it('is not tried again once the shop took it', async () => {
    const { shop, open, pay } = await openBoth({ noticeDelaysMs: [0, 0, 0] })
    const { payment } = await pay(open)
    const { payment: other } = await pay(open)
    await shop.until(other.attempt_id ?? '', 1)
    expect(
      shop.heard.filter((notice) => notice.body.includes(payment.attempt_id ?? '')),
    ).toHaveLength(1)
  })

  it('waits on the disk while the bank is closed', async () => {
    const { shop, open, pay } = await openBoth({ noticeDelaysMs: [60_000] })
    const { payment } = await pay(open)
    await open.bank.close()
    expect(shop.heard).toEqual([])
    const again = await openBank({
      noticeOrigins: [shop.origin],
      dataFolder: open.dataFolder,
      noticeDelaysMs: [0],
    })
    toClose.unshift(() => again.bank.close())
    again.clock.moveSeconds(60)
    const { payment: other } = await pay(again)
    await shop.until(payment.attempt_id ?? '', 1)
    await shop.until(other.attempt_id ?? '', 1)
  })

  it('may come before the answer to the charge', async () => {
    const { shop, open, pay } = await openBoth({ noticeDelaysMs: [60_000] })
    const { payment, answer } = await pay(open, ownNumber('23'))
    expect(answer.body).toMatchObject({ state: 'paid' })
    expect(
      shop.heard.filter((notice) => notice.body.includes(payment.attempt_id ?? '')),
    ).toHaveLength(1)
  })

  it('may never come', async () => {
    const { shop, open, pay } = await openBoth()
    const { payment } = await pay(open, ownNumber('22'))
    const { payment: other } = await pay(open)
    await shop.until(other.attempt_id ?? '', 1)
    expect(shop.heard.some((notice) => notice.body.includes(payment.attempt_id ?? ''))).toBe(false)
  })

  it('comes after a decline, a void, a refund and a challenge that ran out', async () => {
    const { shop, open, pay } = await openBoth()
    const urls = { return_url: `${shop.origin}/r`, notice_url: `${shop.origin}/n` }
    const typeOf = async (attemptId: string | undefined, count: number) =>
      JSON.parse((await shop.until(attemptId ?? '', count)).at(-1)?.body ?? '{}').type
    const { payment: unknown } = await open.start('4242424242424242', urls)
    expect(await typeOf(unknown.attempt_id, 1)).toBe('payment.declined')
    const { payment: open1 } = await open.start(CARD, urls)
    await open.call('POST', `/v1/payments/${open1.payment_id}/void`, {})
    expect(await typeOf(open1.attempt_id, 1)).toBe('payment.voided')
    const { payment } = await pay(open)
    await shop.until(payment.attempt_id ?? '', 1)
    await open.call('POST', '/v1/refunds', {
      payment_id: payment.payment_id,
      amount_minor: 5,
      currency: 'TRY',
      key: 'k',
    })
    expect(await typeOf(payment.attempt_id, 2)).toBe('refund.made')
    const { payment: slow } = await open.start(CARD, urls)
    open.clock.moveSeconds(600)
    await open.call('GET', `/v1/attempts/${slow.attempt_id}`)
    expect(await typeOf(slow.attempt_id, 1)).toBe('payment.declined')
  })
})
