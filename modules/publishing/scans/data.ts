import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

export interface ScannerState {
  signatures: string | null
  signaturesSince: Date | null
  reachedAt: Date | null
  unreachableSince: Date | null
}

export async function readScannerState(db: Db): Promise<ScannerState> {
  const row = await db
    .selectFrom('malware_scanner')
    .select(['signatures', 'signatures_since', 'reached_at', 'unreachable_since'])
    .executeTakeFirst()
  return {
    signatures: row?.signatures ?? null,
    signaturesSince: row?.signatures_since ?? null,
    reachedAt: row?.reached_at ?? null,
    unreachableSince: row?.unreachable_since ?? null,
  }
}

/** The scanner answered with this version; another one than before is known since now. */
export const recordReached = (db: Db, signatures: string, now: Date) =>
  sql`insert into malware_scanner (signatures, signatures_since, reached_at)
    values (${signatures}, ${now}, ${now})
    on conflict (one) do update set signatures = excluded.signatures, reached_at = excluded.reached_at,
      unreachable_since = null, signatures_since = case
        when malware_scanner.signatures is distinct from excluded.signatures
          then excluded.signatures_since else malware_scanner.signatures_since end`.execute(db)

/** Since when it does not answer. */
export async function recordUnreachable(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ unreachable_since: Date }>`
    insert into malware_scanner (unreachable_since) values (${now})
    on conflict (one) do update
      set unreachable_since = coalesce(malware_scanner.unreachable_since, excluded.unreachable_since)
    returning unreachable_since`.execute(db)
  return rows[0]?.unreachable_since ?? now
}

export const countPending = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('submissions')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('scan_pending_since', 'is not', null)
      .executeTakeFirstOrThrow()
  ).count

/** Packages that were never scanned, then those not scanned with the present signatures. */
export async function listDueRescans(db: Db, since: Date, most: number): Promise<string[]> {
  const never = await db
    .selectFrom('package_scans')
    .select('sha256')
    .where('scanned_at', 'is', null)
    .orderBy('scanned_at')
    .limit(most)
    .execute()
  const older =
    never.length === most
      ? []
      : await db
          .selectFrom('package_scans')
          .select('sha256')
          .where('scanned_at', '<', since)
          .orderBy('scanned_at')
          .limit(most - never.length)
          .execute()
  return [...never, ...older].map((row) => row.sha256)
}

const MOST_COUNTED = 10_000
/** How many packages are due, up to 10,000. */
export async function countDueRescans(db: Db, since: Date | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::integer from (select from package_scans
        where scanned_at is null limit ${MOST_COUNTED}) as never)
      + (select count(*)::integer from (select from package_scans
        where scanned_at < ${since}::timestamptz limit ${MOST_COUNTED}) as older) as count`.execute(
    db,
  )
  return Math.min(rows[0]?.count ?? 0, MOST_COUNTED)
}

export const saveScan = (
  db: Db,
  sha256: string,
  scan: { malware: string | null; file: string | null; failure: string | null },
  now: Date,
) =>
  db
    .updateTable('package_scans')
    .set({
      malware: scan.malware,
      file: scan.file,
      failure: scan.failure?.slice(0, 300) ?? null,
      scanned_at: now,
    })
    .where('sha256', '=', sha256)
    .execute()

/** Releases of a package that can still be offered. */
export const listReleasesOf = (db: Db, sha256: string) =>
  db
    .selectFrom('releases')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select([
      'releases.id',
      'releases.version',
      'releases.item_id',
      'items.name',
      'items.partner_id',
    ])
    .where('releases.package_sha256', '=', sha256)
    .where('releases.status', '=', 'published')
    .orderBy('releases.id')
    .limit(100)
    .execute()

/** The malware found in the package of a release by the last scan, or null. */
export const findMalware = async (
  db: Db,
  itemId: string,
  version: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('releases')
      .innerJoin('package_scans', 'package_scans.sha256', 'releases.package_sha256')
      .select('package_scans.malware')
      .where('releases.item_id', '=', itemId)
      .where('releases.version', '=', version)
      .executeTakeFirst()
  )?.malware ?? null

/** Published packages in which the last scan found something, the newest first. */
export const listInfected = (db: Db, most: number) =>
  db
    .selectFrom('package_scans')
    .innerJoin('releases', 'releases.package_sha256', 'package_scans.sha256')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select([
      'items.id as item',
      'items.name',
      'releases.version',
      'releases.status',
      'package_scans.malware',
      'package_scans.file',
      'package_scans.scanned_at',
    ])
    .where('package_scans.malware', 'is not', null)
    .orderBy('package_scans.scanned_at', 'desc')
    .orderBy('releases.id')
    .limit(most)
    .execute()
