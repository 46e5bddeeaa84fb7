import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import {
  addressOf,
  findShownPictures,
  forgetFile,
  listLeft,
  listRemoving,
  listUncheckedPictures,
  markRemoving,
  recordPictureCheck,
} from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'

const DAY = 86_400
/** How long a removed picture stays, because its address may still be in use. */
export const GRACE_SECONDS = 30 * DAY
/** A new upload may not be referenced yet. */
const NEW_SECONDS = DAY
const UNUSED_SECONDS = 7 * DAY
/**
 * Decisions can be appealed for six months (DSA art. 20), and whoever answers must see the
 * pictures.
 */
const DECIDED_SECONDS = 184 * DAY
const MOST_CHECKED = 5_000
const MOST_REMOVED = 500

/** Which of these addresses a draft uses, or a partner, a platform or the market as its logo. */
export async function findDraftedPictures(db: Db, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select source ->> 'path' as path from listing_drafts, jsonb_array_elements(draft -> 'content' -> 'pictures') as picture, jsonb_array_elements(picture -> 'sources') as source
    where source ->> 'path' = any(${addresses})
    union select draft -> 'content' ->> 'icon' from listing_drafts where draft -> 'content' ->> 'icon' = any(${addresses})
    union select logo from partner_profiles where logo = any(${addresses})
    union select logo from market_faces where logo = any(${addresses})
    union select logo from platforms where logo = any(${addresses})`.execute(db)
  return rows.map((row) => row.path)
}

/** Which of these addresses a submission uses that is open or may still be appealed. */
async function findSubmittedPictures(
  db: Db,
  addresses: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with those as (select listing from submissions where state in ('checking', 'waiting', 'scheduled') or coalesce(decided_at, submitted_at) > ${since})
    select source ->> 'path' as path from those, jsonb_array_elements(listing -> 'pictures') as picture, jsonb_array_elements(picture -> 'sources') as source where source ->> 'path' = any(${addresses})
    union select listing ->> 'icon' from those where listing ->> 'icon' = any(${addresses})`.execute(
    db,
  )
  return rows.map((row) => row.path)
}

/** Which of these files are in use. */
export async function namedOf(
  db: Db,
  paths: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const addresses = paths.map(addressOf)
  const found = await Promise.all([
    findShownPictures(db, addresses),
    findDraftedPictures(db, addresses),
    findSubmittedPictures(db, addresses, secondsAfter(now, -DECIDED_SECONDS)),
  ])
  const known = new Set(found.flat())
  return new Set(paths.filter((path) => known.has(addressOf(path))))
}

/**
 * Deletes pictures that no listing, draft or submission has used for a while; returns their number.
 * Works in batches. A picture is checked again and marked right before it is deleted, so that
 * nobody starts to use it meanwhile.
 */
export async function purgePictures({
  db,
  blobs,
  clock,
}: Pick<Services, 'db' | 'blobs' | 'clock'>): Promise<number> {
  const now = clock.now()
  const due = await listUncheckedPictures(db, {
    putBefore: secondsAfter(now, -NEW_SECONDS),
    checkedBefore: secondsAfter(now, -UNUSED_SECONDS),
    most: MOST_CHECKED,
  })
  if (due.length > 0) await recordPictureCheck(db, due, await namedOf(db, due, now), now)
  const leftBefore = secondsAfter(now, -GRACE_SECONDS)
  const left = await listLeft(db, leftBefore, MOST_REMOVED)
  if (left.length > 0) {
    const named = await namedOf(db, left, now)
    await recordPictureCheck(db, left, named, now)
    const going = left.filter((path) => !named.has(path))
    if (going.length > 0) await markRemoving(db, going, leftBefore)
  }
  const removing = await listRemoving(db)
  for (const path of removing) {
    await blobs.removePicture(path)
    await forgetFile(db, path)
  }
  return removing.length
}
