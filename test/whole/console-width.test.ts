import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import { isAwake, openChromium } from '#test/support/browser.ts'
import { call } from '#test/support/owner.ts'
import { runBulk } from '#modules/market/public.ts'
import { checkSubmission } from '#modules/publishing/public.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'

/** Nothing in it may be broken by rule: no space, no hyphen, no letter beyond ASCII. */
const LONG = Buffer.alloc(6_000, 'arasta')
  .toString('base64')
  .replaceAll(/[^A-Za-z0-9]/g, 'x')
const WIDTHS = [390, 768, 1280]

let desk: SubmissionDesk
let browser: Browser
let partner = ''
let item: { id: string; path: string }
let submission = ''
beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startSubmissions({ buildFolder: 'build' }), openChromium()])
  partner = desk.partner
  const made = await desk.newItem()
  item = { id: made.id, path: made.path }
  submission = await desk.waiting(made)
  await fillWithLongTexts()
})
afterAll(async () => {
  await browser.close()
  await desk.market.stop()
})

/** As large as each field may be, and without a place to break. */
async function fillWithLongTexts(): Promise<void> {
  const { db, clock } = desk.market.services
  const { id: person } = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', 'deniz@example.com')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('partners')
    .set({ name: LONG.slice(0, 100) })
    .where('id', '=', partner)
    .execute()
  await db
    .updateTable('items')
    .set({ name: LONG.slice(0, 120) })
    .where('id', '=', item.id)
    .execute()
  await db
    .updateTable('people')
    .set({ name: LONG.slice(0, 100) })
    .where('id', '=', person)
    .execute()
  const after = {
    text: LONG,
    ...Object.fromEntries(
      [
        'about_tr',
        'about_en',
        'about_ar',
        'facts',
        'reason',
        'note',
        'title',
        'lead',
        'tagline',
        'label',
      ].map((name) => [name, LONG]),
    ),
  }
  await db
    .insertInto('audit_log')
    .values({
      at: clock.now(),
      actor_id: person,
      actor_role: 'operator:admin',
      operation: 'changeListingWords',
      kind: 'item',
      object_id: item.id,
      partner_id: partner,
      before: JSON.stringify({ text: LONG }),
      after: JSON.stringify(after),
      request_id: 'x',
    })
    .execute()
  await db
    .updateTable('submissions')
    .set({ listing: JSON.stringify(await longListing()) })
    .where('id', '=', submission)
    .execute()
  await db
    .insertInto('stores')
    .values({
      id: 'sto_long',
      platform_id: 1,
      external_id: LONG.slice(0, 60),
      domain: `${LONG.slice(0, 60).toLowerCase()}.${LONG.slice(0, 60).toLowerCase()}.example`,
      name: LONG.slice(0, 120),
      url: 'https://long.example',
      is_os2: false,
      status: 'active',
      checked_at: clock.now(),
      created_at: clock.now(),
    })
    .execute()
}

async function longListing(): Promise<Record<string, unknown>> {
  const { listing } = await desk.market.services.db
    .selectFrom('submissions')
    .select('listing')
    .where('id', '=', submission)
    .executeTakeFirstOrThrow()
  const given = listing as unknown as {
    texts: { tagline: string; description: string[]; features: string[] }[]
  }
  return {
    ...given,
    texts: given.texts.map((text) => ({
      ...text,
      tagline: LONG.slice(0, 200),
      description: [LONG],
      features: [LONG.slice(0, 200)],
    })),
  }
}

const PATHS = (): string[] => [
  '/operator',
  '/operator/inbox',
  '/operator/inbox/summary',
  `/operator/inbox?row=submission:${submission}`,
  '/operator/audit',
  '/operator/items',
  `/operator/items/${item.id}`,
  '/operator/queue',
  `/operator/queue/${submission}`,
  '/operator/partners',
  '/operator/team',
  '/operator/stores',
  '/operator/stores/sto_long',
  '/operator/statements',
  '/operator/reviews',
  '/operator/messages',
  '/operator/orders',
  '/operator/coupons',
  '/operator/tax',
  '/operator/shares',
  '/operator/earnings',
  '/operator/books',
  '/operator/settings',
  '/operator/texts',
  '/operator/jobs',
  '/operator/exports?list=audit',
  '/operator/bulk',
  '/operator/bulk/new?act=unpublish_items&all=yes&filter.q=x',
  '/operator/platforms',
  '/operator/home-page',
  '/operator/shelves',
  '/operator/figures',
  '/operator/rollouts',
  '/operator/newsletter',
  '/account',
]

async function signedIn(
  width: number,
  locale: string,
  dark = false,
  { cookies } = desk.admin,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale,
    colorScheme: dark ? 'dark' : 'light',
  })
  await context.addCookies(
    [...cookies].map(([name, value]) => ({
      name,
      value,
      url: desk.market.origins.console,
    })),
  )
  return context.newPage()
}

describe('the console with long unbreakable texts (B13)', () => {
  for (const width of WIDTHS) {
    test(`has no screen that is wider than a window of ${width}`, async () => {
      const page = await signedIn(width, 'tr-TR')
      const [wide, bare]: string[][] = [[], []]
      for (const path of PATHS()) {
        const answer = await page.goto(
          `${desk.market.origins.console}${path}${path.includes('?') ? '&' : '?'}hl=tr`,
        )
        expect([path, answer?.status()]).toEqual([path, 200])
        const measured = await page.evaluate(() => document.documentElement.scrollWidth)
        if (measured > width) wide?.push(`${path} ${measured}`)
        const keys = await page.evaluate(() =>
          [...document.forms]
            .filter((one) => one.method === 'post')
            .map((one) => {
              const first = one.elements[0] as HTMLInputElement | undefined
              return first?.name === 'form_key' ? first.value : ''
            }),
        )
        if (keys.includes('') || new Set(keys).size < keys.length)
          bare?.push(`${path} ${keys.join()}`)
        await keep(page, `${path.replaceAll('/', '_')}-${width}`)
      }
      expect({ wide, bare }).toEqual({ wide: [], bare: [] })
      await page.context().close()
    }, 180_000)
  }

  test('creates once when a rendered form is sent twice, and shows it empty afterwards', async () => {
    const page = await signedIn(1280, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator/partners?hl=en`)
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Add and invite' }) })
    await form.locator('[name=name]').fill('Twice Software')
    await form.locator('[name=email]').fill('twice@example.com')
    const answers = await form.evaluate(async (one: HTMLFormElement) => {
      const body = new URLSearchParams(
        [...new FormData(one)].map(([name, value]) => [name, String(value)]),
      )
      const send = async () => (await fetch(location.href, { method: 'POST', body })).status
      return [await send(), await send()]
    })
    expect(answers).toEqual([200, 200])
    await form.getByRole('button', { name: 'Add and invite' }).click()
    await expect.poll(() => form.locator('[name=name]').inputValue()).toBe('')
    const made = await desk.market.services.db
      .selectFrom('partners')
      .select('id')
      .where('name', '=', 'Twice Software')
      .execute()
    expect(made).toHaveLength(1)
    await page.context().close()
  })

  test('answers each download with a named file, and one with personal data to a POST only', async () => {
    const page = await signedIn(1280, 'en-GB')
    const at = desk.market.origins.console
    await page.goto(`${at}/operator/newsletter?hl=en`)
    const partnerPage = await signedIn(1280, 'en-GB', false, desk.owner)
    await partnerPage.goto(`${at}/partner/${partner}?hl=en`)
    const read = (path: string) =>
      (path.startsWith('/partner') ? partnerPage : page).evaluate(async (url) => {
        const { ok, headers, url: end } = await fetch(url)
        return [ok, headers.get('content-disposition') ?? new URL(end).pathname]
      }, path)
    expect([
      await read('/operator/figures.csv?days=7'),
      await read(`/partner/${partner}/figures.csv?days=7`),
      await read(`/partner/${partner}/items/${item.id}/figures.csv?days=7`),
      await read('/operator/platforms/1/report.csv?version=99.0.0'),
      await read('/operator/newsletter/export'),
    ]).toEqual([
      [true, expect.stringMatching(/figures-.+\.csv/)],
      [true, expect.stringMatching(/figures-.+\.csv/)],
      [true, expect.stringMatching(/figures-.+\.csv/)],
      [true, 'attachment; filename="platform-1-99.0.0.csv"'],
      [true, '/operator/newsletter'],
    ])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('form[action="/operator/newsletter/export"] button').click(),
    ])
    expect(file.suggestedFilename()).toBe('newsletter.csv')
    await Promise.all([page.context().close(), partnerPage.context().close()])
  })

  test('truncates a long value of the audit log and expands it on a click', async () => {
    const page = await signedIn(1280, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator/audit?hl=en&object=${item.id}`)
    const row = page.locator('tbody tr', { hasText: LONG.slice(0, 40) }).first()
    expect((await row.boundingBox())?.height ?? 99_999).toBeLessThan(1600)
    await row.getByText('Show all').first().click()
    expect(await row.getByText(LONG.slice(0, 2_000)).first().isVisible()).toBe(true)
    await page.context().close()
  })

  test('shows a listing under review as the storefront will, in each language', async () => {
    const page = await signedIn(1280, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator/queue/${submission}?hl=en`)
    const listing = page.getByRole('region', { name: 'Listing', exact: true })
    await listing.getByRole('link', { name: 'العربية' }).click()
    const arabic = listing.locator('[lang=ar]', { hasText: 'بطاقة هدية' })
    await arabic.waitFor()
    expect(await arabic.getAttribute('dir')).toBe('rtl')
    expect(await listing.innerText()).not.toMatch(/texts\.|facts\.|pictures\./)
    if (process.env.CONSOLE_PICTURES)
      for (const locale of ['tr', 'ar'])
        for (const dark of [false, true]) {
          const other = await signedIn(768, locale, dark)
          for (const path of [
            '/operator',
            '/operator/audit',
            `/operator/queue/${submission}`,
            '/account',
          ]) {
            await other.goto(`${desk.market.origins.console}${path}?hl=${locale}`)
            await keep(
              other,
              `${path.replaceAll('/', '_')}-768-${locale}-${dark ? 'dark' : 'light'}`,
            )
          }
          await other.context().close()
        }
    await page.context().close()
  })
})

async function changeTagline(path: string, tagline: string): Promise<void> {
  const listing = (await desk.owner.ask('GET', `${path}/listing`)).body as {
    revision: number
    content: {
      texts: { locale: string; name: string; description: string[]; features: string[] }[]
    }
  }
  const said = listing.content.texts.find((one) => one.locale === 'en')
  const { status, body } = await desk.owner.ask('PUT', `${path}/listing/words/en`, {
    revision: listing.revision,
    name: said?.name,
    tagline,
    description: said?.description.join('\n\n'),
    features: said?.features.join('\n'),
    touches: [],
    leaves_alone: [],
    support: [],
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** Once the page answers to keys, the focus is on the first row of its list. */
async function isListening(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const key = new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true })
        return !document.body.dispatchEvent(key)
      }),
    )
    .toBe(true)
}

describe('a list of the console', () => {
  test('shows the columns and the order that its address says, without a script too, and its filters keep them', async () => {
    const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })
    await context.addCookies(
      [...desk.admin.cookies].map(([name, value]) => ({
        name,
        value,
        url: desk.market.origins.console,
      })),
    )
    const page = await context.newPage()
    await page.goto(`${desk.market.origins.console}/operator/items?hl=en`)
    const heads = () => page.locator('thead th').allInnerTexts()
    const before = await heads()
    expect(before).toContain('Partner')
    const choose = async (name: string) => {
      await page.locator('summary', { hasText: 'Columns' }).click()
      await page.locator('.menu').getByRole('link', { name }).click()
    }
    await choose('Partner')
    expect(await heads()).toEqual(before.filter((name) => name !== 'Partner'))
    await choose('Id')
    await choose('Oldest first')
    await page.locator('th[aria-sort=ascending]', { hasText: 'Last change' }).waitFor()
    await page.getByLabel('Name, slug, prefix or id').fill(item.id)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/q=/)
    expect(await heads()).toEqual([...before.filter((name) => name !== 'Partner'), 'Id'])
    expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest')
    await choose('Partner')
    await choose('Id')
    expect(new URL(page.url()).searchParams.has('columns')).toBe(false)
    expect(await heads()).toEqual(before)
    await context.close()
  })
})

describe('the console by keys alone', () => {
  test('moves over the rows of a list with J and K, opens one with ↵, and goes to a page by its name', async () => {
    const page = await signedIn(1280, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator/items?hl=en`)
    await isAwake(page)
    await isListening(page)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
    expect(await focused()).toBe(`/operator/items/${item.id}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/operator/items/${item.id}`)
    // As this browser's keyboard has it; a Mac's has ⌘.
    await page.getByRole('link', { name: 'Search' }).getByText('Ctrl K').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operator/audit')
    await page
      .getByRole('navigation', { name: 'Console pages' })
      .locator('[aria-current=page]', { hasText: 'Audit log' })
      .waitFor()
    await page.context().close()
  })

  test('works the inbox with keys only: selects, assigns, puts off, finishes, undoes, opens', async () => {
    for (const subject of ['First question', 'Second question'])
      await call(desk.market, 'POST', '/contact-forms', {
        body: {
          fullname: 'Zeynep Kaya',
          email: 'zeynep@example.com',
          subject,
          message: 'Where is my invoice?',
        },
      })
    const page = await signedIn(1280, 'en-GB')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const rows = () => page.locator('main [data-row] a').allInnerTexts()
    const both = ['First question', 'Second question']
    const isChanged = (count: number) => page.getByText(`${count} changed.`).waitFor()
    await page.goto(`${desk.market.origins.console}/operator/inbox?kind=message&hl=en`)
    await isAwake(page)
    const [first = '', second = ''] = await rows()
    expect([first, second].toSorted()).toEqual(both)

    await isListening(page)
    await press('x', 'j', 'x', 'a')
    await isChanged(2)
    await expect.poll(() => page.locator('main [data-row]').getByText('Nobody').count()).toBe(0)

    await page.goto(`${desk.market.origins.console}/operator/inbox?kind=message&hl=en`)
    await isAwake(page)
    await isListening(page)
    await press('e')
    await isChanged(1)
    await expect.poll(rows).toEqual([second])
    await press('z')
    await expect.poll(rows).toEqual([first, second])
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe(first)

    await press('s')
    await expect.poll(rows).toHaveLength(1)
    await page.goto(`${desk.market.origins.console}/operator/inbox?view=snoozed&hl=en`)
    await isAwake(page)
    expect(await rows()).toHaveLength(1)
    await isListening(page)
    await press('Enter')
    await page.waitForURL(/row=message/)
    await page.getByRole('link', { name: 'Open its page' }).waitFor()
    await press('Tab')
    await page.context().close()
  })

  test('acts on several rows with keys only: selects them, tries it, has it done and sees what came of it', async () => {
    const { services, origins } = desk.market
    for (const made of [await desk.newItem(), await desk.newItem()]) {
      const id = await desk.waiting(made)
      await desk.claim(id)
      expect((await desk.approve(id)).status).toBe(200)
      const { status } = await desk.admin.ask('PUT', `/operator/items/${made.id}/unpublished`, {
        grounds: 'contract',
        rule: '§ 7',
        facts: 'It sends what customers type to another site.',
        notice: 'It is not offered at present.',
      })
      expect(status).toBe(200)
    }
    const page = await signedIn(1280, 'en-GB')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    /** The button has the focus, and is pressed by its key. */
    const enter = async (name: string) => {
      await page.getByRole('button', { name }).focus()
      await press('Enter')
    }
    await page.goto(`${origins.console}/operator/items?state=unpublished&hl=en`)
    await isAwake(page)
    await isListening(page)
    await press('x', 'j', 'x')
    await page.getByRole('status').getByText('2 rows selected').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press('b', 'ArrowDown', 'Tab', 'Enter')
    await page.waitForURL(/operator\/bulk\/new/)
    await page.getByRole('heading', { name: 'Publish items again' }).waitFor()
    await enter('Try it first')
    await page.waitForURL(/operator\/bulk\/blk_/)
    const run = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await runBulk(services, run)
    await page.getByText('Waits for you').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await enter('Do it to 2 rows')
    await page.getByText('Being done').waitFor()
    await runBulk(services, run)
    await page.getByText('Done', { exact: true }).first().waitFor()
    const left = await services.db
      .selectFrom('items')
      .select('id')
      .where('status', '=', 'unpublished')
      .execute()
    expect(left).toEqual([])
    await page.context().close()
  })

  test('reviews submissions with keys only: takes one, reads its changes and what was found, ticks, decides, and the next one opens', async () => {
    const made = await desk.newItem()
    const first = await desk.waiting(made)
    await desk.claim(first)
    expect((await desk.approve(first)).status).toBe(200)
    await changeTagline(made.path, 'Customers write a short note for their gift.')
    const zip = await made.zip('1.1.0', {
      files: { 'note.js': "const note = 'Hello'\nlocalStorage.setItem('note', note)\n" },
    })
    const { body } = await desk.submit(made, zip)
    await checkSubmission(desk.market.services, String(body.id))
    const page = await signedIn(1440, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator/queue/${String(body.id)}?hl=en`)
    await isAwake(page)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }

    // What the words were and are, on both sides, and the line that keeps something in the browser.
    await page
      .getByRole('region', { name: 'as it will be' })
      .locator('ins', { hasText: 'short' })
      .waitFor()
    await press('f')
    const finding = page.getByRole('article', { name: 'Keeps something in the browser' })
    await expect.poll(() => finding.evaluate((node) => node === document.activeElement)).toBe(true)
    await press(']')
    await expect.poll(() => new URL(page.url()).searchParams.get('file')).not.toBe('note.js')

    await press('a')
    const approve = page.getByRole('button', { name: /^Approve/ })
    await page.getByRole('button', { name: 'Approve, 5 open' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await approve.isDisabled()).toBe(true)
    await press('p')
    await page.getByRole('button', { name: 'Reject, 1 reason' }).waitFor()
    const answer = page.locator('textarea[data-answer=en]')
    expect(await answer.inputValue()).toContain('with this version.')
    await press('p')
    expect(await answer.inputValue()).toBe('')
    await page.locator('input[name=checked]').first().focus()
    await press('Space', 'Tab', 'Space', 'Tab', 'Space', 'Tab', 'Space', 'Tab', 'Space')
    await page.getByRole('button', { name: 'Approve and publish' }).waitFor()
    await press('Shift+A')

    await page.getByText('is approved and published. This is the next one.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/operator/queue/${submission}`)
    await press('a')
    await page.getByRole('button', { name: /^Reject/ }).waitFor()
    await press('w', 'Shift+R')
    await page.waitForURL('**/operator/queue?show=decided')
    expect(await desk.listed(made)).toMatchObject({ version: '1.1.0' })
    await page.context().close()
  })

  test('rejects a submission without a script: a ticked reason is the answer', async () => {
    const made = await desk.newItem()
    const id = await desk.waiting(made)
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
    await context.addCookies(
      [...desk.admin.cookies].map(([name, value]) => ({
        name,
        value,
        url: desk.market.origins.console,
      })),
    )
    const page = await context.newPage()
    await page.goto(`${desk.market.origins.console}/operator/queue/${id}?hl=en`)
    await page.getByRole('button', { name: /^Take it/ }).click()
    await page.locator('input[name=reason][value=pictures]').check({ force: true })
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.waitForURL(/show=decided|former=/)
    expect(await desk.look(made, id)).toMatchObject({
      state: 'rejected',
      rejection: {
        rule: 'Publishing rules: pictures',
        reasons: expect.stringContaining('on a running shop, with this version.') as string,
      },
    })
    await context.close()
  })

  test('puts goals in order by keys, where the row keeps the focus, by dragging, and without a script', async () => {
    const page = await signedIn(1280, 'en-GB')
    const address = `${desk.market.origins.console}/operator/goals?hl=en`
    const names = (from: Page) =>
      from.locator('main table').first().locator('tbody td:first-child a').allInnerTexts()
    await page.goto(address)
    await isAwake(page)
    const [first = '', second = '', third = '', ...rest] = await names(page)
    await page.getByRole('button', { name: `Move down: ${first}` }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual([second, first, third, ...rest])
    await page.getByText(`${first} is now at place 2`).waitFor()
    // At the top there is no way up: the other button of the row has the focus.
    await page.getByRole('button', { name: `Move up: ${first}` }).press('Enter')
    await expect.poll(() => names(page)).toEqual([first, second, third, ...rest])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe(`Move down: ${first}`)

    const handle = page.getByTitle('Drag to move').first()
    const to = await page.locator('main table').first().locator('tbody tr').nth(2).boundingBox()
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(to!.x + to!.width - 20, to!.y + to!.height - 4, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => names(page)).toEqual([second, third, first, ...rest])
    expect(await faultsOf(page)).toEqual([])

    const plain = await page
      .context()
      .browser()!
      .newContext({
        javaScriptEnabled: false,
        storageState: await page.context().storageState(),
      })
    const still = await plain.newPage()
    await still.goto(address)
    await still.getByRole('button', { name: `Move up: ${first}` }).click()
    await expect.poll(() => names(still)).toEqual([second, first, third, ...rest])
    await plain.close()
    await page.context().close()
  })

  test('arranges the home page beside the page itself: by keys, by dragging and without a script; publishes it and goes back', async () => {
    const page = await signedIn(1280, 'en-GB')
    const address = `${desk.market.origins.console}/operator/home-page?market=theme&hl=en`
    const names = (from: Page) =>
      from.locator('main table tbody td:first-child span.min-w-0').allInnerTexts()
    const home = async () => {
      const { data } = (await call(desk.market, 'GET', '/theme-store/home')).body as {
        data: { sections: string[] }
      }
      return data.sections
    }
    const frame = page.frameLocator('iframe[title="Preview of the home page"]')
    await page.goto(address)
    await isAwake(page)
    await frame.locator('h1').waitFor()
    const [first = '', second = '', third = '', ...rest] = await names(page)
    expect([first, second, third]).toEqual(['Categories', 'Featured themes', 'Banners'])
    const down = page.getByRole('button', { name: `Move down: ${first}` })
    await down.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual([second, first, third, ...rest])
    // Though the page may not have read the draft again.
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual([second, third, first, ...rest])
    await page.getByText('Your draft, last changed on').waitFor()
    await page.getByRole('button', { name: 'Hide: Goals' }).press('Enter')
    await page.getByRole('button', { name: 'Show: Goals' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Show: Goals')
    const handle = page.getByTitle('Drag to move').nth(2)
    const to = await page.locator('main table tbody tr').first().boundingBox()
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(to!.x + to!.width - 20, to!.y + 4, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => names(page)).toEqual([first, second, third, ...rest])
    expect(await faultsOf(page)).toEqual([])
    expect(await home()).toContain('goals')
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByText('The home page is arranged like this now.').waitFor()
    expect(await home()).not.toContain('goals')
    await page.getByRole('link', { name: 'Phone' }).click()
    await page.locator('[data-device=phone] iframe').waitFor()
    await keep(page, 'home-page-phone')

    const plain = await page
      .context()
      .browser()!
      .newContext({
        javaScriptEnabled: false,
        storageState: await page.context().storageState(),
      })
    const still = await plain.newPage()
    await still.goto(address)
    await still.getByRole('button', { name: `Move up: ${second}` }).click()
    await expect.poll(() => names(still)).toEqual([second, first, third, ...rest])
    await still.locator('summary', { hasText: 'Discard the draft' }).click()
    await still.getByRole('button', { name: /^Discard the draft/ }).click()
    await expect.poll(() => names(still)).toEqual([first, second, third, ...rest])
    await still.getByRole('button', { name: /^Back to the arrangement before/ }).click()
    await still.getByText('The arrangement before is live again.').waitFor()
    expect(await home()).toContain('goals')
    await plain.close()
    await page.context().close()
  })

  test('shows all keys with ?, where single letters can be switched off (WCAG 2.1.4)', async () => {
    const page = await signedIn(1280, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator/items?hl=en`)
    await isAwake(page)
    await isListening(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByLabel('Single-letter shortcuts are on').uncheck()
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('A')
    await page.context().close()
  })

  test('has its pages in a sheet below 700 px', async () => {
    const page = await signedIn(390, 'en-GB')
    await page.goto(`${desk.market.origins.console}/operator?hl=en`)
    await isAwake(page)
    const pages = page.getByRole('navigation', { name: 'Console pages' })
    expect(await pages.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await pages.getByRole('link', { name: 'Finance' }).click()
    await page.waitForURL('**/operator/orders')
    expect(await pages.isVisible()).toBe(false)
    await page.context().close()
  })
})

/** `CONSOLE_PICTURES=<folder>`: what the screens look like. */
async function keep(page: Page, name: string): Promise<void> {
  if (process.env.CONSOLE_PICTURES)
    await page
      .screenshot({
        path: `${process.env.CONSOLE_PICTURES}/${name}.png`,
        fullPage: true,
        timeout: 20_000,
      })
      .catch(() => {})
}
