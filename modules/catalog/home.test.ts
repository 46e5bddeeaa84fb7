import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOME_SECTIONS, type HomeLine } from '#modules/catalog/home-rules.ts'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [
    await signInToConsole(market, 'finance@example.com'),
    await signInToConsole(market, 'reviewer@example.com'),
  ]
  owner = await signIn(market)
})
afterAll(() => market.stop())

const PATH = '/operator/home-arrangements/app'

interface Shown {
  lines: HomeLine[]
  usual: boolean
  live: { version: number; published_by: string } | null
  draft: { revision: number; changed_by: string; mine: boolean } | null
  sites: { platform_id: number }[]
  preview: { platform_id: number; href: string } | null
}
const read = async (who: ConsoleBrowser) => (await who.ask('GET', PATH)).body as unknown as Shown
const write = (who: ConsoleBrowser, revision: number, lines: readonly HomeLine[]) =>
  who.ask('PUT', `${PATH}/draft`, { revision, lines })
const publish = (who: ConsoleBrowser, revision: number) =>
  who.ask('POST', `${PATH}/publish`, { revision })
const restore = (who: ConsoleBrowser, version: number) =>
  who.ask('POST', `${PATH}/restore`, { version })
const seen = async () =>
  (await owner.call('GET', '/app-store/home')).body.data as unknown as {
    arranged: boolean
    sections: string[]
  }

const usual: HomeLine[] = HOME_SECTIONS.app.map((section) => ({ section, shown: true }))
const turned = usual.toReversed()

describe('the home page of a market', () => {
  test('is as the software comes until a draft is published; then back to the arrangement before, and forth', async () => {
    expect(await seen()).toEqual({ arranged: false, sections: [...HOME_SECTIONS.app] })
    expect(await read(finance)).toMatchObject({
      lines: usual,
      usual: true,
      live: null,
      draft: null,
      preview: { href: expect.stringContaining(market.origins.app) as string },
    })

    const lines = turned.map((line) => ({ ...line, shown: line.section !== 'goals' }))
    expect((await write(reviewer, 0, lines)).body).toEqual({ revision: 1 })
    expect((await seen()).arranged).toBe(false)
    expect((await publish(reviewer, 1)).body).toEqual({ version: 1 })
    expect(await seen()).toEqual({
      arranged: true,
      sections: HOME_SECTIONS.app.toReversed().filter((section) => section !== 'goals'),
    })
    expect(await read(admin)).toMatchObject({
      lines,
      usual: false,
      draft: null,
      live: { version: 1 },
    })
    expect((await publish(reviewer, 1)).body.code).toBe('catalog.home_changed')

    expect((await restore(reviewer, 2)).body.code).toBe('catalog.home_changed')
    expect((await restore(reviewer, 1)).body).toEqual({ version: 2 })
    expect((await seen()).arranged).toBe(false)
    expect(await read(admin)).toMatchObject({ lines: usual, usual: true, live: { version: 2 } })
    expect((await restore(reviewer, 2)).body).toEqual({ version: 3 })
    expect(await read(admin)).toMatchObject({ lines, live: { version: 3 } })

    const { db } = market.services
    const audit = await db
      .selectFrom('audit_log')
      .select(['operation', 'object_id', 'after'])
      .where('kind', '=', 'home')
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      { operation: 'changeHomeDraft', object_id: 'app', after: { draft: expect.any(Array) as [] } },
      { operation: 'publishHome', after: { version: 1, draft: null } },
      { operation: 'restoreHome', after: { version: 2 } },
      { operation: 'restoreHome', after: { version: 3 } },
    ])
    expect(audit[0]?.after).toMatchObject({
      draft: expect.arrayContaining(['(goals)', 'banners']) as string[],
    })
    // What was published never changes.
    await expect(db.updateTable('home_arrangements').set({ hidden: [] }).execute()).rejects.toThrow(
      'does not change',
    )
  })

  test('two operators see each other’s draft, and none overwrites what it has not seen', async () => {
    expect((await write(reviewer, 0, turned)).body).toEqual({ revision: 1 })
    expect(await read(admin)).toMatchObject({
      lines: turned,
      draft: { revision: 1, mine: false, changed_by: expect.any(String) as string },
    })
    expect((await write(admin, 0, usual)).body.code).toBe('catalog.home_changed')
    expect((await write(admin, 1, usual)).body).toEqual({ revision: 2 })
    for (const refused of [
      await write(reviewer, 1, turned),
      await publish(reviewer, 1),
      await reviewer.ask('DELETE', `${PATH}/draft?revision=1`),
    ])
      expect(refused.body.code).toBe('catalog.home_changed')
    expect(await read(reviewer)).toMatchObject({ lines: usual, draft: { mine: false } })
    // Presses of one person that follow one another before the page has read the draft again.
    expect((await write(admin, 1, turned)).body).toEqual({ revision: 3 })
    expect((await reviewer.ask('DELETE', `${PATH}/draft?revision=3`)).status).toBe(200)
    expect((await read(admin)).draft).toBeNull()
    // A page that was read before the draft ended does not begin another one.
    expect((await write(admin, 3, turned)).body.code).toBe('catalog.home_changed')
  })

  test('has all sections of its market, each once; only those who tend the catalogue change it', async () => {
    for (const wrong of [
      [],
      turned.slice(1),
      [...turned.slice(1), turned[1]!],
      [...turned, turned[0]!],
    ])
      expect((await write(reviewer, 0, wrong)).body.code, String(wrong.length)).toBe(
        'input.invalid',
      )
    const themes = '/operator/home-arrangements/theme/draft'
    expect((await reviewer.ask('PUT', themes, { revision: 0, lines: turned })).body.code).toBe(
      'input.invalid',
    )
    expect((await write(finance, 0, turned)).status).toBe(403)
    expect((await publish(finance, 1)).status).toBe(403)
    expect((await restore(finance, 1)).status).toBe(403)
    expect((await finance.ask('DELETE', `${PATH}/draft?revision=1`)).status).toBe(403)
    expect((await finance.ask('GET', '/operator/home-arrangements/nowhere')).status).toBe(400)
    const { db } = market.services
    const id = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await expect(
      db
        .insertInto('home_drafts')
        .values({
          market: 'theme',
          sections: ['goals', 'goals'],
          hidden: [],
          revision: 1,
          changed_by: id.id,
          changed_at: market.clock.now(),
        })
        .execute(),
    ).rejects.toThrow('home_drafts_sections')
  })
})

const HOUR = 3_600_000
const inHours = (hours: number) =>
  new Date(market.clock.now().getTime() + hours * HOUR).toISOString()

describe('a schedule', () => {
  test('shows a collection on its days only, and says where it stands', async () => {
    const facts = { name: { tr: 'Bahar' }, lead: {}, active: true }
    const create = (days: object) =>
      reviewer.ask('POST', '/operator/collections', {
        market: 'app',
        slug: 'spring',
        ...facts,
        ...days,
      })
    expect((await create({ starts_at: inHours(2), ends_at: inHours(1) })).body).toMatchObject({
      fields: { ends_at: expect.any(String) as string },
    })
    const days = { starts_at: inHours(1), ends_at: inHours(3) }
    const id = String((await create(days)).body.id)
    const { id: item } = await market.services.db
      .selectFrom('items')
      .select('id')
      .where('market', '=', 'app')
      .where('status', '=', 'published')
      .executeTakeFirstOrThrow()
    await reviewer.ask('PUT', `/operator/collections/${id}/items`, { items: [item] })
    const isShown = async () =>
      ((await owner.call('GET', '/app-store/collection')).body.data as { slug: string }[]).some(
        ({ slug }) => slug === 'spring',
      )
    const stands = async () =>
      (await finance.ask('GET', `/operator/collections/${id}`)).body.showing
    expect([await isShown(), await stands()]).toEqual([false, 'scheduled'])
    market.clock.moveSeconds(3_600)
    expect([await isShown(), await stands()]).toEqual([true, 'live'])
    market.clock.moveSeconds(7_200)
    expect([await isShown(), await stands()]).toEqual([false, 'ended'])
    await reviewer.ask('PUT', `/operator/collections/${id}`, facts)
    expect([await isShown(), await stands()]).toEqual([true, 'live'])
    await reviewer.ask('PUT', `/operator/collections/${id}`, { ...facts, active: false })
    expect([await isShown(), await stands()]).toEqual([false, 'hidden'])
  })

  test('tells a cached answer when the next banner, collection or bundle begins or ends', async () => {
    const banner = {
      market: 'app',
      place: 'home',
      locale: null,
      platform_id: null,
      title: 'Kış',
      text: '',
      action: 'Bak',
      target: '/list',
      external: false,
      ground: null,
      active: true,
      starts_at: inHours(5),
      ends_at: inHours(9),
    }
    const { id } = (await reviewer.ask('POST', '/operator/banners', banner)).body as { id: string }
    const { listBanners } = await import('#modules/catalog/list-merchandising.ts')
    const { makeSharedCtx, noteChanges } = await import('#server/context.ts')
    const next = async () => {
      const noted = noteChanges(new Set())
      const site = {
        market: 'app' as const,
        platformId: 1,
        origin: market.origins.app,
        trustedHops: 0,
      }
      await listBanners.run(makeSharedCtx(market.services, site, 'tr', noted), {
        params: {},
        query: {},
        headers: {},
        body: {},
      })
      return noted.until()?.toISOString()
    }
    expect(await next()).toBe(banner.starts_at)
    market.clock.moveSeconds(5 * 3_600)
    expect(await next()).toBe(banner.ends_at)
    await reviewer.ask('PUT', `/operator/banners/${id}`, { ...banner, active: false })
    expect(await next()).toBeUndefined()
    await reviewer.ask('DELETE', `/operator/banners/${id}`)
  })
})
