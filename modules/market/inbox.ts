import { secondsAfter } from '#lib/clock.ts'
import { marketDay, marketDayStart } from '#lib/market-days.ts'
import { dayAfter } from '#lib/time-zone.ts'
import { type OperatorRole, personOf } from '#kernel/actor.ts'
import type { ConsoleCtx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Waiting } from '#kernel/waiting.ts'
import { listDuePayouts, listIdentitiesToConfirm } from '#modules/earnings/public.ts'
import { listOperatorNames } from '#modules/identity/public.ts'
import { listStuckInstallations } from '#modules/installs/public.ts'
import { listFailedMails } from '#modules/mail/public.ts'
import { listNewMessages } from '#modules/messaging/public.ts'
import { listOpenDifferences, listOpenRefundRequests } from '#modules/orders/public.ts'
import {
  listWaitingApplications,
  listHalted,
  listWaitingAppeals,
  listWaitingSubmissions,
  MEASURED,
  measureQueue,
} from '#modules/publishing/public.ts'
import { listPicturedReviews, listReportedReviews } from '#modules/reviews/public.ts'
import { listEndingKeys } from '#modules/stores/platforms/public.ts'
import { refuse } from './errors.ts'
import * as contract from './inbox-contract.ts'
import { countDone, keyOf, listMarks, readMarks, writeMark } from './inbox-data.ts'
import {
  groupOf,
  INBOX_KINDS,
  type InboxKind,
  type InboxView,
  KIND_RULES,
  kindsOf,
  type Mark,
  MOST_DONE,
  MOST_OF_A_KIND,
  stateOf,
} from './inbox-rules.ts'
import { listFailedJobs } from './operator-jobs.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'sealing' | 'log'>
type Read = (services: Needs, most: number) => Promise<Waiting[]>

/** Each from the module that owns it; bounded, the oldest first. */
const SOURCES: Readonly<Record<InboxKind, Read>> = {
  submission: ({ db, clock }, most) => listWaitingSubmissions(db, clock.now(), most),
  halt: ({ db }, most) => listHalted(db, most),
  appeal: ({ db }, most) => listWaitingAppeals(db, most),
  report: ({ db }, most) => listReportedReviews(db, most),
  picture: ({ db }, most) => listPicturedReviews(db, most),
  message: listNewMessages,
  refund: ({ db }, most) => listOpenRefundRequests(db, most),
  difference: ({ db }, most) => listOpenDifferences(db, most),
  payout: ({ db }, most) => listDuePayouts(db, most),
  identity: ({ db }, most) => listIdentitiesToConfirm(db, most),
  installation: ({ db }, most) => listStuckInstallations(db, most),
  mail: ({ db }, most) => listFailedMails(db, most),
  job: ({ db }, most) => listFailedJobs(db, most),
  key: ({ db, clock }, most) => listEndingKeys(db, clock.now(), most),
  application: ({ db }, most) => listWaitingApplications(db, most),
}

interface Entry extends Waiting {
  kind: InboxKind
  mark: Mark | undefined
  state: 'open' | 'snoozed' | 'done'
}

interface Source {
  kind: InboxKind
  /** Null: could not be read. */
  entries: Entry[] | null
  more: boolean
}

/** A source that fails says nothing about the others: it is unknown, and they are shown. */
async function readSource(ctx: Needs, kind: InboxKind, done: number): Promise<Source> {
  try {
    // What is done may still be in its source: as much more is read, so that it hides nothing new.
    const found = await SOURCES[kind](ctx, MOST_OF_A_KIND + 1 + Math.min(done, MOST_DONE))
    const marks = await listMarks(
      ctx.db,
      kind,
      found.map((row) => row.id),
    )
    const entries = found.map((row): Entry => {
      const mark = marks.get(row.id)
      return { ...row, kind, mark, state: stateOf(mark, row.since, ctx.clock.now()) }
    })
    const isDone = (entry: Entry) => entry.state === 'done'
    const waiting = entries.filter((entry) => !isDone(entry))
    return {
      kind,
      entries: [
        ...waiting.slice(0, MOST_OF_A_KIND),
        ...entries.filter(isDone).slice(-MOST_OF_A_KIND),
      ],
      more: waiting.length > MOST_OF_A_KIND,
    }
  } catch (error) {
    ctx.log.error({ error, kind }, 'a source of the inbox could not be read')
    return { kind, entries: null, more: false }
  }
}

async function readSources(
  services: Needs,
  role: OperatorRole,
  kinds: ReadonlySet<InboxKind> = new Set(INBOX_KINDS),
): Promise<Source[]> {
  const done = await countDone(services.db)
  return Promise.all(
    kindsOf(role)
      .filter((kind) => kinds.has(kind))
      .map((kind) => readSource(services, kind, done.get(kind) ?? 0)),
  )
}

function roleOf(ctx: ConsoleCtx): OperatorRole {
  const { operatorRole } = personOf(ctx)
  if (operatorRole === null) throw new Error('The inbox is read by operators')
  return operatorRole
}

const isIn = (entry: Entry, view: InboxView, me: string): boolean => {
  if (view === 'snoozed' || view === 'done') return entry.state === view
  const holder = holderOf(entry)
  return (
    entry.state === 'open' &&
    (view === 'all' || (view === 'mine' ? holder === me : holder === null))
  )
}

const holderOf = (entry: Entry): string | null => entry.mark?.assigned_to ?? entry.holderId ?? null

const countsOf = (sources: readonly Source[]) =>
  sources.map(({ kind, entries, more }) => ({
    kind,
    count: entries && entries.filter((entry) => entry.state === 'open').length,
    more,
  }))

/** How much waits for somebody with this role, by kind. */
export const countInboxOf = async (services: Needs, role: OperatorRole) =>
  countsOf(await readSources(services, role))

/** For the navigation and the home page. */
export const readInboxCounts = (ctx: ConsoleCtx) => countInboxOf(ctx, roleOf(ctx))

export const countInbox = defineOperation({
  ...contract.countInbox,
  run: async (ctx) => ({ counts: await readInboxCounts(ctx) }),
})

export const listInbox = defineOperation({
  ...contract.listInbox,
  run: async (ctx, { query }) => {
    const [sources, people, queue] = await Promise.all([
      readSources(ctx, roleOf(ctx)),
      listOperatorNames(ctx.db),
      measureQueue(ctx.db, MEASURED).catch(() => null),
    ])
    const me = personOf(ctx).id
    const entries = sources.flatMap((source) => source.entries ?? [])
    const inView = (view: InboxView) => entries.filter((entry) => isIn(entry, view, me))
    const names = new Map(people.map((one) => [one.id, one.name]))
    return {
      rows: inView(query.view)
        .filter((entry) => query.kind === undefined || entry.kind === query.kind)
        .map((entry) => presentRow(ctx, entry, names))
        .toSorted((a, b) => a.due_at.localeCompare(b.due_at) || a.id.localeCompare(b.id)),
      views: {
        all: inView('all').length,
        mine: inView('mine').length,
        free: inView('free').length,
        snoozed: inView('snoozed').length,
        done: inView('done').length,
      },
      counts: countsOf(sources),
      people,
      me,
      median_seconds: queue?.median_seconds ?? null,
      snooze: snoozeMoments(ctx),
      checked_at: ctx.clock.now().toISOString(),
    }
  },
})

function presentRow(ctx: ConsoleCtx, entry: Entry, names: ReadonlyMap<string, string>) {
  const now = ctx.clock.now()
  const { hours, closable } = KIND_RULES[entry.kind]
  const dueAt = secondsAfter(entry.since, hours * 3600)
  const holder = holderOf(entry)
  const name = holder === null ? undefined : names.get(holder)
  const today = marketDay(ctx.zones, now)
  return {
    kind: entry.kind,
    id: entry.id,
    place: entry.place ?? entry.id,
    title: entry.title,
    detail: entry.detail,
    amount: entry.amount ?? null,
    since: entry.since.toISOString(),
    due_at: dueAt.toISOString(),
    hours,
    waited_seconds: Math.max(0, Math.round((now.getTime() - entry.since.getTime()) / 1000)),
    group: groupOf(dueAt, {
      now,
      tomorrow: marketDayStart(ctx.zones, dayAfter(today)),
      nextWeek: marketDayStart(ctx.zones, dayAfter(today, 7)),
    }),
    assignee: holder === null ? null : { id: holder, name: name ?? '' },
    snoozed_until: entry.mark?.snoozed_until?.toISOString() ?? null,
    closable: closable ?? false,
  }
}

const WORK_BEGINS_SECONDS = 9 * 3600

/** In three hours, tomorrow at nine and in a week at nine, in the market's days. */
function snoozeMoments({ clock, zones }: Pick<ConsoleCtx, 'clock' | 'zones'>) {
  const now = clock.now()
  const nine = (days: number) =>
    secondsAfter(
      marketDayStart(zones, dayAfter(marketDay(zones, now), days)),
      WORK_BEGINS_SECONDS,
    ).toISOString()
  return { hours: secondsAfter(now, 3 * 3600).toISOString(), tomorrow: nine(1), week: nine(7) }
}

export const markInbox = defineOperation({
  ...contract.markInbox,
  audit: {
    kind: 'inbox',
    id: ({ body }) => body.rows[0] && keyOf(body.rows[0]),
    read: (db, _id, { body }) => readMarks(db, body.rows),
  },
  run: async (ctx, { body }) => {
    const team = new Set((await listOperatorNames(ctx.db)).map((one) => one.id))
    if (body.rows.some((row) => row.assigned_to && !team.has(row.assigned_to)))
      throw refuse('inbox.nobody')
    const waiting = await readWaiting(ctx, new Set(body.rows.map((row) => row.kind)))
    const changed = body.rows.filter(
      (row) => waiting.has(keyOf(row)) && !(row.done && !KIND_RULES[row.kind].closable),
    )
    for (const row of changed)
      await writeMark(ctx.db, { ...row, before: waiting.get(keyOf(row))?.mark }, ctx.clock.now())
    return {
      before: changed.map(({ kind, id }) => {
        const mark = waiting.get(keyOf({ kind, id }))?.mark
        return {
          kind,
          id,
          assigned_to: mark?.assigned_to ?? null,
          snoozed_until: mark?.snoozed_until?.toISOString() ?? null,
          done: mark?.done_at != null,
        }
      }),
      kept: body.rows.length - changed.length,
    }
  },
})

/** What waits now of these kinds, as far as the caller may decide it. */
async function readWaiting(
  ctx: ConsoleCtx,
  kinds: ReadonlySet<InboxKind>,
): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>()
  for (const { entries } of await readSources(ctx, roleOf(ctx), kinds))
    for (const entry of entries ?? []) found.set(keyOf(entry), entry)
  return found
}
