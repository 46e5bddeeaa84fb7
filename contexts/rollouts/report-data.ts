import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { OUTCOMES, type Outcome } from '../catalog/contract.ts'
import { outcomeOf, satisfiesRange } from '../catalog/public.ts'
import { listStandings, type StandingItem } from './standings.ts'

/** What is asked: a platform with that version; of one partner's items, or of all. */
export interface Asked { platformId: number; version: string; partnerId: string | null }

/** A release with what becomes of it. One that a second-generation storefront cannot have (D19) may come to another end there, on a line of its own. */
export interface Line { item: string; name: string; partner: string; version: string; versionOrder: string; outcome: Outcome; to: string | null; installations: number }

/** Ranges are few: each is tried once. */
function fitsVersion(version: string): (range: string) => boolean {
  const known = new Map<string, boolean>()
  return range => {
    const fits = known.get(range) ?? satisfiesRange(version, range)
    known.set(range, fits)
    return fits
  }
}

function judge({ item, name, partner, releases }: StandingItem, fits: (range: string) => boolean): Line[] {
  const all = releases.map(([id, version, , range, os2, offered]) => ({ id, version, range, os2, offered }))
  return releases.flatMap(([id, version, versionOrder, , , , onFirst, onSecond]) => {
    if (onFirst + onSecond === 0) return []
    const [first, second] = [outcomeOf(all, id, false, fits), outcomeOf(all, id, true, fits)]
    const line = (said: typeof first, installations: number) => ({ item, name, partner, version, versionOrder, ...said, installations })
    if (first.outcome === second.outcome && first.to === second.to) return [line(first, onFirst + onSecond)]
    return [line(first, onFirst), line(second, onSecond)].filter(one => one.installations > 0)
  })
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byHarm = (a: Line, b: Line): number => b.installations - a.installations || order(a.name, b.name) || order(a.item, b.item) || order(b.versionOrder, a.versionOrder)

/** All lines, by outcome. */
async function judgeAll(db: Db, { platformId, version, partnerId }: Asked): Promise<Record<Outcome, Line[]>> {
  const fits = fitsVersion(version)
  const lines: Record<Outcome, Line[]> = { none: [], update: [], works: [] }
  for (const item of await listStandings(db, platformId, partnerId)) for (const line of judge(item, fits)) lines[line.outcome].push(line)
  return lines
}

/** The worst first; only those are put in order that come before the end of the page. */
function pageOf(lines: Record<Outcome, Line[]>, from: number, most: number): Line[] {
  const page: Line[] = []
  let before = 0
  for (const outcome of OUTCOMES) {
    const those = lines[outcome]
    const [start, end] = [Math.max(from - before, 0), from + most - before]
    if (start < those.length && end > 0) page.push(...those.toSorted(byHarm).slice(start, end))
    before += those.length
  }
  return page
}

export interface Found {
  totals: { outcome: Outcome; items: number; installations: number }[]
  partners: number
  told: number
  unreachable: number
  lastAt: Date | null
  /** One more than asked for, when there is a next page. */
  lines: (Omit<Line, 'partner' | 'versionOrder'> & { partner: string; told_at: Date | null })[]
}

/** Whose releases will not work: when they were told, and whether there is an owner to be told. */
const listEnding = async (db: Db, { platformId, version }: Asked, lines: readonly Line[]) => (await sql<{ id: string; told_at: Date | null; has_owner: boolean }>`
  select id, told_at, exists (select from partner_members where partner_members.partner_id = id and role = 'owner') as has_owner
  from unnest(${[...new Set(lines.map(line => line.partner))]}::text[]) as id left join platform_notices on platform_notices.platform_id = ${platformId} and version = ${version} and partner_id = id`.execute(db)).rows

export async function readReport(db: Db, asked: Asked, page: number, perPage: number): Promise<Found> {
  const lines = await judgeAll(db, asked)
  const shown = pageOf(lines, (page - 1) * perPage, perPage + 1)
  const names = shown.length === 0 ? [] : await db.selectFrom('partners').select(['id', 'name']).where('id', 'in', [...new Set(shown.map(line => line.partner))]).execute()
  const ending = await listEnding(db, asked, lines.none)
  const told = new Map(ending.map(one => [one.id, one.told_at]))
  return {
    totals: OUTCOMES.map(outcome => ({ outcome, items: new Set(lines[outcome].map(line => line.item)).size, installations: lines[outcome].reduce((sum, line) => sum + line.installations, 0) })),
    partners: ending.length, told: ending.filter(one => one.told_at).length, unreachable: ending.filter(one => !one.told_at && !one.has_owner).length,
    lastAt: ending.reduce<Date | null>((last, { told_at: at }) => (at && (!last || at > last) ? at : last), null),
    lines: shown.map(({ versionOrder: _, partner, ...line }) => ({
      ...line, partner: names.find(one => one.id === partner)?.name ?? '', told_at: line.outcome === 'none' ? told.get(partner) ?? null : null,
    })),
  }
}

export interface Untold { partnerId: string; releases: { name: string; version: string; installations: number }[]; more: number }

/** Partners that are still to be told what of theirs will not work, each with its releases, most installations first. */
export async function listUntold(db: Db, asked: Asked, mostPartners: number, mostReleases: number): Promise<Untold[]> {
  const { none } = await judgeAll(db, asked)
  const untold = (await listEnding(db, asked, none)).filter(one => !one.told_at && one.has_owner).toSorted((a, b) => order(a.id, b.id)).slice(0, mostPartners)
  return untold.map(({ id }) => {
    const own = none.filter(line => line.partner === id).toSorted(byHarm)
    return { partnerId: id, releases: own.slice(0, mostReleases).map(({ name, version, installations }) => ({ name, version, installations })), more: Math.max(own.length - mostReleases, 0) }
  })
}

/** Those of them that nobody has told yet, and now somebody does. */
export async function noteTold(db: Db, { platformId, version }: Asked, partnerIds: readonly string[], by: string, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ partner_id: string }>`insert into platform_notices (platform_id, version, partner_id, told_at, told_by)
    select ${platformId}::integer, ${version}::text, partner, ${now}::timestamptz, ${by}::text from unnest(${partnerIds}::text[]) as partner order by partner on conflict do nothing returning partner_id`.execute(db)
  return new Set(rows.map(row => row.partner_id))
}

export const countTold = async (db: Db, platformId: number, version: string): Promise<number> =>
  Number((await db.selectFrom('platform_notices').select(on => on.fn.countAll<string>().as('told')).where('platform_id', '=', platformId).where('version', '=', version).executeTakeFirstOrThrow()).told)
