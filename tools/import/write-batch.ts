import type { PackageBlobs } from '#modules/catalog/package-blobs.ts'
import { writeListings } from '#modules/catalog/write-listings.ts'
import type { Db } from '#db/client.ts'
import { sha256Hex } from '#lib/ids.ts'
import { inTransaction } from '#kernel/context.ts'
import type { Draft } from './compose.ts'
import { FILES } from './format.ts'
import type { Report } from './report.ts'
import { prefixOf, slugCandidates } from './slugs.ts'

/**
 * Raised when the same lines are to give other rows than before: everything is then written once
 * more.
 */
const WRITTEN_AS = 1

export interface BatchInput {
  db: Db
  blobs: Pick<PackageBlobs, 'putPicture'>
  source: string
  report: Report
  now: Date
}

export interface BatchOutcome {
  new: number
  changed: number
  unchanged: number
  refused: number
}

const hashOf = ({ listing, updatedAt }: Draft): string =>
  sha256Hex(JSON.stringify([WRITTEN_AS, listing, updatedAt]))

interface Known {
  id: string
  slug: string
  prefix: string
  source: string | null
  source_id: string | null
  source_hash: string | null
}

/** What of the batch is there already, and whose the wanted names are. */
async function readKnown(db: Db, drafts: Draft[], source: string): Promise<Known[]> {
  const names = drafts.flatMap((draft) => slugCandidates(draft.slugBase, source, draft.sourceId))
  return db
    .selectFrom('items')
    .select(['id', 'slug', 'prefix', 'source', 'source_id', 'source_hash'])
    .where((on) =>
      on.or([
        on(
          'id',
          'in',
          drafts.map((draft) => draft.listing.id),
        ),
        on('slug', 'in', names),
        on('prefix', 'in', names.map(prefixOf)),
      ]),
    )
    .execute()
}

/**
 * Chooses names for the new ones, in the order of the file, and writes what differs, all in one
 * transaction.
 */
async function writeDrafts(
  { db, blobs, source, report, now }: BatchInput,
  drafts: Draft[],
): Promise<BatchOutcome> {
  const known = await readKnown(db, drafts, source)
  const byId = new Map(known.map((row) => [row.id, row]))
  const slugs = new Map(known.map((row) => [row.slug, row.source]))
  const prefixes = new Set(known.map((row) => row.prefix))
  const outcome: BatchOutcome = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  const notes: (() => void)[] = []
  const different = drafts.flatMap((draft) => {
    const hash = hashOf(draft)
    const before = byId.get(draft.listing.id)
    if (before?.source_hash === hash) {
      outcome.unchanged += 1
      return []
    }
    if (before) outcome.changed += 1
    else outcome.new += 1
    const isFree = (slug: string): boolean => !slugs.has(slug) && !prefixes.has(prefixOf(slug))
    const slug =
      before?.slug ??
      slugCandidates(draft.slugBase, source, draft.sourceId).find(isFree) ??
      draft.listing.id.replace('_', '-')
    const prefix = before?.prefix ?? prefixOf(slug)
    if (!before && slug !== draft.slugBase) {
      const rule = slugs.get(draft.slugBase) === source ? 'R-TITLE-REPEATED' : 'R-SLUG-TAKEN'
      notes.push(() =>
        report.add(
          FILES.item,
          draft.at,
          rule,
          `slug ${slug} in place of ${draft.slugBase}`,
          false,
          draft.sourceId,
        ),
      )
    }
    slugs.set(slug, source)
    prefixes.add(prefix)
    const origin = { name: source, id: draft.sourceId, hash }
    return [
      {
        draft,
        listing: {
          ...draft.listing,
          slug,
          prefix,
          updatedAt: draft.updatedAt ?? now,
          source: origin,
        },
      },
    ]
  })
  for (const { draft } of different)
    for (const { name, bytes } of draft.pictureFiles) await blobs.putPicture(name, bytes)
  await inTransaction({ db }, (trx) =>
    writeListings(
      trx,
      different.map(({ listing }) => listing),
    ),
  )
  for (const note of notes) note()
  return outcome
}

/**
 * Classes of errors that come from the data, not from the database's state: 22 data exception, 23
 * integrity, 54 limits.
 */
const isAboutData = (error: unknown): boolean =>
  /^(22|23|54)/.test((error as { code?: string }).code ?? '')

/**
 * One batch, whole; where the database refuses something in it, item by item, so that one cannot
 * stop the others.
 */
export async function writeBatch(input: BatchInput, drafts: Draft[]): Promise<BatchOutcome> {
  if (drafts.length === 0) return { new: 0, changed: 0, unchanged: 0, refused: 0 }
  try {
    return await writeDrafts(input, drafts)
  } catch (error) {
    if (!isAboutData(error)) throw error
    if (drafts.length === 1) {
      input.report.add(
        FILES.item,
        (drafts[0] as Draft).at,
        'R-ITEM-REFUSED',
        (error as Error).message,
        true,
        (drafts[0] as Draft).sourceId,
      )
      return { new: 0, changed: 0, unchanged: 0, refused: 1 }
    }
  }
  const sum: BatchOutcome = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const draft of drafts) {
    const one = await writeBatch(input, [draft])
    for (const key of ['new', 'changed', 'unchanged', 'refused'] as const) sum[key] += one[key]
  }
  return sum
}
