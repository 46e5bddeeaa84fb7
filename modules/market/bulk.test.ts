import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '#kernel/context.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { actOf } from './bulk-acts.ts'
import { BULK_ACT_NAMES, BULK_DAYS, MOST_GIVEN, MOST_OPEN_RUNS, MOST_STEPS } from './bulk-rules.ts'
import { findDueRuns, purgeBulkRuns, runBulk } from './public.ts'

let market: Marketplace
let admin: ConsoleBrowser
let reviewer: ConsoleBrowser
let support: ConsoleBrowser
let items: string[]

const REASONS = {
  grounds: 'contract',
  rule: '§ 7',
  facts: 'It sends what customers type to evil.example.',
  notice: 'It sends data of customers to another site.',
}

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  for (const role of ['reviewer', 'support'] as const)
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  reviewer = await signInToConsole(market, 'reviewer@example.com')
  support = await signInToConsole(market, 'support@example.com')
  items = []
  for (const prefix of ['one', 'two', 'three', 'four']) {
    const id = await listBare(market, prefix)
    await publish(market.services, id, '1.0.0', await zipOf(prefix, '1.0.0'))
    items.push(id)
  }
})
afterAll(() => market.stop())

interface Run {
  id: string
  state: string
  rows: Record<'waiting' | 'possible' | 'impossible' | 'done' | 'refused', number>
  reasons: { code: string; message: string; count: number; examples: { title: string }[] }[]
  steps: { id: string; title: string; state: string; reason: string | null }[]
  may_undo: boolean
  undone_by: string | null
  is_cut: boolean
}
const plan = (body: object, who = reviewer, headers = {}) =>
  who.ask('POST', '/operator/bulk', body, headers)
const see = async (id: string, who = reviewer) =>
  (await who.ask('GET', `/operator/bulk/${id}`)).body as unknown as Run
const work = (id: string, services: Services = market.services) => runBulk(services, id)
/** Plans and tries. */
async function tried(body: object, who = reviewer): Promise<Run> {
  const { id } = (await plan(body, who)).body as { id: string }
  await work(id)
  return see(id, who)
}
async function started(id: string, who = reviewer): Promise<Run> {
  expect((await who.ask('POST', `/operator/bulk/${id}/start`)).body).toEqual({ success: true })
  await work(id)
  return see(id, who)
}
const stateOf = async (id: string) =>
  (
    await market.services.db
      .selectFrom('items')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status
const statesOf = () => Promise.all(items.map(stateOf))
const takeDown = (ids: readonly string[]) => ({ act: 'unpublish_items', ids, given: REASONS })

describe('an act on many rows (D1)', () => {
  test('is tried first and changes nothing: it says how many can be done, and why others cannot', async () => {
    const [one = '', two = '', three = ''] = items
    await admin.ask('PUT', `/operator/items/${one}/unpublished`, REASONS)
    const before = await market.services.db.selectFrom('audit_log').select('id').execute()
    const statements = await market.services.db.selectFrom('statements').select('id').execute()
    const run = await tried(takeDown([one, two, three, 'itm_gone']))
    expect(run.state).toBe('checked')
    expect(run.rows).toEqual({ waiting: 0, possible: 2, impossible: 2, done: 0, refused: 0 })
    expect(run.reasons).toEqual([
      expect.objectContaining({
        code: 'backoffice.not_published',
        message: 'This item is not published.',
        count: 1,
      }),
      expect.objectContaining({ code: 'not_found', count: 1 }),
    ])
    expect(run.reasons[0]?.examples).toHaveLength(1)
    expect(run.steps.find((step) => step.id === two)?.title).not.toBe('')
    expect(await statesOf()).toEqual(['unpublished', 'published', 'published', 'published'])
    const after = await market.services.db.selectFrom('audit_log').select('id').execute()
    expect(after.length - before.length).toBe(1)
    expect(await market.services.db.selectFrom('statements').select('id').execute()).toHaveLength(
      statements.length,
    )
    await reviewer.ask('POST', `/operator/bulk/${run.id}/stop`)
    await admin.ask('DELETE', `/operator/items/${one}/unpublished`)
  })

  test('is then done to each by its own operation, judged again, and can be undone', async () => {
    const [one = '', two = ''] = items
    const planned = await tried(takeDown([one, two]))
    // Between the trial and the start somebody took one of them down.
    await admin.ask('PUT', `/operator/items/${two}/unpublished`, REASONS)
    const run = await started(planned.id)
    expect(run.state).toBe('done')
    expect(run.rows).toMatchObject({ done: 1, refused: 1, possible: 0 })
    expect(run.reasons.map((reason) => reason.code)).toEqual(['backoffice.not_published'])
    expect(await statesOf()).toEqual(['unpublished', 'unpublished', 'published', 'published'])
    const line = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'actor_role', 'request_id'])
      .where('object_id', '=', one)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toEqual({
      operation: 'unpublishItem',
      actor_role: 'operator:reviewer',
      request_id: run.id,
    })

    expect(run.may_undo).toBe(true)
    const undo = () => reviewer.ask('POST', `/operator/bulk/${run.id}/undo`)
    // Undone once at a time: of several at once one is planned, until it is over.
    const [first, ...more] = (await Promise.all([undo(), undo(), undo()])).toSorted(
      (a, b) => a.status - b.status,
    )
    expect(more.map(({ status, body }) => [status, body.code])).toEqual(
      more.map(() => [409, 'bulk.undo_open']),
    )
    expect((await see(run.id)).may_undo).toBe(false)
    await work(String(first?.body.id))
    expect((await undo()).body.code).toBe('bulk.undo_open')
    await reviewer.ask('POST', `/operator/bulk/${String(first?.body.id)}/stop`)
    expect((await see(run.id)).may_undo).toBe(true)
    const { id } = (await undo()).body as { id: string }
    await work(id)
    const undone = await started(id)
    expect(undone.rows).toMatchObject({ done: 1 })
    // What it did not take down, it does not bring back.
    expect(await statesOf()).toEqual(['published', 'unpublished', 'published', 'published'])
    expect(await see(run.id)).toMatchObject({ may_undo: false, undone_by: id })
    await admin.ask('DELETE', `/operator/items/${two}/unpublished`)
  })

  test('takes all rows that the filters of the list show', async () => {
    const { db } = market.services
    const { partner_id: partner } = await db
      .selectFrom('items')
      .select('partner_id')
      .where('id', '=', items[0] ?? '')
      .executeTakeFirstOrThrow()
    const run = await tried({
      act: 'unpublish_items',
      filters: { state: 'published', partner },
      given: REASONS,
    })
    expect(run.rows.possible).toBe(items.length)
    expect(run.steps.map((step) => step.id).toSorted()).toEqual(items.toSorted())
    expect(run.is_cut).toBe(false)
    await reviewer.ask('POST', `/operator/bulk/${run.id}/stop`)
    expect(
      (await plan({ act: 'unpublish_items', filters: { state: 'lost' }, given: REASONS })).status,
    ).toBe(400)
  })

  test('is done once to each row, whoever dies when: a job that died is followed by one that goes on', async () => {
    const [one = '', two = '', three = ''] = items
    const run = await tried(takeDown([one, two, three]))
    await reviewer.ask('POST', `/operator/bulk/${run.id}/start`)
    const { db, clock, writeAudit } = market.services
    // The process ends after the first row, with its lease.
    let audits = 0
    const dying: Services = {
      ...market.services,
      writeAudit: async (ctx, entry) => {
        audits += 1
        if (audits > 1) throw Object.assign(new Error('killed'), { code: 'killed' })
        await writeAudit(ctx, entry)
      },
    }
    // A fault that is no refusal is told of the row, and the others go on.
    await work(run.id, dying)
    const half = await see(run.id)
    expect(half.rows).toMatchObject({ done: 1, refused: 2 })
    expect(half.reasons[0]).toMatchObject({ code: 'unexpected', count: 2 })

    // The same as if it had died before it could say so.
    await db
      .updateTable('bulk_steps')
      .set({ state: 'possible', reason: null })
      .where('run_id', '=', run.id)
      .where('state', '=', 'refused')
      .execute()
    await db
      .updateTable('bulk_runs')
      .set({ state: 'running', done_at: null, lease_until: new Date(+clock.now() + 30_000) })
      .where('id', '=', run.id)
      .execute()
    await work(run.id)
    expect((await see(run.id)).rows).toMatchObject({ done: 1, possible: 2 })
    expect(await findDueRuns(market.services)).toEqual([])
    const later = { ...market.services, clock: { now: () => new Date(+clock.now() + 90_000) } }
    expect(await findDueRuns(later)).toEqual([run.id])
    // Two processes at once.
    await Promise.all([work(run.id, later), work(run.id, later)])
    const end = await see(run.id)
    expect(end).toMatchObject({ state: 'done', rows: { done: 3, refused: 0 } })
    expect(
      await db
        .selectFrom('statements')
        .select('id')
        .where('object_id', 'in', [one, two, three])
        .where('decision', '=', 'unpublished')
        .where('reversed_at', 'is', null)
        .execute(),
    ).toHaveLength(3)
    const { id } = (await reviewer.ask('POST', `/operator/bulk/${run.id}/undo`)).body as {
      id: string
    }
    await work(id)
    await started(id)
    expect(new Set(await statesOf())).toEqual(new Set(['published']))
  })

  test('stops when the person says so, and does nothing more', async () => {
    const run = await tried(takeDown(items))
    expect((await reviewer.ask('POST', `/operator/bulk/${run.id}/stop`)).status).toBe(200)
    expect((await reviewer.ask('POST', `/operator/bulk/${run.id}/start`)).body.code).toBe(
      'bulk.not_checked',
    )
    await work(run.id)
    expect(new Set(await statesOf())).toEqual(new Set(['published']))
    expect((await reviewer.ask('POST', `/operator/bulk/${run.id}/stop`)).body.code).toBe(
      'bulk.over',
    )
  })

  test('is for those who may do it to one row, and of whoever planned it', async () => {
    expect((await plan(takeDown(items), support)).status).toBe(403)
    expect((await plan({ act: 'retry_jobs', ids: ['send-mail:x'] }, support)).status).toBe(403)
    const run = await tried(takeDown([items[0] ?? '']))
    expect((await admin.ask('GET', `/operator/bulk/${run.id}`)).status).toBe(404)
    expect((await admin.ask('POST', `/operator/bulk/${run.id}/start`)).status).toBe(404)
    const setRole = (role: string) =>
      market.services.db
        .updateTable('operators')
        .set({ role })
        .where('person_id', 'in', (eb) =>
          eb.selectFrom('people').select('id').where('email', '=', 'reviewer@example.com'),
        )
        .execute()
    await reviewer.ask('POST', `/operator/bulk/${run.id}/start`)
    await setRole('finance')
    await work(run.id)
    await setRole('reviewer')
    expect(await see(run.id)).toMatchObject({
      rows: { done: 0, refused: 1 },
      reasons: [{ code: 'people.not_allowed' }],
    })
    expect(await stateOf(items[0] ?? '')).toBe('published')
  })

  test.each(BULK_ACT_NAMES)('%s is offered to the roles that may do it to one row', (name) => {
    const { roles, operation } = actOf(name)
    expect(operation.operation.policy).toMatchObject({ who: 'operator', roles: [...roles] })
  })

  test('refuses what the act itself would refuse before anything is tried', async () => {
    const { body } = await plan({ act: 'unpublish_items', ids: items, given: { facts: 'short' } })
    expect(body).toMatchObject({
      fields: { facts: expect.any(String) as string, notice: expect.any(String) as string },
    })
    expect((await plan({ act: 'unpublish_items', given: REASONS })).body.code).toBe('bulk.nothing')
    expect((await plan({ act: 'erase_all', ids: items })).status).toBe(400)
    const many = Object.fromEntries(Array.from({ length: MOST_GIVEN + 1 }, (_, n) => [`f${n}`, '']))
    for (const fields of [
      { ids: items, given: many },
      { filters: many, given: REASONS },
    ])
      expect((await plan({ act: 'unpublish_items', ...fields })).status).toBe(400)
  })

  test('is planned once for a form that is sent twice, a row that is named twice is one', async () => {
    const headers = { 'idempotency-key': 'bulk-form-key-0000001' }
    const body = takeDown([items[0] ?? '', items[0] ?? ''])
    const [first, second] = [
      await plan(body, reviewer, headers),
      await plan(body, reviewer, headers),
    ]
    expect(second.body).toEqual(first.body)
    const id = String(first.body.id)
    await work(id)
    expect((await see(id)).steps).toHaveLength(1)
    await reviewer.ask('POST', `/operator/bulk/${id}/stop`)
  })

  test('goes on with the roles of each moment: who lost the role does no more rows', async () => {
    const planned = await tried(takeDown(items.slice(0, 2)))
    expect(planned.rows.possible).toBe(2)
    await reviewer.ask('POST', `/operator/bulk/${planned.id}/start`)
    const { services } = market
    const setRole = (role: string) =>
      services.db
        .updateTable('operators')
        .set({ role })
        .where('person_id', 'in', (eb) =>
          eb.selectFrom('people').select('id').where('email', '=', 'reviewer@example.com'),
        )
        .execute()
    await work(planned.id, {
      ...services,
      writeAudit: async (...given) => {
        await services.writeAudit(...given)
        await setRole('finance')
      },
    })
    await setRole('reviewer')
    const run = await see(planned.id)
    expect(run.rows).toMatchObject({ done: 1, refused: 1 })
    expect(run.reasons.map((reason) => reason.code)).toEqual(['people.not_allowed'])
    await admin.ask('DELETE', `/operator/items/${items[0] ?? ''}/unpublished`)
  })

  test('tries given-up jobs again, each as a new one', async () => {
    const { db, jobs } = market.services
    for (const id of ['mai_a', 'mai_b']) await jobs.enqueue(db, 'send-mail', { id })
    await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'send-mail' and data ->> 'id' in ('mai_a', 'mai_b')`.execute(
      db,
    )
    const run = await tried(
      { act: 'retry_jobs', filters: { state: 'failed', name: 'send-mail' } },
      admin,
    )
    expect(run.rows.possible).toBe(2)
    expect(await started(run.id, admin)).toMatchObject({ rows: { done: 2 } })
    const waiting = await sql<{
      id: string
    }>`select data ->> 'id' as id from pgboss.job where name = 'send-mail' and state = 'created' and data ->> 'id' in ('mai_a', 'mai_b') order by 1`.execute(
      db,
    )
    expect(waiting.rows.map((row) => row.id)).toEqual(['mai_a', 'mai_b'])
  })

  test(`has ${MOST_STEPS} rows at most, there are ${MOST_OPEN_RUNS} open ones, and it is deleted after ${BULK_DAYS} days`, async () => {
    const many = Array.from({ length: MOST_STEPS + 1 }, (_, n) => `itm_${n}`)
    expect((await plan({ act: 'publish_items', ids: many })).status).toBe(400)
    for (let n = 0; n < MOST_OPEN_RUNS; n += 1)
      expect((await plan({ act: 'publish_items', ids: items })).status).toBe(200)
    expect((await plan({ act: 'publish_items', ids: items })).body.code).toBe('bulk.too_many')
    const { db, clock } = market.services
    await db
      .updateTable('bulk_runs')
      .set({ asked_at: new Date(+clock.now() - (BULK_DAYS * 86_400 + 1) * 1000) })
      .execute()
    await purgeBulkRuns(market.services)
    expect((await reviewer.ask('GET', '/operator/bulk')).body).toEqual({ runs: [] })
  })
})
