import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import type { Db } from '#db/client.ts'
import { systemClock, type Clock } from '#lib/clock.ts'
import type { Addresses } from '#tools/launch/addresses.ts'
import type { SiteOwner } from './wordpress-market.ts'

/**
 * Who looks: nobody, the owner of the first shop, with a history, that of the second, who has
 * nothing yet, somebody of the first shop's staff, who runs it together with the second, or at the
 * console an operator who is the demo's partner too.
 */
export const PEOPLE = ['visitor', 'owner', 'newcomer', 'asker', 'agency', 'operator'] as const
export type Person = (typeof PEOPLE)[number] | SiteOwner

export const STORES = {
  owner: 'store-1',
  newcomer: 'store-2',
  asker: 'store-1',
  agency: 'store-1',
} as const

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** What each person's browser holds after coming in by the panel; a visitor's holds nothing. */
export type Sessions = Partial<Record<Person, Cookies>>

/** A browser of somebody's own. Nothing moves in it, so that pictures come out the same. */
export async function openContext(
  browser: Browser,
  sessions: Sessions,
  person: Person,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(30_000)
  await context.addCookies(sessions[person] ?? [])
  return context
}

/**
 * Comes in to both markets as owners do: from the panel, by "open in a new tab" and "continue as".
 */
async function signInPerson(
  browser: Browser,
  addresses: Addresses,
  person: keyof typeof STORES,
): Promise<Cookies> {
  const context = await browser.newContext({ locale: 'en' })
  context.setDefaultTimeout(30_000)
  try {
    const page = await context.newPage()
    await page.goto(`${addresses.panel}/sign-in?hl=en`)
    const form = page
      .locator('form[action="/sign-in"]')
      .filter({ has: page.locator(`input[name="store"][value="${STORES[person]}"]`) })
    if (person === 'asker' || person === 'agency') await form.locator('select').selectOption(person)
    await form.getByRole('button').click()
    await page.waitForURL(`**/${STORES[person]}**`)
    for (const section of ['apps', 'themes'] as const) {
      await page.goto(`${addresses.panel}/${STORES[person]}/${section}`)
      const [top] = await Promise.all([
        context.waitForEvent('page'),
        page.locator('form.new-tab button').click(),
      ])
      await top.locator('form[action="/enter"] button[type="submit"]').click()
      await top.waitForURL((url) => !url.pathname.startsWith('/enter'))
      await top.close()
    }
    return (await context.cookies()).filter(
      ({ name, domain }) => /^\.?(apps|themes)\./.test(domain) && name !== 'hl',
    )
  } finally {
    await context.close()
  }
}

/** Becomes the first operator, as the link of the start lets anybody. */
export async function signInAtConsole(
  browser: Browser,
  console: string,
  { db, clock }: { db: Db; clock: Clock },
): Promise<Cookies> {
  const token = await newFirstOperatorLink({ db, clock })
  if (token === null) throw new Error('the console has an operator already')
  const context = await browser.newContext({ locale: 'en' })
  try {
    const page = await context.newPage()
    await page.goto(`${console}/first/${token}?hl=en`)
    for (const [field, words] of [
      ['name', 'Deniz Er'],
      ['email', 'deniz@example.com'],
      ['password', 'a long password for pictures'],
    ] as const)
      await page.locator(`input[name="${field}"]`).fill(words)
    await page.locator('main button[type="submit"]').click()
    await page.waitForURL(/\/operator/)
    return (await context.cookies()).filter(
      ({ name, domain }) => /^\.?console\./.test(domain) && name !== 'hl',
    )
  } finally {
    await context.close()
  }
}

/** Makes the operator a member of the partner with the demo's items, too. */
async function joinPartner(db: Db): Promise<void> {
  const { id } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
  const { partner_id: partner } = await db
    .selectFrom('items')
    .select('partner_id')
    .where('slug', '=', 'delivery-day')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('partner_members')
    .values({ partner_id: partner, person_id: id, role: 'owner', created_at: new Date() })
    .execute()
}

/** With the product's database somebody comes in at its console too. */
export async function openSessions(
  browser: Browser,
  addresses: Addresses,
  db?: Db,
): Promise<Sessions> {
  const owners = {
    owner: await signInPerson(browser, addresses, 'owner'),
    newcomer: await signInPerson(browser, addresses, 'newcomer'),
    asker: await signInPerson(browser, addresses, 'asker'),
    agency: await signInPerson(browser, addresses, 'agency'),
  }
  if (!db) return owners
  const operator = await signInAtConsole(browser, addresses.console, { db, clock: systemClock })
  await joinPartner(db)
  return { ...owners, operator }
}

/** A cookie's value as its site would get it. */
export const cookieOf = (
  sessions: Sessions,
  person: Person,
  origin: string,
  name: string,
): string =>
  sessions[person]?.find(
    (cookie) =>
      cookie.name === name && new URL(origin).hostname.endsWith(cookie.domain.replace(/^\./, '')),
  )?.value ?? ''
