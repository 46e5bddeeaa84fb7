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

/** What is asked: a platform with that version; of one partner's items, or of all. */
export interface Asked {
  platformId: number
  version: string
  partnerId: string | null
}

/**
 * A release, by its place among those of its item, with what becomes of it. One that a
 * second-generation storefront cannot have (D19) may come to another end there, on a line of its
 * own.
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

/** Items that are alike, with the lines that each of them has. */
interface Judged extends Alike {
  lines: Line[]
}

/** Ranges are few: each is tried once. */
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

/**
 * What becomes of each release of such an item, on storefronts of the first and of the second
 * generation.
 */
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
  // Their places stand for their names.
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

async function judgeAll(db: Db, { platformId, version, partnerId }: Asked): Promise<Judged[]> {
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
 * Lines that follow upon each other by item alone: one outcome, as many installations. The worst
 * first.
 */
const heapsOf = (judged: readonly Judged[]): Judged[][] =>
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

/**
 * By outcome, most installations, item, newest release. Only those items are read that the page
 * reaches.
 */
async function listPage(
  db: Db,
  { platformId, partnerId }: Asked,
  judged: readonly Judged[],
  from: number,
  most: number,
): Promise<ItemLine[]> {
  let before = 0
  const reached: { start: number; most: number; those: Judged[] }[] = []
  for (const those of heapsOf(judged)) {
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

/**
 * The lines with their names. An item that something has happened to since it was judged is left
 * for the next reading.
 */
async function named(
  db: Db,
  { platformId }: Asked,
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

export interface Found {
  totals: { outcome: Outcome; items: number; installations: number }[]
  partners: number
  told: number
  unreachable: number
  lastAt: Date | null
  /** One more than asked for, when there is a next page. */
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

/**
 * Partners whose releases will not work: when they were told, and whether there is an owner to be
 * told.
 */
const ending = ({ platformId, version, partnerId }: Asked, ended: readonly Judged[]) => sql`(
  select id, told_at, exists (select from partner_members where partner_members.partner_id = id and role = 'owner') as has_owner
  from (select distinct partner_id as id from ${standing(platformId, partnerId, ended)}) as those
  left join platform_notices on platform_notices.platform_id = ${platformId} and version = ${version} and platform_notices.partner_id = id) as ending`

/** How many there are, and how far they have been told. */
const countEnding = async (db: Db, asked: Asked, ended: readonly Judged[]) =>
  (
    await sql<Pick<Found, 'partners' | 'told' | 'unreachable' | 'lastAt'>>`
  select count(*)::int as partners, count(told_at)::int as told, count(*) filter (where told_at is null and not has_owner)::int as unreachable, max(told_at) as "lastAt" from ${ending(asked, ended)}`.execute(
      db,
    )
  ).rows[0]!

const listPartners = async (db: Db, { platformId, version }: Asked, ids: readonly string[]) =>
  (
    await sql<{ id: string; name: string; told_at: Date | null }>`
  select id, name, told_at from partners left join platform_notices on platform_id = ${platformId} and version = ${version} and partner_id = id where id = any(${ids}::text[])`.execute(
      db,
    )
  ).rows

export async function readReport(
  db: Db,
  asked: Asked,
  page: number,
  perPage: number,
): Promise<Found> {
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

export interface Untold {
  partnerId: string
  releases: { name: string; version: string; installations: number }[]
  more: number
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Partners that are still to be told what of theirs will not work, each with its releases, most
 * installations first.
 */
export async function listUntold(
  db: Db,
  asked: Asked,
  mostPartners: number,
  mostReleases: number,
): Promise<Untold[]> {
  const ended = withOutcome(await judgeAll(db, asked), 'none')
  const untold = (
    await sql<{
      id: string
    }>`select id from ${ending(asked, ended)} where told_at is null and has_owner order by id limit ${mostPartners}`.execute(
      db,
    )
  ).rows.map((one) => one.id)
  const { rows } = await sql<{
    alike: string
    item: string
    partner: string
  }>`select alike, item_id as item, partner_id as partner
    from ${standing(asked.platformId, asked.partnerId, ended)} where partner_id = any(${untold}::text[])`.execute(
    db,
  )
  const [own, linesOf] = [
    Map.groupBy(rows, (row) => row.partner),
    new Map(ended.map((one) => [one.alike, one.lines])),
  ]
  const lines = untold.map((id) =>
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
  return untold.map((partnerId, n) => ({
    partnerId,
    releases: (releases.get(partnerId) ?? []).map(({ name, version, installations }) => ({
      name,
      version,
      installations,
    })),
    more: Math.max((lines[n]?.length ?? 0) - mostReleases, 0),
  }))
}

/** Those of them that nobody has told yet, and now somebody does. */
export async function noteTold(
  db: Db,
  { platformId, version }: Asked,
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

export const countTold = async (db: Db, platformId: number, version: string): Promise<number> =>
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
