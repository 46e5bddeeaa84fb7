import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#lib/time-zone.ts'
import { recordEarnings, releaseHolds } from '#modules/earnings/public.ts'
import { faultsOf } from '#test/support/axe.ts'
import { newVisitor, openChromium, type Visitor } from '#test/support/browser.ts'
import { buy } from '#test/support/checkout.ts'
import { field, fill } from '#test/support/console-page.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { readInEach } from '#test/support/subscription-journey.ts'
import { signIn } from '#test/support/owner.ts'

/** A partner is paid to an account at a provider, from the first form to the money taken back. */
let browser: Browser
let market: Marketplace
let partner: string
let order: string
let people: Record<'admin' | 'finance' | 'money', ConsoleBrowser>
const DAY = 86_400

beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  const admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', { email: 'f@example.com', role: 'finance' })
  const finance = await signInToConsole(market, 'f@example.com')
  partner = (
    await market.services.db
      .selectFrom('items')
      .select('partner_id')
      .where('slug', '=', 'delivery-day')
      .executeTakeFirstOrThrow()
  ).partner_id
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, { email: 'p@example.com' })
  people = { admin, finance, money: await signInToConsole(market, 'p@example.com') }
  await market.services.db
    .updateTable('person_sessions')
    .set({ expires_at: new Date('2099-01-01') })
    .execute()
  const settings = { minimum: 1, iban: '', bic: '' }
  await finance.ask('PUT', '/operator/payout-settings/TRY', settings)
  order = (await buy(market, await signIn(market), 'delivery-day')).orderNumber
  await recordEarnings(market.services)
  market.clock.moveSeconds(15 * DAY)
  await releaseHolds(market.services)
  await market.startWorker()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await market?.stop()
})

/** A browser in which somebody is signed in already. */
async function visitorAs(name: keyof typeof people): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: 'en-GB' })
  await visitor.context.addCookies(
    [...people[name].cookies].map(([cookie, value]) => ({
      name: cookie,
      value,
      url: market.origins.console,
    })),
  )
  return visitor
}
/** Presses a button of a form; its answer has come before the next step, which may leave the page. */
const press = (page: Page, name: string | RegExp) =>
  Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('main').getByRole('button', { name }).first().click(),
  ])
const confirm = (page: Page) => page.getByRole('main').getByRole('checkbox').first().check()
const own = () => `${market.origins.console}/partner/${partner}/payouts?hl=en`
const desk = (path: string) => `${market.origins.console}/operator/payouts${path}?hl=en`
/** The market's day. */
const today = () => dayIn('Europe/Istanbul', market.clock.now())

test('a partner opens an account at the provider’s page, is paid there, and pays back after a refund', async () => {
  const [money, finance, admin] = [
    await visitorAs('money'),
    await visitorAs('finance'),
    await visitorAs('admin'),
  ]
  await openAccount(money.page)
  await confirmPartner(finance.page)
  market.clock.moveSeconds(4 * DAY)
  const batch = await createBatch(finance.page)
  await admin.page.goto(batch)
  expect(await faultsOf(admin.page)).toEqual([])
  await confirm(admin.page)
  await press(admin.page, 'Start transfers')
  await expect
    .poll(
      async () => {
        await admin.page.goto(batch)
        return admin.page.getByText(/trf_/).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await readInEach(admin.page, 'en', ['console.payouts.batch.ended', 'console.payouts.state.paid'])
  await takeBack(admin.page, batch)
  await money.page.goto(own())
  await money.page.getByText(/^Taken back: /).waitFor()
  await readInEach(money.page, 'en', ['console.payouts.taken_back'])
  for (const { complaints, close } of [money, finance, admin]) {
    expect(complaints).toEqual([])
    await close()
  }
})

async function openAccount(page: Page): Promise<void> {
  await page.goto(own())
  await readInEach(page, 'en', ['console.payouts.partner_lead', 'console.payouts.lead.missing'])
  await page.getByRole('link', { name: 'Sandbox Bank', exact: true }).click()
  await page.getByRole('heading', { name: 'Account at Sandbox Bank' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await fill(page, { holder: 'Örnek Yazılım A.Ş.', tax_number: '1234567890' })
  await field(page, 'country').selectOption('TR')
  await press(page, 'Save and go on')
  await page.getByRole('link', { name: 'Go on at Sandbox Bank' }).click()
  await page.getByRole('radio', { name: 'Take payouts', exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Open the account' }).click()
  await page.getByText('You are back from Sandbox Bank.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, 'Check now')
  await page.getByText('The account at Sandbox Bank is ready.').first().waitFor()
  await readInEach(page, 'en', [
    'console.payouts.lead.submitted',
    'console.payouts.connection.ready',
  ])
}

async function confirmPartner(page: Page): Promise<void> {
  await page.goto(desk(`/partners/${partner}`))
  await page.getByText('The account at Sandbox Bank is ready.').waitFor()
  await readInEach(page, 'en', ['console.payouts.decide_lead'])
  await press(page, 'Save decision')
  await page.getByText('Confirmed').first().waitFor()
}

/** Its address; who created it is told that somebody else releases it. */
async function createBatch(page: Page): Promise<string> {
  await page.goto(desk(''))
  await fill(page, { day: today() })
  await confirm(page)
  await press(page, 'Create batch')
  await page.getByText('another person of the team has to release it').waitFor()
  await readInEach(page, 'en', ['console.payouts.batch.draft', 'console.payouts.second'])
  return page.url()
}

async function takeBack(page: Page, batch: string): Promise<void> {
  await people.finance.ask('POST', `/operator/orders/${order}/chargebacks`, {
    amount: null,
    reference: 'CB-1',
    confirmed: true,
  })
  await page.goto(batch)
  expect(await faultsOf(page)).toEqual([])
  await confirm(page)
  await press(page, /^Take back /)
  await expect
    .poll(
      async () => {
        await page.goto(batch)
        return page.getByText(/^Taken back: /).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
}
