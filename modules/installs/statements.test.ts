import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { idOf, install, update } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { runInstallation } from './public.ts'

const realQuery = pg.Client.prototype.query

/**
 * Everything counted that an owner's press costs the database, from the call to the last step: who
 * is signed in, `begin`, `commit`. A statement more than this is one that somebody should see.
 */
const MOST = { install: { start: 14, work: 11 }, update: { start: 17, work: 10 } }
/** Of each part that an item puts on the shop beyond the first. */
const MOST_OF_A_PART = 1

const PERMISSIONS = ['web_service_user', 'design_block', 'tracking_code']

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  await market.services.db
    .updateTable('items')
    .set({ price_kind: 'free', price_minor: 0, price_period: null })
    .execute()
  // With its first package a platform fetches the installer's keys: no statement of an install.
  await install(owner, await idOf(owner, 'cookie-consent'))
  await workOff()
})
afterAll(() => market.stop())

async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const said: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text
    const { application_name: name } = (
      this as unknown as { connectionParameters: { application_name?: string } }
    ).connectionParameters
    // The queue looks after itself on connections of its own.
    if (name !== 'arasta-jobs') said.push(text.trim().replace(/\s+/g, ' '))
    return realQuery.apply(this, given as Parameters<typeof realQuery>)
  } as typeof pg.Client.prototype.query)
  try {
    await work()
  } finally {
    query.mockRestore()
  }
  if (process.env.SHOW_STATEMENTS) for (const text of said) console.log(text.slice(0, 200))
  return said.length
}

/** The worker's part, without the look-up that a test needs to find the run. */
async function workOff(): Promise<number> {
  const run = await market.services.db
    .selectFrom('installation_runs')
    .select('id')
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const count = await statementsDuring(() => runInstallation(market.services, run.id))
  const { state } = await market.services.db
    .selectFrom('installation_runs')
    .select('state')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('succeeded')
  return count
}

const countSteps = async () =>
  Number(
    (
      await market.services.db
        .selectFrom('run_steps')
        .select((on) => on.fn.countAll<number>().as('count'))
        .where('kind', '=', 'apply')
        .where('run_id', '=', (on) =>
          on.selectFrom('installation_runs').select('id').orderBy('turn', 'desc').limit(1),
        )
        .executeTakeFirstOrThrow()
    ).count,
  )

test.each(['quick', 'delivery-day'])(
  'an install of %s takes at most 25 SQL statements: call and worker together',
  async (slug) => {
    const item = await idOf(owner, slug)
    const start = await statementsDuring(() => install(owner, item))
    const more = ((await countSteps()) - 1) * MOST_OF_A_PART
    const work = await workOff()
    expect(start).toBeLessThanOrEqual(MOST.install.start)
    expect(work).toBeLessThanOrEqual(MOST.install.work + more)
    expect(start + work).toBeLessThanOrEqual(25)
  },
)

test('an update takes at most 27 SQL statements, and one more for each further part it changes', async () => {
  const item = await idOf(owner, 'free-delivery')
  await install(owner, item, { body: { release: '1.0.0' } })
  await workOff()
  const start = await statementsDuring(() => update(owner, item, { permissions: PERMISSIONS }))
  const more = ((await countSteps()) - 1) * MOST_OF_A_PART
  const work = await workOff()
  expect(start).toBeLessThanOrEqual(MOST.update.start)
  expect(work).toBeLessThanOrEqual(MOST.update.work + more)
})
