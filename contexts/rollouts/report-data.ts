import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { OUTCOMES, type Outcome } from '../catalog/contract.ts'
import { outcomeOf, satisfiesRange } from '../catalog/public.ts'
import { listKinds, listStandings, type StandingItem } from './standings.ts'

/** What is asked: a platform with that version; of one partner's items, or of all. */
export interface Asked { platformId: number; version: string; partnerId: string | null }

/** A release, by its place among those of its item, with what becomes of it. One that a second-generation storefront cannot have (D19) may come to another end there, on a line of its own. */
interface Line { item: string; kind: string; place: number; outcome: Outcome; to: number | null; installations: number }

/** Ranges are few: each is tried once. */
function fitsVersion(version: string): (range: string) => boolean {
  const known = new Map<string, boolean>()
  return range => {
    const fits = known.get(range) ?? satisfiesRange(version, range)
    known.set(range, fits)
    return fits
  }
}

interface Verdict { outcome: Outcome; to: number | null }

/** What becomes of each release of such an item, on storefronts of the first and of the second generation. */
function judgeKind(kind: string, fits: (range: string) => boolean): { first: Verdict; second: Verdict; alike: boolean }[] {
  const releases = JSON.parse(kind) as [range: string | null, os2: boolean, offered: boolean, isPreview: boolean][]
  // Their places stand for their names.
  const all = releases.map(([range, os2, offered, isPreview], place) => ({ id: String(place), version: isPreview ? `${place}-preview` : String(place), range, os2, offered }))
  const verdict = (id: string, isOs2: boolean): Verdict => {
    const { outcome, to } = outcomeOf(all, id, isOs2, fits)
    return { outcome, to: to === null ? null : Number(to) }
  }
  return all.map(({ id }) => {
    const [first, second] = [verdict(id, false), verdict(id, true)]
    return { first, second, alike: first.outcome === second.outcome && first.to === second.to }
  })
}

/** All lines, by outcome. */
async function judgeAll(db: Db, { platformId, version, partnerId }: Asked): Promise<Record<Outcome, Line[]>> {
  const fits = fitsVersion(version)
  const lines: Record<Outcome, Line[]> = { none: [], update: [], works: [] }
  for (const { kind, items } of await listKinds(db, platformId, partnerId)) {
    const verdicts = judgeKind(kind, fits)
    for (const counted of items.split(';')) {
      const [item = '', ...counts] = counted.split(' ')
      for (const [place, { first, second, alike }] of verdicts.entries()) {
        const [onFirst = 0, onSecond = 0] = (counts[place] ?? '').split('.').map(Number)
        const add = ({ outcome, to }: Verdict, installations: number) => installations > 0 && lines[outcome].push({ item, kind, place, outcome, to, installations })
        if (alike) add(first, onFirst + onSecond)
        else { add(first, onFirst); add(second, onSecond) }
      }
    }
  }
  return lines
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byItem = (a: Line, b: Line): number => order(a.item, b.item) || a.place - b.place || (a.to ?? 0) - (b.to ?? 0)

/** The worst first: by outcome, most installations, item, newest release. Only those are put in order that the page reaches. */
function pageOf(lines: Readonly<Record<Outcome, readonly Line[]>>, from: number, most: number): Line[] {
  const page: Line[] = []
  let before = 0
  for (const outcome of OUTCOMES) {
    const alike = Map.groupBy(lines[outcome], line => line.installations)
    for (const count of [...alike.keys()].toSorted((a, b) => b - a)) {
      const those = alike.get(count) ?? []
      const [start, end] = [Math.max(from - before, 0), from + most - before]
      if (end <= 0) return page
      if (start < those.length) page.push(...those.toSorted(byItem).slice(start, end))
      before += those.length
    }
  }
  return page
}

/** The lines with their names. An item that something has happened to since it was judged is left for the next reading. */
async function named(db: Db, { platformId }: Asked, lines: readonly Line[]): Promise<(Line & Pick<StandingItem, 'name' | 'partner'> & { version: string; toVersion: string | null })[]> {
  const items = new Map((await listStandings(db, platformId, [...new Set(lines.map(line => line.item))])).map(one => [one.item, one]))
  return lines.flatMap(line => {
    const found = items.get(line.item)
    if (found?.kind !== line.kind) return []
    const versionAt = (place: number) => found.releases[place]?.[1] ?? ''
    return [{ ...line, name: found.name, partner: found.partner, version: versionAt(line.place), toVersion: line.to === null ? null : versionAt(line.to) }]
  })
}

const partnersOf = async (db: Db, lines: readonly Line[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; partner_id: string }>`select id, partner_id from items where id = any(${[...new Set(lines.map(line => line.item))]}::text[])`.execute(db)
  return new Map(rows.map(row => [row.id, row.partner_id]))
}

export interface Found {
  totals: { outcome: Outcome; items: number; installations: number }[]
  partners: number
  told: number
  unreachable: number
  lastAt: Date | null
  /** One more than asked for, when there is a next page. */
  lines: { item: string; name: string; version: string; partner: string; outcome: Outcome; to: string | null; installations: number; told_at: Date | null }[]
}

/** Partners whose releases will not work: when they were told, and whether there is an owner to be told. */
const listEnding = async (db: Db, { platformId, version }: Asked, partners: Iterable<string>) => (await sql<{ id: string; told_at: Date | null; has_owner: boolean }>`
  select id, told_at, exists (select from partner_members where partner_members.partner_id = id and role = 'owner') as has_owner
  from partners left join platform_notices on platform_notices.platform_id = ${platformId} and version = ${version} and partner_id = id where id = any(${[...new Set(partners)]}::text[])`.execute(db)).rows

export async function readReport(db: Db, asked: Asked, page: number, perPage: number): Promise<Found> {
  const lines = await judgeAll(db, asked)
  const shown = await named(db, asked, pageOf(lines, (page - 1) * perPage, perPage + 1))
  const [partners, ending] = await Promise.all([
    shown.length === 0 ? [] : db.selectFrom('partners').select(['id', 'name']).where('id', 'in', [...new Set(shown.map(line => line.partner))]).execute(),
    partnersOf(db, lines.none).then(of => listEnding(db, asked, of.values())),
  ])
  const nameOf = new Map(partners.map(one => [one.id, one.name]))
  const told = new Map(ending.map(one => [one.id, one.told_at]))
  return {
    totals: OUTCOMES.map(outcome => ({ outcome, items: new Set(lines[outcome].map(line => line.item)).size, installations: lines[outcome].reduce((sum, line) => sum + line.installations, 0) })),
    partners: ending.length, told: ending.filter(one => one.told_at).length, unreachable: ending.filter(one => !one.told_at && !one.has_owner).length,
    lastAt: ending.reduce<Date | null>((last, { told_at: at }) => (at && (!last || at > last) ? at : last), null),
    lines: shown.map(({ item, name, version, partner, outcome, toVersion, installations }) => ({
      item, name, version, partner: nameOf.get(partner) ?? '', outcome, to: toVersion, installations, told_at: outcome === 'none' ? told.get(partner) ?? null : null,
    })),
  }
}

export interface Untold { partnerId: string; releases: { name: string; version: string; installations: number }[]; more: number }

/** Partners that are still to be told what of theirs will not work, each with its releases, most installations first. */
export async function listUntold(db: Db, asked: Asked, mostPartners: number, mostReleases: number): Promise<Untold[]> {
  const { none } = await judgeAll(db, asked)
  const partners = await partnersOf(db, none)
  const untold = (await listEnding(db, asked, partners.values())).filter(one => !one.told_at && one.has_owner).toSorted((a, b) => order(a.id, b.id)).slice(0, mostPartners)
  const own = Map.groupBy(none, line => partners.get(line.item) ?? '')
  const first = untold.map(({ id }) => pageOf({ none: own.get(id) ?? [], update: [], works: [] }, 0, mostReleases))
  const releases = Map.groupBy(await named(db, asked, first.flat()), line => line.partner)
  return untold.map(({ id }) => ({
    partnerId: id, releases: (releases.get(id) ?? []).map(({ name, version, installations }) => ({ name, version, installations })), more: Math.max((own.get(id)?.length ?? 0) - mostReleases, 0),
  }))
}

/** Those of them that nobody has told yet, and now somebody does. */
export async function noteTold(db: Db, { platformId, version }: Asked, partnerIds: readonly string[], by: string, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ partner_id: string }>`insert into platform_notices (platform_id, version, partner_id, told_at, told_by)
    select ${platformId}::integer, ${version}::text, partner, ${now}::timestamptz, ${by}::text from unnest(${partnerIds}::text[]) as partner order by partner on conflict do nothing returning partner_id`.execute(db)
  return new Set(rows.map(row => row.partner_id))
}

export const countTold = async (db: Db, platformId: number, version: string): Promise<number> =>
  Number((await db.selectFrom('platform_notices').select(on => on.fn.countAll<string>().as('told')).where('platform_id', '=', platformId).where('version', '=', version).executeTakeFirstOrThrow()).told)
