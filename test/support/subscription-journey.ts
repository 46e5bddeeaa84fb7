import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { directionOf, makeTranslate, type Locale } from '#lib/locale.ts'
import { readAllMessages } from '#locales/read.ts'
import { newVisitor, openMarketInPanel, type Visitor } from './browser.ts'
import { ADDRESS, cardWith, passChallenge, pay, prepareOrder } from './checkout.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from './console.ts'
import type { Marketplace } from './marketplace.ts'
import { signIn, type Owner } from './owner.ts'
import { startOwnMarket } from './own-market.ts'

type Store = 'store-1' | 'store-2'

const LANGUAGES = ['tr', 'en', 'ar'] as const
type Language = (typeof LANGUAGES)[number]

/**
 * Messages of a language: whole, as they begin, before what is put into them, and as a text of a
 * page begins that says them, whatever that is.
 */
export function wordsOf(locale: Locale) {
  const messages = readAllMessages(locale) as Record<string, string>
  const t = makeTranslate(messages, locale)
  const begins = (key: string): RegExp => {
    const [before = ''] = (messages[key] ?? '').split('{')
    if (before.trim() === '') throw new Error(`${key} does not begin with words in ${locale}`)
    return new RegExp(`^${literal(before.trim())}`)
  }
  const says = (key: string): RegExp => {
    const parts = (messages[key] ?? key).split(/\{\w+\}/)
    return new RegExp(`^${parts.map(literal).join('.*')}`)
  }
  return { t, begins, says }
}

const literal = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/** Reads the page that is open in each language, the reader's own last: each says all of these. */
export async function readInEach(
  page: Page,
  own: Language,
  keys: readonly string[],
): Promise<void> {
  const url = new URL(page.url())
  for (const language of LANGUAGES.toSorted((a, b) => Number(a === own) - Number(b === own))) {
    url.searchParams.set('hl', language)
    await page.goto(url.href)
    const html = page.locator(`html[lang^=${language}][dir=${directionOf(language)}]`)
    await html.waitFor({ state: 'attached' })
    const { says } = wordsOf(language)
    for (const key of keys)
      await page.getByRole('main').getByText(says(key)).filter({ visible: true }).first().waitFor()
  }
}

export interface SubscriptionMarket {
  market: Marketplace
  operator: ConsoleBrowser
  /** Another operator, for money. */
  finance: ConsoleBrowser
  /** A member of the demo's partner. */
  member: ConsoleBrowser
  partner: string
  /** Address of the partner's test stores. */
  testStores: string
  stop(): Promise<void>
}

/** A market of its own with the demo's partner, and somebody for each desk. */
export async function openSubscriptionMarket(): Promise<SubscriptionMarket> {
  const people: Partial<SubscriptionMarket> = {}
  // The test itself sends the invitations, so before the worker does.
  const own = await startOwnMarket(async (market) => {
    const operator = await firstOperator(market)
    const { partner_id: partner } = await market.services.db
      .selectFrom('items')
      .select('partner_id')
      .where('slug', '=', 'notices')
      .executeTakeFirstOrThrow()
    await operator.ask('POST', `/operator/partners/${partner}/invitations`, {
      email: 'owner@example.com',
    })
    const member = await signInToConsole(market, 'owner@example.com')
    await operator.ask('POST', '/operator/invitations', {
      email: 'finance@example.com',
      role: 'finance',
    })
    const finance = await signInToConsole(market, 'finance@example.com')
    const testStores = `${market.origins.console}/partner/${partner}/test-stores`
    Object.assign(people, { operator, finance, member, partner, testStores })
  })
  return { ...(people as SubscriptionMarket), ...own }
}

/** The console in a browser, as somebody who is signed in there. */
export async function openDesk(
  browser: Browser,
  { cookies, market }: ConsoleBrowser,
): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: 'en-GB' })
  await visitor.context.addCookies(
    [...cookies].map(([name, value]) => ({
      name,
      value,
      domain: new URL(market.origins.console).hostname,
      path: '/',
    })),
  )
  return visitor
}

/** The owner of a store on the app store, coming in from the panel. */
export async function openAsOwner(
  browser: Browser,
  market: Marketplace,
  { store, locale, width }: { store: Store; locale: 'tr' | 'en' | 'ar'; width?: number },
): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale, ...(width && { width }) })
  const { page: panel, context } = visitor
  await openMarketInPanel(panel, {
    store: store === 'store-1' ? 1 : 2,
    locale,
    panel: market.shop.origin('panel'),
  })
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    panel.locator('form.new-tab button').click(),
  ])
  await page.locator('form[action="/enter"] button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/enter'))
  await panel.close()
  return { ...visitor, page }
}

/** The store's owner by the API, with an address and these cards saved by one purchase each. */
export async function ownerWithCards(
  market: Marketplace,
  store: Store,
  cards: Readonly<Record<string, string>>,
): Promise<Owner> {
  const owner = await signIn(market, store)
  await owner.call('POST', '/domain/address', { body: ADDRESS })
  for (const [slug, number] of Object.entries(cards)) {
    const order = await prepareOrder(owner, slug)
    const card = { ...cardWith(number), store_card: true, store_name: `•••• ${number.slice(-4)}` }
    const { body } = await pay(owner, order, { body: { card } })
    if (body.state === 'challenge') await passChallenge(market, body.challenge.url)
  }
  return owner
}

/**
 * The owner makes a code, with which the partner adds the store: it has a clock of its own now. A
 * store that has one already is opened.
 */
export async function openTestClock(owner: Page, desk: Page, testStores: string): Promise<void> {
  await owner.goto(`${new URL(owner.url()).origin}/account`)
  const make = owner.locator('form:has([name=do][value=code]) button')
  const domain = await owner.locator('main bdi').first().innerText()
  const isNew = (await make.count()) > 0
  if (isNew) await make.click()
  const code = isNew ? await owner.locator('code').innerText() : null
  await desk.goto(`${testStores}?hl=en`)
  if (code !== null) {
    await desk.getByLabel('Code of the store’s owner').fill(code)
    await desk.getByRole('button', { name: 'Add the store' }).click()
  }
  await desk.getByRole('link', { name: domain, exact: true }).click()
  await desk.getByRole('heading', { name: 'Test clock' }).waitFor()
}

/** Moves the store's clock on the partner's page, one press after the other. */
export async function advance(desk: Page, ...by: ('1d' | '7d' | '1m')[]): Promise<void> {
  const clock = () => desk.locator('main time').first().getAttribute('datetime')
  for (const step of by) {
    const before = await clock()
    await desk.locator(`button[name=by][value="${step}"]`).click()
    await expect.poll(clock, { timeout: 30_000 }).not.toBe(before)
    await desk.locator('button[name=by]').first().waitFor({ timeout: 60_000 })
  }
}

/** The mail with these words in its subject, once it has come. */
export async function mailAbout(
  market: Marketplace,
  subject: RegExp,
): Promise<{ subject: string; text: string }> {
  const find = () => market.shop.mails().find((mail) => subject.test(mail.subject))
  await expect.poll(() => find()?.subject, { timeout: 30_000 }).toMatch(subject)
  const { subject: line = '', text = '' } = find() ?? {}
  return { subject: line, text }
}

export const linksIn = (text: string): string[] => text.match(/https?:\/\/[^\s>)]+/g) ?? []
