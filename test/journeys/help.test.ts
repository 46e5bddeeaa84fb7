import pg from 'pg'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTranslate } from '#lib/locale.ts'
import { readAllMessages } from '#locales/read.ts'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  confirmShop,
  expectNoConsoleMessages,
  newVisitor,
  openChromium,
  openMarketInPanel,
  type Visitor,
} from '#test/support/browser.ts'

const SLUG = 'journal'
const READER = 'per_0000000000000000help'

let browser: Browser
let db: pg.Client
beforeAll(async () => {
  browser = await openChromium()
  db = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await db.connect()
  // Somebody of the seller reads.
  await db.query(
    `insert into people (id, name, email, email_verified, created_at, updated_at) values ($1, 'Ada', 'help@partner.example', true, now(), now())`,
    [READER],
  )
  await db.query(
    `insert into partner_members select partner_id, $1, 'owner', now() from items where slug = $2`,
    [READER, SLUG],
  )
})
afterAll(async () => {
  // The other journeys find the seller as they know it.
  await db.query(`delete from contact_messages where partner_id is not null`)
  await db.query(`delete from partner_members where person_id = $1`, [READER])
  await db.query(`delete from people where id = $1`, [READER])
  await db.end()
  await browser.close()
})

/** Installs or uninstalls as the page itself would: by the API, with the page's session. */
const change = (frame: FrameLocator, method: 'POST' | 'DELETE'): Promise<number> =>
  frame.locator('body').evaluate(
    async (_body, { slug, how }) => {
      const read = async (path: string) =>
        (
          (await (await fetch(`/api${path}`)).json()) as {
            data: { id: string; plan: { agreement: { version: string } } }
          }
        ).data
      const { id } = await read(`/theme-store/theme/detail?slug=${slug}`)
      const path = `/theme-store/theme/${id}/installation`
      const { plan } = await read(path)
      const store = decodeURIComponent(/(?:^|; )domain=([^;]*)/.exec(document.cookie)?.[1] ?? '')
      const body =
        how === 'POST'
          ? { store, permissions: [], agreement: { version: plan.agreement.version } }
          : { store }
      const write = {
        method: how,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return (await fetch(`/api${path}`, write)).status
    },
    { slug: SLUG, how: method },
  )

const hasIt = (frame: FrameLocator): Promise<boolean> =>
  frame.locator('body').evaluate(async (_body, slug) => {
    const read = async (path: string) =>
      (
        (await (await fetch(`/api${path}`)).json()) as {
          data: { id: string; installation: { state: string } | null }
        }
      ).data
    const { id } = await read(`/theme-store/theme/detail?slug=${slug}`)
    const { installation } = await read(`/theme-store/theme/${id}/installation`)
    return installation !== null && installation.state !== 'uninstalled'
  }, SLUG)

/** A page of the site, in a tab of its own, as the owner. */
async function openSite({ page, context }: Visitor): Promise<Page> {
  const [top] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /yeni sekme/i }).click(),
  ])
  await confirmShop(top)
  return top
}

test('an owner gets help from the seller by keyboard, tells what they chose, writes again, solves and reopens it, in three languages (S2.26)', async () => {
  const visitor = await newVisitor(browser)
  const frame = await openMarketInPanel(visitor.page, { store: 2, market: 'themes' })
  await expect.poll(() => change(frame, 'POST'), { timeout: 20_000 }).toBe(200)
  const top = await openSite(visitor)
  for (const locale of ['tr', 'en', 'ar'] as const) {
    const t = makeTranslate(readAllMessages(locale), locale)
    await top.setViewportSize({ width: locale === 'ar' ? 390 : 1280, height: 900 })
    const at = (path: string) => `${addresses().themes}${path}?hl=${locale.toUpperCase()}`
    await expect
      .poll(
        async () => {
          await top.goto(at(`/account/installed/${SLUG}`))
          return top.getByRole('link', { name: t('installation.help') }).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    await top.getByRole('link', { name: t('installation.help') }).click()
    await top.getByText(t('help.response.unknown')).waitFor()
    expect(await top.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(await faultsOf(top)).toEqual([])

    // Sent too early: the fields say what is missing.
    await top.getByRole('button', { name: t('help.send') }).click()
    await top.getByRole('alert').waitFor()
    await top.getByLabel(t('help.subject')).focus()
    await top.keyboard.type('Journal')
    await top.keyboard.press('Tab')
    await top.keyboard.type('The menu does not open.')
    await top.keyboard.press('Tab')
    await top.keyboard.press('Space')
    expect(await top.getByRole('checkbox').first().isChecked()).toBe(true)
    await top.getByRole('button', { name: t('help.send') }).focus()
    await top.keyboard.press('Enter')

    await top.getByRole('heading', { name: 'Journal', exact: true }).waitFor()
    const main = top.getByRole('main')
    expect(await main.innerText()).toContain(new URL(addresses().shop2).host)
    expect(await main.innerText()).toContain(t('help.state.waiting'))
    expect(await faultsOf(top)).toEqual([])
    await top.getByLabel(t('messages.again')).last().fill('Only on telephones.')
    await top.getByRole('button', { name: t('help.send') }).click()
    await top.getByText('Only on telephones.').first().waitFor()
    await top.getByRole('button', { name: t('help.solve') }).click()
    await top.getByRole('button', { name: t('help.reopen') }).waitFor()
    await top.getByRole('button', { name: t('help.reopen') }).click()
    await top.getByRole('button', { name: t('help.solve') }).waitFor()
    await top.goto(at('/account/support'))
    await top.getByRole('link', { name: 'Journal' }).first().waitFor()
    expect(await faultsOf(top)).toEqual([])
  }
  await expect.poll(() => change(frame, 'DELETE'), { timeout: 20_000 }).toBe(200)
  await expect.poll(() => hasIt(frame), { timeout: 20_000 }).toBe(false)
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
