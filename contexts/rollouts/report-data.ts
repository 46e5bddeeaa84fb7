import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/client.ts'
import { OUTCOMES, type Outcome } from '../catalog/contract.ts'
import { EVERYBODY, satisfiesRange } from '../catalog/public.ts'

/** What is asked: a platform with that version; of one partner's items, or of all. */
export interface Asked { platformId: number; version: string; partnerId: string | null }

/** Of one partner's items, or of all. */
const itemsOf = (partnerId: string | null, column: RawBuilder<unknown>) => (partnerId === null ? sql`` : sql`and ${column} in (select id from items where partner_id = ${partnerId})`)

/** Ranges that releases name for a platform and that take this version in. They are few, so they are read as text here and looked for as text there. */
async function fittingRanges(db: Db, { platformId, version, partnerId }: Asked): Promise<string[]> {
  // A manifest is read once each: it is long, and unpacked anew for every word that is asked of it.
  const { rows } = await sql<{ range: string }>`select distinct range from (
    select manifest -> 'compatibility' -> 'platforms' ->> ${String(platformId)}::text as range from releases where manifest is not null ${itemsOf(partnerId, sql`item_id`)} offset 0
  ) as ranges where range is not null`.execute(db)
  return rows.map(row => row.range).filter(range => satisfiesRange(version, range))
}

/**
 * Installations counted by release and judged, as a part of a statement (`with … select … from lines`): the same as `outcomeOf` says of one. A line is a release with
 * what becomes of it; one that a second-generation storefront cannot have (D19) may come to another end there.
 */
const lines = ({ platformId, version, partnerId }: Asked, ranges: readonly string[]) => sql`
  with counted as materialized (
    select it.release_id, stores.is_os2, count(*)::integer as installations from installations it join stores on stores.id = it.store_id
    where it.state <> 'uninstalled' and stores.platform_id = ${platformId} ${itemsOf(partnerId, sql`it.item_id`)} group by it.release_id, stores.is_os2
  ), known as materialized (
    select id, item_id, version, version_order, status = 'published' and package_sha256 is not null and share = ${EVERYBODY}::int and version not like '%-%' as offered,
      coalesce(compatibility -> 'platforms' ->> ${String(platformId)}::text = any(${ranges}::text[]), false) as fits, declared.os2 is not false as os2
    from releases left join lateral jsonb_to_record(manifest) as declared (compatibility jsonb, os2 boolean) on true where item_id in (select item_id from releases where id in (select release_id from counted))
  ), best as (
    select distinct on (item_id, is_os2) item_id, is_os2, version, version_order from known cross join (values (false), (true)) as kinds (is_os2)
    where offered and fits and (os2 or not is_os2) order by item_id, is_os2, version_order desc
  ), judged as (
    select has.item_id, has.id as release_id, has.version, has.version_order, counted.installations,
      case when has.fits then 'works' when best.version_order > has.version_order then 'update' else 'none' end as outcome,
      case when not has.fits and best.version_order > has.version_order then best.version end as fitting
    from counted join known as has on has.id = counted.release_id left join best on best.item_id = has.item_id and best.is_os2 = counted.is_os2
  ), lines as materialized (
    select judged.item_id, items.name, items.partner_id, judged.version, judged.version_order, outcome, fitting, sum(installations)::integer as installations,
      case when outcome = 'none' then told_at end as told_at
    from judged join items on items.id = judged.item_id
      left join platform_notices on platform_notices.platform_id = ${platformId} and platform_notices.version = ${version} and platform_notices.partner_id = items.partner_id
    group by judged.item_id, judged.release_id, items.name, items.partner_id, judged.version, judged.version_order, outcome, fitting, told_at
  )`

const HAS_OWNER = sql`exists (select from partner_members where partner_members.partner_id = lines.partner_id and role = 'owner')`

export interface FoundLine { item: string; name: string; partner: string; version: string; outcome: Outcome; to: string | null; installations: number; told_at: string | null }
export interface Found {
  totals: { outcome: Outcome; items: number; installations: number }[]
  partners: number
  told: number
  unreachable: number
  last_at: Date | null
  /** One more than asked for, when there is a next page. */
  lines: FoundLine[]
}

/** A report in two statements; what goes out of the database is one page of it. */
export async function readReport(db: Db, asked: Asked, page: number, perPage: number): Promise<Found> {
  const ranges = await fittingRanges(db, asked)
  const { rows: [found] } = await sql<Found>`${lines(asked, ranges)}
    select (select coalesce(json_agg(by_outcome), '[]') from (select outcome, count(distinct item_id)::integer as items, sum(installations)::integer as installations from lines group by outcome) as by_outcome) as totals,
      noticed.*, (select coalesce(json_agg(shown), '[]') from (
        select item_id as item, lines.name, partners.name as partner, lines.version, outcome, fitting as to, installations, told_at from lines join partners on partners.id = lines.partner_id
        order by array_position(${[...OUTCOMES]}::text[], outcome), installations desc, lines.name, item_id, version_order desc limit ${perPage + 1} offset ${(page - 1) * perPage}
      ) as shown) as lines
    from (select count(distinct partner_id)::integer as partners, count(distinct partner_id) filter (where told_at is not null)::integer as told,
      count(distinct partner_id) filter (where told_at is null and not ${HAS_OWNER})::integer as unreachable, max(told_at) as last_at from lines where outcome = 'none') as noticed`.execute(db)
  if (!found) throw new Error('a statement without a from of its own answers one row')
  return found
}

export interface Untold { partnerId: string; releases: { name: string; version: string; installations: number }[]; more: number }

/** Partners that are still to be told what of theirs will not work, each with its releases, most installations first. */
export async function listUntold(db: Db, asked: Asked, mostPartners: number, mostReleases: number): Promise<Untold[]> {
  const { rows } = await sql<Untold>`${lines(asked, await fittingRanges(db, asked))}
    select partner_id as "partnerId", greatest(count(*)::integer - ${mostReleases}::integer, 0) as more,
      json_agg(json_build_object('name', name, 'version', version, 'installations', installations) order by place) filter (where place <= ${mostReleases}) as releases
    from (select *, row_number() over (partition by partner_id order by installations desc, name, item_id, version_order desc) as place from lines
      where outcome = 'none' and told_at is null and ${HAS_OWNER}) as lines
    group by partner_id order by partner_id limit ${mostPartners}`.execute(db)
  return rows
}

/** Those of them that nobody has told yet, and now somebody does. */
export async function noteTold(db: Db, { platformId, version }: Asked, partnerIds: readonly string[], by: string, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ partner_id: string }>`insert into platform_notices (platform_id, version, partner_id, told_at, told_by)
    select ${platformId}::integer, ${version}::text, partner, ${now}::timestamptz, ${by}::text from unnest(${partnerIds}::text[]) as partner order by partner on conflict do nothing returning partner_id`.execute(db)
  return new Set(rows.map(row => row.partner_id))
}

export const countTold = async (db: Db, platformId: number, version: string): Promise<number> =>
  Number((await db.selectFrom('platform_notices').select(on => on.fn.countAll<string>().as('told')).where('platform_id', '=', platformId).where('version', '=', version).executeTakeFirstOrThrow()).told)
