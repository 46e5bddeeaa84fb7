import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailTo } from '#test/support/console.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { findDueReleases, publishScheduled } from './publish-scheduled.ts'

let desk: SubmissionDesk
beforeAll(async () => {
  desk = await startSubmissions()
})
afterAll(() => desk.market.stop())

const DAY = 86_400
const inDays = (days: number) =>
  new Date(desk.market.clock.now().getTime() + days * DAY * 1000).toISOString()
const services = () => desk.market.services

type Item = Awaited<ReturnType<SubmissionDesk['newItem']>>
const pathOf = (item: Item, id: string) => `${item.path}/submissions/${id}`
const stateOf = async (item: Item, id: string) =>
  (await desk.owner.ask('GET', pathOf(item, id))).body as { state: string; publish_at: string }
const schedule = (item: Item, id: string, at: string | null) =>
  desk.owner.ask('PUT', `${pathOf(item, id)}/schedule`, { publish_at: at })
const versionsOf = async (item: Item) =>
  (
    await services()
      .db.selectFrom('releases')
      .select('version')
      .where('item_id', '=', item.id)
      .execute()
  ).map((one) => one.version)

async function approve(id: string) {
  await desk.claim(id)
  return desk.approve(id)
}

/** A release that was approved for a later day. */
async function scheduled(days = 2) {
  const item = await desk.newItem()
  const id = await desk.waiting(item)
  expect((await schedule(item, id, inDays(days))).status).toBe(200)
  const { status, body } = await approve(id)
  expect([status, body], JSON.stringify(body)).toEqual([200, { release: null }])
  return { item, id }
}

describe('a release that is published at a time (D11, D19)', () => {
  test('waits for its time when it is approved, is published then once, and both are told by mail and in the log', async () => {
    const { item, id } = await scheduled()
    expect(await stateOf(item, id)).toMatchObject({ state: 'scheduled' })
    expect(await versionsOf(item)).toEqual([])
    expect((await mailTo(desk.market, 'owner@example.com', /reviewed|incelendi/)).text).toMatch(
      /chose|Seçtiğin/,
    )
    expect(await findDueReleases(services())).toEqual([])
    await publishScheduled(services(), id)
    expect(await versionsOf(item)).toEqual([])

    desk.market.clock.moveSeconds(2 * DAY)
    expect(await findDueReleases(services())).toEqual([id])
    await Promise.all([publishScheduled(services(), id), publishScheduled(services(), id)])
    expect(await versionsOf(item)).toEqual(['1.0.0'])
    expect(await stateOf(item, id)).toMatchObject({ state: 'approved' })
    expect(await findDueReleases(services())).toEqual([])
    const lines = await services()
      .db.selectFrom('audit_log')
      .select(['actor_role', 'before', 'after'])
      .where('operation', '=', 'publishScheduledRelease')
      .where('object_id', '=', id)
      .execute()
    expect(lines).toMatchObject([
      { actor_role: 'schedule', before: { state: 'scheduled' }, after: { state: 'approved' } },
    ])
    desk.market.clock.moveSeconds(-2 * DAY)
  })

  test('is put off, brought forward or cancelled until then', async () => {
    const { item, id } = await scheduled()
    expect((await schedule(item, id, inDays(10))).status).toBe(200)
    desk.market.clock.moveSeconds(3 * DAY)
    expect(await findDueReleases(services())).toEqual([])
    desk.market.clock.moveSeconds(-3 * DAY)
    expect((await schedule(item, id, null)).status).toBe(200)
    expect(await findDueReleases(services())).toEqual([id])
    await publishScheduled(services(), id)
    expect(await versionsOf(item)).toEqual(['1.0.0'])
    expect((await schedule(item, id, inDays(1))).body.code).toBe('submissions.over')

    const other = await scheduled()
    const path = pathOf(other.item, other.id)
    expect((await desk.owner.ask('POST', `${path}/withdrawal`)).status).toBe(200)
    desk.market.clock.moveSeconds(2 * DAY)
    await publishScheduled(services(), other.id)
    desk.market.clock.moveSeconds(-2 * DAY)
    expect(await versionsOf(other.item)).toEqual([])
    expect((await stateOf(other.item, other.id)).state).toBe('withdrawn')
  })

  test('without a time is published by the approval, and a time that is over or too far ahead is refused', async () => {
    const item = await desk.newItem()
    const id = await desk.waiting(item)
    for (const days of [-1, 181]) {
      const { status, body } = await schedule(item, id, inDays(days))
      expect([status, Object.keys((body.fields ?? {}) as object)]).toEqual([400, ['publish_at']])
    }
    expect((await schedule(item, id, inDays(2))).status).toBe(200)
    expect((await schedule(item, id, null)).status).toBe(200)
    expect((await approve(id)).body).toEqual({ release: expect.any(String) as string })
    expect(await versionsOf(item)).toEqual(['1.0.0'])
  })

  test('is chosen by nobody else: not by another partner', async () => {
    const item = await desk.newItem()
    const id = await desk.waiting(item)
    const path = `${pathOf(item, id)}/schedule`
    expect((await desk.stranger.ask('PUT', path, { publish_at: inDays(1) })).status).toBe(404)
  })
})
