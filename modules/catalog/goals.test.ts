import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'finance@example.com',
    role: 'finance',
  })
  finance = await signInToConsole(market, 'finance@example.com')
  owner = await signIn(market)
})
afterAll(() => market.stop())

interface List {
  data: { slug: string }[]
  meta: {
    total: number
    without: { filter: string; total: number }[]
    facets: {
      goals: { slug: string; count: number }[]
      categories: { slug: string; count: number }[]
      price: { value: string; count: number }[]
    }
  }
}

const list = async (query: Record<string, string>) =>
  (await owner.call('GET', '/market/app/list', { query: { per_page: '50', ...query } }))
    .body as unknown as List

const slugsOf = async (query: Record<string, string>) =>
  (await list(query)).data.map(({ slug }) => slug)

const BODY = {
  market: 'app',
  slug: 'gift-season',
  name: { tr: 'Hediye zamanı', en: 'Gift season' },
  lead: {},
  categories: ['deliver', 'not-there-yet'],
  terms: { tr: ['çerez onayı'], en: ['cookies'] },
  active: true,
}

describe('goals (decision 0066)', () => {
  test('the start set leads to items across categories, with counts that match the list', async () => {
    const { data: goals } = (await owner.call('GET', '/app-store/goal', { query: { hl: 'tr' } }))
      .body as unknown as { data: { slug: string; name: string; count: number }[] }
    expect(goals.find((one) => one.slug === 'sell-more')?.name).toBe('Daha çok sat')
    expect(goals.filter((one) => one.count > 0).length).toBeGreaterThan(4)
    for (const { slug, count } of goals)
      expect((await list({ goal: slug })).meta.total, slug).toBe(count)
    const legal = await slugsOf({ goal: 'legal-duties' })
    expect(legal).toContain('cookie-consent')
  })

  test('a goal is a filter like a category: sorts, other filters and a search keep to it, an unknown one is empty', async () => {
    const { data, meta } = await list({ goal: 'deliver-better', sort: 'newest', price: 'paid' })
    expect(data.length).toBe(meta.total)
    expect(meta.facets.price.find((one) => one.value === 'paid')?.count).toBe(meta.total)
    expect(meta.without.find((one) => one.filter === 'goal')?.total).toBeGreaterThan(meta.total)
    const all = await slugsOf({ q: 'teslimat' })
    const within = await slugsOf({ q: 'teslimat', goal: 'deliver-better' })
    expect(within.length).toBeGreaterThan(0)
    expect(all).toEqual(expect.arrayContaining(within))
    expect((await list({ goal: 'nobody-has-it' })).meta.total).toBe(0)
  })

  test('categories beside a goal count its items, and one of them narrows it to exactly these', async () => {
    const goal = 'sell-more'
    const { meta, data } = await list({ goal })
    const inGoal = new Set(data.map(({ slug }) => slug))
    const counted = meta.facets.categories.filter(({ count }) => count > 0)
    expect(counted.length).toBeGreaterThan(0)
    for (const { slug: category, count } of meta.facets.categories) {
      for (const sort of ['smart', 'price_asc', 'newest']) {
        const narrowed = await list({ goal, category, sort })
        expect(narrowed.meta.total, category).toBe(count)
        expect(narrowed.data.length, category).toBe(count)
        expect(narrowed.data.every(({ slug }) => inGoal.has(slug))).toBe(true)
      }
    }
    const [first] = counted
    const whole = await list({ category: first!.slug })
    expect((await list({ goal, category: first!.slug })).meta.without).toEqual(
      expect.arrayContaining([
        { filter: 'goal', total: whole.meta.total },
        { filter: 'category', total: meta.total },
      ]),
    )
    // Goals are counted without the one that is chosen, and nothing is in an unknown one.
    expect(meta.facets.goals).toEqual((await list({})).meta.facets.goals)
    expect((await list({ goal: 'nobody-has-it', category: first!.slug })).meta.total).toBe(0)
  })

  test('another goal can be made while one stands on the highest place', async () => {
    const { db } = market.services
    const last = await db
      .selectFrom('goals')
      .select(['id', 'position'])
      .where('market', '=', 'app')
      .executeTakeFirstOrThrow()
    const move = (position: number) =>
      db.updateTable('goals').set({ position }).where('id', '=', last.id).execute()
    await move(999)
    const made = await admin.ask('POST', '/operator/goals', BODY)
    expect(made.status).toBe(200)
    await admin.ask('DELETE', `/operator/goals/${String(made.body.id)}`)
    await move(last.position)
  })

  test('operators write a goal by categories and terms; items follow at once, and it is audited', async () => {
    expect((await finance.ask('POST', '/operator/goals', BODY)).status).toBe(403)
    const made = await admin.ask('POST', '/operator/goals', BODY)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { id } = made.body as { id: string }
    expect((await admin.ask('POST', '/operator/goals', BODY)).body).toMatchObject({
      code: 'backoffice.slug_taken',
    })
    const slugs = await slugsOf({ goal: 'gift-season' })
    expect(slugs).toContain('delivery-day')
    expect(slugs).toContain('cookie-consent')
    const { market: _market, slug: _slug, ...facts } = BODY
    await admin.ask('PUT', `/operator/goals/${id}`, { ...facts, categories: [] })
    const fewer = await slugsOf({ goal: 'gift-season' })
    expect(fewer).toContain('cookie-consent')
    expect(fewer).not.toContain('delivery-day')
    await admin.ask('PUT', `/operator/goals/${id}`, { ...facts, active: false })
    expect(await slugsOf({ goal: 'gift-season' })).toEqual([])
    await admin.ask('DELETE', `/operator/goals/${id}`)
    expect((await admin.ask('GET', `/operator/goals/${id}`)).status).toBe(404)
    const written = await market.services.db
      .selectFrom('audit_log')
      .select('operation')
      .where('kind', '=', 'goal')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(written.map(({ operation }) => operation)).toEqual([
      'createGoal',
      'changeGoal',
      'changeGoal',
      'deleteGoal',
    ])
  })
})
