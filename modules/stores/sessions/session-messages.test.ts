import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, makeTranslate, forEachLocale } from '#lib/locale.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, launchToken, signIn } from '#test/support/owner.ts'
import { readAllMessages } from '#locales/read.ts'

const WORDS = forEachLocale((locale) => makeTranslate(readAllMessages(locale), locale))

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

describe.each(LOCALES)('S2.30 what is said about a session, in %s', (locale) => {
  const t = WORDS[locale]
  const check = (headers: Record<string, string>) =>
    call(market, 'POST', '/auth/domain', { headers, query: { hl: locale } })
  const said = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
    status,
    body.code,
    body.message,
  ]

  test('S8.3 it could not be verified: there is none, it has run out, or it was ended', async () => {
    const unverified = [401, 'session.unverified', t('errors.session.unverified')]
    expect(said(await check({}))).toEqual(unverified)
    expect(said(await check({ 'apps-token': 'A'.repeat(43) }))).toEqual(unverified)
    const owner = await signIn(market)
    await owner.call('POST', '/auth/sign-out', { body: {} })
    expect(said(await check({ 'apps-token': owner.token }))).toEqual(unverified)
    const late = await signIn(market)
    market.clock.moveSeconds(3601)
    expect(said(await check({ 'apps-token': late.token }))).toEqual(unverified)
  })

  test('S8.4 you must sign in', async () => {
    expect(said(await call(market, 'GET', '/domain/languages', { query: { hl: locale } }))).toEqual(
      [401, 'session.required', t('errors.session.required')],
    )
  })

  test('S8.5 the token is invalid: forged, for somebody else, or used before', async () => {
    const invalid = [401, 'session.token_invalid', t('errors.session.token_invalid')]
    expect(said(await check({ 'apps-token': 'a.b.c' }))).toEqual(invalid)
    const once = {
      'apps-token': await launchToken(market, 'store-1'),
      'store-token': market.shop.storeToken('store-1'),
    }
    expect((await check(once)).status).toBe(200)
    expect(said(await check(once))).toEqual(invalid)
    expect(
      said(
        await check({
          ...once,
          'apps-token': await launchToken(market, 'store-1', {
            claims: { aud: 'https://evil.example' },
          }),
        }),
      ),
    ).toEqual(invalid)
  })

  test('S8.6 there is an error in the login information: bearer and apps-token contradict each other', async () => {
    expect(
      said(
        await check({ authorization: `Bearer ${'A'.repeat(43)}`, 'apps-token': 'B'.repeat(43) }),
      ),
    ).toEqual([401, 'session.login', t('errors.session.login')])
  })

  test('the store is closed, and the store is another one', async () => {
    const headers = {
      'apps-token': await launchToken(market, 'store-1'),
      'store-token': market.shop.storeToken('store-2'),
    }
    expect(said(await check(headers))).toEqual([
      401,
      'session.store_mismatch',
      t('errors.session.store_mismatch'),
    ])
    market.shop.setStoreOpen('store-2', false)
    try {
      const closed = await check({
        'apps-token': await launchToken(market, 'store-2'),
        'store-token': market.shop.storeToken('store-2'),
      })
      expect(said(closed)).toEqual([410, 'session.store_closed', t('errors.session.store_closed')])
    } finally {
      market.shop.setStoreOpen('store-2', true)
    }
  })
})
