import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToConsole, type ConsoleBrowser } from '#test/support/console.ts'
import { call } from '#test/support/owner.ts'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { purgeInboxMarks } from './inbox-data.ts'
import { groupOf, MOST_OF_A_KIND, stateOf } from './inbox-rules.ts'

interface Row {
  kind: string
  id: string
  title: string
  due_at: string
  group: string
  assignee: { id: string } | null
}
interface Inbox {
  rows: Row[]
  views: Record<string, number>
  counts: { kind: string; count: number | null; more: boolean }[]
  people: { id: string; name: string }[]
  me: string
  snooze: { tomorrow: string }
}

let desk: SubmissionDesk
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let submission: string

beforeAll(async () => {
  desk = await startSubmissions()
  admin = desk.admin
  await admin.ask('POST', '/operator/invitations', {
    email: 'finance@example.com',
    role: 'finance',
  })
  finance = await signInToConsole(desk.market, 'finance@example.com')
  submission = await desk.waiting(await desk.newItem())
  await call(desk.market, 'POST', '/contact-forms', {
    body: {
      fullname: 'Zeynep Kaya',
      email: 'zeynep@example.com',
      subject: 'Fatura',
      message: 'Faturamda eski adresim var.',
    },
  })
  const { db, jobs } = desk.market.services
  await jobs.enqueue(db, 'send-mail', { id: 'mai_broken' })
  await sql`update pgboss.job set state = 'failed', output = '{"message":"boom"}', completed_on = now() where data ->> 'id' = 'mai_broken'`.execute(
    db,
  )
})
afterAll(() => desk.market.stop())

const inboxOf = async (who: ConsoleBrowser, query = ''): Promise<Inbox> =>
  (await who.ask('GET', `/operator/inbox${query}`)).body as unknown as Inbox
const kindsIn = (inbox: Inbox) => inbox.rows.map((row) => row.kind)
const mark = (rows: object[], who = admin) => who.ask('PUT', '/operator/inbox', { rows })
const rowOf = async (kind: string, query = ''): Promise<Row> => {
  const row = (await inboxOf(admin, query)).rows.find((one) => one.kind === kind)
  if (!row) throw new Error(`nothing of ${kind} waits`)
  return row
}

describe('the inbox of the market (D1)', () => {
  test('holds what waits in every module, what is due first, each to those who decide it', async () => {
    const all = await inboxOf(admin)
    expect(kindsIn(all)).toEqual(expect.arrayContaining(['submission', 'message', 'job']))
    const due = all.rows.map((row) => row.due_at)
    expect(due).toEqual(due.toSorted())
    expect(all.rows.find((row) => row.kind === 'submission')).toMatchObject({
      id: submission,
      title: 'note-ada 1.0.0',
    })
    expect(all.rows.find((row) => row.kind === 'message')).toMatchObject({ title: 'Fatura' })
    expect(kindsIn(await inboxOf(desk.reviewer))).toEqual(['submission'])
    expect(kindsIn(await inboxOf(finance))).toEqual([])
    expect((await desk.owner.ask('GET', '/operator/inbox')).status).toBe(403)
  })

  test('shows a source that cannot be read as unknown, and the others as they are', async () => {
    const { db } = desk.market.services
    await sql`alter table statement_appeals rename to appeals_away`.execute(db)
    try {
      const inbox = await inboxOf(admin)
      expect(inbox.counts.find((one) => one.kind === 'appeal')).toMatchObject({ count: null })
      expect(inbox.counts.find((one) => one.kind === 'submission')).toMatchObject({ count: 1 })
      const home = (await admin.ask('GET', '/operator')).body as unknown as { waiting: object[] }
      expect(home.waiting).toContainEqual({ kind: 'appeal', count: null, more: false })
    } finally {
      await sql`alter table appeals_away rename to statement_appeals`.execute(db)
    }
    expect((await inboxOf(admin)).counts).toContainEqual({ kind: 'appeal', count: 0, more: false })
  })

  test('assigns work to somebody of the team, and to nobody else', async () => {
    const { me } = await inboxOf(admin)
    const { kind, id } = await rowOf('submission')
    expect((await mark([{ kind, id, assigned_to: me }])).body).toMatchObject({ kept: 0 })
    expect(await rowOf('submission', '?view=mine')).toMatchObject({ assignee: { id: me } })
    expect((await inboxOf(desk.reviewer, '?view=mine')).rows).toEqual([])
    expect(kindsIn(await inboxOf(admin, '?view=free'))).not.toContain('submission')
    const stranger = await desk.idOf('owner@example.com')
    expect((await mark([{ kind, id, assigned_to: stranger }])).body.code).toBe('inbox.nobody')
    await mark([{ kind, id, assigned_to: null }])
    expect((await inboxOf(admin, '?view=mine')).rows).toEqual([])
  })

  test('puts work off until a moment, when it is back by itself', async () => {
    const { snooze } = await inboxOf(admin)
    const { kind, id } = await rowOf('submission')
    await mark([{ kind, id, snoozed_until: snooze.tomorrow }])
    expect(kindsIn(await inboxOf(admin))).not.toContain('submission')
    expect(kindsIn(await inboxOf(admin, '?view=snoozed'))).toEqual(['submission'])
    const { db, clock } = desk.market.services
    await db.updateTable('inbox_marks').set({ snoozed_until: clock.now() }).execute()
    expect(kindsIn(await inboxOf(admin))).toContain('submission')
    await mark([{ kind, id, snoozed_until: null }])
    expect(await db.selectFrom('inbox_marks').selectAll().execute()).toEqual([])
  })

  test('takes work out as done and undoes it; what needs a decision stays', async () => {
    const [message, waiting] = [await rowOf('message'), await rowOf('submission')]
    const answer = (
      await mark([message, waiting].map(({ kind, id }) => ({ kind, id, done: true })))
    ).body as unknown as { before: object[]; kept: number }
    expect(answer).toMatchObject({ kept: 1, before: [{ kind: 'message', done: false }] })
    expect(kindsIn(await inboxOf(admin))).not.toContain('message')
    expect(kindsIn(await inboxOf(admin))).toContain('submission')
    expect(kindsIn(await inboxOf(admin, '?view=done'))).toEqual(['message'])
    await mark(answer.before)
    expect(kindsIn(await inboxOf(admin))).toContain('message')
  })

  test('changes nothing that somebody else decides, or that waits no more', async () => {
    const { kind, id } = await rowOf('message')
    expect((await mark([{ kind, id, done: true }], finance)).body).toEqual({ before: [], kept: 1 })
    expect((await mark([{ kind, id: 'gone', done: true }])).body).toEqual({ before: [], kept: 1 })
    expect(await rowOf('message')).toMatchObject({ id })
  })

  test('shows what is new however much was marked as done, until old marks are deleted', async () => {
    const { services } = desk.market
    const { db } = services
    const mails = async () => (await inboxOf(admin)).rows.filter((row) => row.kind === 'mail')
    await sql`insert into mails (id, key_hash, state, next_try_at, fault, created_at, ended_at)
      select 'mai_' || n, sha256(n::text::bytea), 'failed', now(), 'no mailbox', at, at
      from (select n, ${services.clock.now()}::timestamptz - n * interval '1 minute' as at
        from generate_series(0, ${MOST_OF_A_KIND + 10}) n) as failed`.execute(db)
    await sql`insert into inbox_marks (kind, subject, done_at, marked_at)
      select 'mail', id, ended_at, ended_at from mails where state = 'failed' and id <> 'mai_0'`.execute(
      db,
    )
    expect((await mails()).map((row) => row.id)).toEqual(['mai_0'])

    await purgeInboxMarks(services)
    expect(await mails()).toHaveLength(1)
    await sql`update inbox_marks set marked_at = marked_at - interval '181 days' where kind = 'mail'`.execute(
      db,
    )
    await purgeInboxMarks(services)
    expect(await mails()).toHaveLength(MOST_OF_A_KIND)
    await db.deleteFrom('mails').where('state', '=', 'failed').execute()
  })

  test('writes each change into the audit log', async () => {
    const { me } = await inboxOf(admin)
    const { kind, id } = await rowOf('job')
    await mark([{ kind, id, assigned_to: me }])
    expect(
      await desk.market.services.db
        .selectFrom('audit_log')
        .select(['operation', 'kind', 'object_id'])
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toEqual({ operation: 'markInbox', kind: 'inbox', object_id: `job:${id}` })
  })
})

describe('the time that is left', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour))

  test('groups what is late, due today, due within a week, and later', () => {
    const days = { now: at(12), tomorrow: at(24), nextWeek: at(7 * 24) }
    expect([at(12), at(13), at(24), at(7 * 24)].map((due) => groupOf(due, days))).toEqual([
      'late',
      'today',
      'week',
      'later',
    ])
  })

  test('shows again what began to wait after it was done', () => {
    const mark = { assigned_to: null, snoozed_until: null, done_at: at(12) }
    expect([at(11), at(12), at(13)].map((since) => stateOf(mark, since, at(20)))).toEqual([
      'done',
      'done',
      'open',
    ])
  })
})
