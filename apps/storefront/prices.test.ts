import { describe, expect, test } from 'vitest'
import { makeTranslate, withoutIsolates } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import { chargesInWords, priceFrom, priceInFull, priceOnCard, type Priced } from './prices.ts'
import { readAllMessages } from '#locales/read.ts'

const ar = readAllMessages('ar')
const en = readAllMessages('en')
const tr = readAllMessages('tr')

const wordsOf = (messages: typeof tr, locale: 'tr' | 'en' | 'ar') => ({
  locale,
  t: makeTranslate<MessageKey>(messages, locale),
})
const LANGUAGES = [wordsOf(tr, 'tr'), wordsOf(en, 'en'), wordsOf(ar, 'ar')]
const priced = (facts: Partial<Priced & { inAppPurchase: boolean }>) => ({
  ...({
    price: 7.99,
    currency: 'USD',
    rate_date: null,
    kind: 'one_time',
    period: null,
  } satisfies Priced),
  inAppPurchase: false,
  ...facts,
})
const said = ({ lead = '', text, per = '' }: ReturnType<typeof priceInFull>) => lead + text + per

describe('what an item costs', () => {
  test('once is rounded on a card and whole on its page (S9.5)', () => {
    expect(LANGUAGES.map((words) => said(priceOnCard(priced({}), words)))).toEqual([
      '$8',
      '$8',
      '$8',
    ])
    expect(LANGUAGES.map((words) => said(priceInFull(priced({}), words)))).toEqual([
      '$7.99',
      '$7.99',
      '$7.99',
    ])
  })

  test('again and again says how often, rounded on a card and whole on its page (S9.5)', () => {
    const monthly = priced({ kind: 'recurring', period: 'month' })
    const yearly = priced({ price: 40, kind: 'recurring', period: 'year' })
    const onCards = LANGUAGES.map((words) => said(priceOnCard(monthly, words)))
    expect(onCards).toEqual(['ayda $8', '$8 / month', '$8 شهريًا'])
    const inFull = LANGUAGES.map((words) => said(priceInFull(yearly, words)))
    expect(inFull).toEqual(['yılda $40.00', '$40.00 / year', '$40.00 سنويًا'])
    expect(said(priceOnCard({ ...monthly, price: 40 }, LANGUAGES[1]!))).toBe('$40 / month')
  })

  test('converted is marked, unless it is free (D27)', () => {
    const converted = priced({ rate_date: '2026-11-25' })
    expect(said(priceOnCard(converted, LANGUAGES[1]!))).toBe('≈ $8')
    expect(said(priceInFull(converted, LANGUAGES[1]!))).toBe('≈ $7.99')
    const monthly = priced({ rate_date: '2026-11-25', kind: 'recurring', period: 'month' })
    expect(said(priceInFull(monthly, LANGUAGES[0]!))).toBe('ayda ≈ $7.99')
  })

  test('by use is never called free, whatever installing costs', () => {
    for (const words of LANGUAGES) {
      const byUse = priced({ kind: 'usage', price: 0 })
      const [short, full] = [priceOnCard(byUse, words), priceInFull(byUse, words)]
      expect(short).toEqual({ text: words.t('price.by_use_short') })
      expect(full).toEqual({ text: words.t('price.by_use') })
    }
    expect(said(priceInFull(priced({ kind: 'usage', price: 5 }), LANGUAGES[1]!))).toBe(
      '$5.00, then by use',
    )
  })

  test('nothing is free and green, but not where something is sold inside', () => {
    expect(
      LANGUAGES.map((words) => priceOnCard(priced({ kind: 'free', price: 0 }), words)),
    ).toEqual([
      { text: 'Ücretsiz', free: true },
      { text: 'Free', free: true },
      { text: 'مجاني', free: true },
    ])
    const inside = priced({ kind: 'free', price: 0, inAppPurchase: true })
    for (const kind of ['free', 'usage'] as const)
      expect(priceOnCard({ ...inside, kind }, LANGUAGES[1]!)).toEqual({
        text: 'In-app purchases',
        free: false,
      })
    // a price that is not 0 is the price, whatever is sold inside
    expect(
      priceOnCard({ ...inside, kind: 'one_time', price: 75, currency: 'TRY' }, LANGUAGES[1]!),
    ).toEqual({ text: '₺75', free: false })
    expect(
      priceInFull({ ...inside, kind: 'one_time', price: 75, currency: 'TRY' }, LANGUAGES[1]!),
    ).toEqual({ text: '₺75,00', free: false })
  })
})

test('of several plans the cheapest price is said to be that', () => {
  const monthly = priced({ price: 99.9, currency: 'TRY', kind: 'recurring', period: 'month' })
  expect(LANGUAGES.map((words) => said(priceFrom(monthly, words)))).toEqual([
    'en az ayda ₺99,90',
    'from ₺99,90 / month',
    'ابتداءً من ₺99,90 شهريًا',
  ])
  const free = priced({ price: 0, kind: 'free' })
  expect(priceFrom(free, LANGUAGES[1]!)).toEqual({ text: 'Free', free: true })
})

describe('what use costs', () => {
  const [turkish, english, arabic] = LANGUAGES as [Spoken, Spoken, Spoken]
  type Spoken = (typeof LANGUAGES)[number]
  type Facts = Parameters<typeof chargesInWords>[0]
  const meter = (facts: Partial<Facts['meters'][number]> = {}) => ({
    key: 'notifications',
    name: 'notifications',
    included: 20_000,
    tiers: [{ up_to: null, price: 0.02, per: 1 }],
    ...facts,
  })
  const plan = (facts: Partial<Facts> = {}): Facts => ({
    meters: [meter()],
    cap: null,
    currency: 'TRY',
    use_rate_date: null,
    period: 'month',
    ...facts,
  })

  test('is one sentence where there is one price', () => {
    expect(chargesInWords(plan(), english)).toEqual([
      '20,000 notifications included, then ₺0,02 each',
    ])
    expect(chargesInWords(plan({ meters: [meter({ name: 'bildirim' })] }), turkish)).toEqual([
      '20.000 bildirim dahil, sonrası tanesi ₺0,02',
    ])
    expect(withoutIsolates(chargesInWords(plan(), arabic).join())).toContain('₺0,02 لكل وحدة')
    expect(chargesInWords(plan({ meters: [] }), english)).toEqual([])
  })

  test('is said step by step where heavy use costs less, and of as many units as the price is for', () => {
    const tiers = [
      { up_to: 9_000, price: 4, per: 1_000 },
      { up_to: null, price: 3, per: 1_000 },
    ]
    expect(chargesInWords(plan({ meters: [meter({ included: 0, tiers })] }), english)).toEqual([
      'Notifications',
      'First 9,000: ₺4,00 per 1,000',
      'Beyond that: ₺3,00 per 1,000',
    ])
    expect(chargesInWords(plan({ meters: [meter({ tiers })] }), english)).toEqual([
      '20,000 notifications included',
      'Next 9,000: ₺4,00 per 1,000',
      'Beyond that: ₺3,00 per 1,000',
    ])
  })

  test('ends with the cap, and marks what was converted (D27)', () => {
    const capped = plan({ cap: 500, use_rate_date: '2026-11-25', period: null })
    expect(chargesInWords(capped, english)).toEqual([
      '20,000 notifications included, then ≈ ₺0,02 each',
      'Use costs ≈ ₺500,00 a month at most; you can change this limit',
    ])
    expect(chargesInWords({ ...capped, period: 'year' }, english)[1]).toContain('a year')
  })
})
