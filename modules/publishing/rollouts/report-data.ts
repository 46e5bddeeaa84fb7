import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Outcome, OUTCOMES } from '#modules/catalog/contract.ts'
import { outcomeOf, satisfiesRange } from '#modules/catalog/public.ts'
import {
  type Alike,
  listAlike,
  listFirst,
  listStandings,
  standing,
  type StandingItem,
} from './standings.ts'

/** What a report is about: a platform at a version; the items of one partner or of all. */
export interface ReportQuery {
  platformId: number
  version: string
  partnerId: string | null
}

/**
 * The outcome of a release, identified by its position within the item. Second-generation
 * storefronts (D19) with another outcome have a line of their own.
 */
interface Line {
  place: number
  outcome: Outcome
  to: number | null
  installations: number
}
interface ItemLine extends Line {
  item: string
  alike: string
}

/** Items with equal standings, and the lines that each of them has. */
interface Judged extends Alike {
  lines: Line[]
}

/** Caches the result per range: there are few. */
function fitsVersion(version: string): (range: string) => boolean {
  const known = new Map<string, boolean>()
  return (range) => {
    const fits = known.get(range) ?? satisfiesRange(version, range)
    known.set(range, fits)
    return fits
  }
}

interface Verdict {
  outcome: Outcome
  to: number | null
}

/** Outcome of each release of such an item, on first- and second-generation storefronts. */
function judgeKind(
  kind: string,
  fits: (range: string) => boolean,
): { first: Verdict; second: Verdict; same: boolean }[] {
  const releases = JSON.parse(kind) as [
    range: string | null,
    os2: boolean,
    offered: boolean,
    isPreview: boolean,
  ][]
  // Positions serve as ids.
  const all = releases.map(([range, os2, offered, isPreview], place) => ({
    id: String(place),
    version: isPreview ? `${place}-preview` : String(place),
    range,
    os2,
    offered,
  }))
  const verdict = (id: string, isOs2: boolean): Verdict => {
    const { outcome, to } = outcomeOf(all, id, isOs2, fits)
    return { outcome, to: to === null ? null : Number(to) }
  }
  return all.map(({ id }) => {
    const [first, second] = [verdict(id, false), verdict(id, true)]
    return { first, second, same: first.outcome === second.outcome && first.to === second.to }
  })
}

async function judgeAll(
  db: Db,
  { platformId, version, partnerId }: ReportQuery,
): Promise<Judged[]> {
  const fits = fitsVersion(version)
  const kinds = new Map<string, ReturnType<typeof judgeKind>>()
  return (await listAlike(db, platformId, partnerId)).map((those) => {
    const end = those.alike.lastIndexOf(']') + 1
    const kind = those.alike.slice(0, end)
    const verdicts = kinds.get(kind) ?? judgeKind(kind, fits)
    kinds.set(kind, verdicts)
    const lines = those.alike
      .slice(end + 1)
      .split(' ')
      .flatMap((counts, place) => {
        const [{ first, second, same }, [onFirst = 0, onSecond = 0]] = [
          verdicts[place]!,
          counts.split('.').map(Number),
        ]
        return (
          same
            ? [{ ...first, place, installations: onFirst + onSecond }]
            : [
                { ...first, place, installations: onFirst },
                { ...second, place, installations: onSecond },
              ]
        ).filter((line) => line.installations > 0)
      })
    return { ...those, lines }
  })
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((so, one) => so + of(one), 0)
const withOutcome = (judged: readonly Judged[], outcome: Outcome): Judged[] =>
  judged
    .map((those) => ({ ...those, lines: those.lines.filter((line) => line.outcome === outcome) }))
    .filter((those) => those.lines.length > 0)

/**
 * Groups lines of equal outcome and installation count, the worst first. Within a group they are
 * ordered by item.
 */
const groupsOf = (judged: readonly Judged[]): Judged[][] =>
  OUTCOMES.flatMap((outcome) => {
    const parts = withOutcome(judged, outcome).flatMap((those) =>
      [...Map.groupBy(those.lines, (line) => line.installations)].map(([installations, lines]) => ({
        installations,
        part: { ...those, lines },
      })),
    )
    return [...Map.groupBy(parts, (one) => one.installations)]
      .toSorted(([a], [b]) => b - a)
      .map(([, alike]) => alike.map((one) => one.part))
  })

/** Sorted by outcome, installations, item and newest release. Reads only the items of the page. */
async function listPage(
  db: Db,
  { platformId, partnerId }: ReportQuery,
  judged: readonly Judged[],
  from: number,
  most: number,
): Promise<ItemLine[]> {
  let before = 0
  const reached: { start: number; most: number; those: Judged[] }[] = []
  for (const those of groupsOf(judged)) {
    const length = sum(those, (one) => one.items * one.lines.length)
    const [start, end] = [Math.max(from - before, 0), from + most - before]
    if (start < length && end > 0) reached.push({ start, most: end, those })
    before += length
  }
  const first = Map.groupBy(await listFirst(db, platformId, partnerId, reached), (row) => row.heap)
  return reached.flatMap(({ start, most: end, those }, heap) => {
    const lines = new Map(those.map((one) => [one.alike, one.lines]))
    return (first.get(heap) ?? [])
      .flatMap(({ alike, item }) =>
        (lines.get(alike) ?? []).map((line) => ({ ...line, item, alike })),
      )
      .slice(start, end)
  })
}

/** Adds names to the lines. Items that changed since they were judged are left to the next report. */
async function named(
  db: Db,
  { platformId }: ReportQuery,
  lines: readonly ItemLine[],
): Promise<
  (ItemLine &
    Pick<StandingItem, 'name' | 'partner'> & { version: string; toVersion: string | null })[]
> {
  const items = new Map(
    (await listStandings(db, platformId, [...new Set(lines.map((line) => line.item))])).map(
      (one) => [one.item, one],
    ),
  )
  return lines.flatMap((line) => {
    const found = items.get(line.item)
    if (found?.alike !== line.alike) return []
    const versionAt = (place: number) => found.releases[place]?.[1] ?? ''
    return [
      {
        ...line,
        name: found.name,
        partner: found.partner,
        version: versionAt(line.place),
        toVersion: line.to === null ? null : versionAt(line.to),
      },
    ]
  })
}

export interface ReportData {
  totals: { outcome: Outcome; items: number; installations: number }[]
  partners: number
  told: number
  unreachable: number
  lastAt: Date | null
  /** One more than requested when there is a next page. */
  lines: {
    item: string
    name: string
    version: string
    partner: string
    outcome: Outcome
    to: string | null
    installations: number
    told_at: Date | null
  }[]
}

/** Partners whose releases will not work: when they were notified and whether they have an owner. */
const ending = (
  { platformId, version, partnerId }: ReportQuery,
  affected: readonly Judged[],
) => sql`(
  select id, told_at, exists (select from partner_members where partner_members.partner_id = id and role = 'owner') as has_owner
  from (select distinct partner_id as id from ${standing(platformId, partnerId, affected)}) as those
  left join platform_notices on platform_notices.platform_id = ${platformId} and version = ${version} and platform_notices.partner_id = id) as ending`

/** Counts them and the notified ones. */
const countEnding = async (db: Db, asked: ReportQuery, affected: readonly Judged[]) =>
  (
    await sql<Pick<ReportData, 'partners' | 'told' | 'unreachable' | 'lastAt'>>`
  select count(*)::int as partners, count(told_at)::int as told, count(*) filter (where told_at is null and not has_owner)::int as unreachable, max(told_at) as "lastAt" from ${ending(asked, affected)}`.execute(
      db,
    )
  ).rows[0]!

const listPartners = async (db: Db, { platformId, version }: ReportQuery, ids: readonly string[]) =>
  (
    await sql<{ id: string; name: string; told_at: Date | null }>`
  select id, name, told_at from partners left join platform_notices on platform_id = ${platformId} and version = ${version} and partner_id = id where id = any(${ids}::text[])`.execute(
      db,
    )
  ).rows

export async function readReport(
  db: Db,
  asked: ReportQuery,
  page: number,
  perPage: number,
): Promise<ReportData> {
  const judged = await judgeAll(db, asked)
  const [notices, shown] = await Promise.all([
    countEnding(db, asked, withOutcome(judged, 'none')),
    listPage(db, asked, judged, (page - 1) * perPage, perPage + 1).then((lines) =>
      named(db, asked, lines),
    ),
  ])
  const partners = new Map(
    (await listPartners(db, asked, [...new Set(shown.map((line) => line.partner))])).map((one) => [
      one.id,
      one,
    ]),
  )
  return {
    totals: OUTCOMES.map((outcome) => {
      const those = withOutcome(judged, outcome)
      return {
        outcome,
        items: sum(those, (one) => one.items),
        installations: sum(
          those,
          (one) => one.items * sum(one.lines, (line) => line.installations),
        ),
      }
    }),
    ...notices,
    lines: shown.map(({ item, name, version, partner, outcome, toVersion, installations }) => ({
      item,
      name,
      version,
      partner: partners.get(partner)?.name ?? '',
      outcome,
      to: toVersion,
      installations,
      told_at: outcome === 'none' ? (partners.get(partner)?.told_at ?? null) : null,
    })),
  }
}

export interface UnnotifiedPartner {
  partnerId: string
  releases: { name: string; version: string; installations: number }[]
  more: number
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Partners still to be notified, with their releases, most installations first. */
export async function listUnnotified(
  db: Db,
  asked: ReportQuery,
  mostPartners: number,
  mostReleases: number,
): Promise<UnnotifiedPartner[]> {
  const affected = withOutcome(await judgeAll(db, asked), 'none')
  const unnotified = (
    await sql<{
      id: string
    }>`select id from ${ending(asked, affected)} where told_at is null and has_owner order by id limit ${mostPartners}`.execute(
      db,
    )
  ).rows.map((one) => one.id)
  const { rows } = await sql<{
    alike: string
    item: string
    partner: string
  }>`select alike, item_id as item, partner_id as partner
    from ${standing(asked.platformId, asked.partnerId, affected)} where partner_id = any(${unnotified}::text[])`.execute(
    db,
  )
  const [own, linesOf] = [
    Map.groupBy(rows, (row) => row.partner),
    new Map(affected.map((one) => [one.alike, one.lines])),
  ]
  const lines = unnotified.map((id) =>
    (own.get(id) ?? [])
      .flatMap(({ alike, item }) =>
        (linesOf.get(alike) ?? []).map((line) => ({ ...line, alike, item })),
      )
      .toSorted(
        (a, b) => b.installations - a.installations || order(a.item, b.item) || a.place - b.place,
      ),
  )
  const releases = Map.groupBy(
    await named(
      db,
      asked,
      lines.flatMap((those) => those.slice(0, mostReleases)),
    ),
    (line) => line.partner,
  )
  return unnotified.map((partnerId, n) => ({
    partnerId,
    releases: (releases.get(partnerId) ?? []).map(({ name, version, installations }) => ({
      name,
      version,
      installations,
    })),
    more: Math.max((lines[n]?.length ?? 0) - mostReleases, 0),
  }))
}

/** Records that partners were notified; returns those that had not been before. */
export async function recordNotified(
  db: Db,
  { platformId, version }: ReportQuery,
  partnerIds: readonly string[],
  by: string,
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{
    partner_id: string
  }>`insert into platform_notices (platform_id, version, partner_id, told_at, told_by)
    select ${platformId}::integer, ${version}::text, partner, ${now}::timestamptz, ${by}::text from unnest(${partnerIds}::text[]) as partner order by partner on conflict do nothing returning partner_id`.execute(
    db,
  )
  return new Set(rows.map((row) => row.partner_id))
}

export const countNotified = async (db: Db, platformId: number, version: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('platform_notices')
        .select((on) => on.fn.countAll<string>().as('told'))
        .where('platform_id', '=', platformId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
    ).told,
  )
