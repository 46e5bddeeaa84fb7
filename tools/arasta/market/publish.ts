import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { sha256Hex } from '#lib/ids.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { type Manifest, isPreview } from '#modules/catalog/packages/manifest.ts'
import { readPackage } from '#modules/catalog/packages/read-package.ts'
import { getOwnToken } from '#modules/identity/token-contract.ts'
import {
  createItem,
  getPartnerItem,
  type ListingAnswer,
} from '#modules/publishing/partners/item-contract.ts'
import {
  getSubmission,
  listSubmissions,
  submitListing,
  submitRelease,
} from '#modules/publishing/submissions/contract.ts'
import { UNFINISHED_STATES } from '#modules/publishing/submissions/rules.ts'
import { check } from '../check.ts'
import { type ListingFile, readListingFile } from '../listing-file.ts'
import { openProject } from '../project.ts'
import { compareListing } from './upload-listing.ts'
import { type ListingChange, UnknownCategory } from './listing-changes.ts'
import type { MarketClient } from './market-client.ts'
import { readNotes } from './notes-file.ts'

export type Submission = AnswerOf<typeof getSubmission>
type Missing = Pick<ListingAnswer['missing'][number], 'rule' | 'field' | 'wrong' | 'mend'>
export type Published =
  | { outcome: 'check_failed'; rules: string[] }
  | { outcome: 'no_item'; prefix: string; partner: string }
  | { outcome: 'listing_incomplete'; item: string; missing: Missing[] }
  | { outcome: 'unknown_category'; said: string; known: string[] }
  | { outcome: 'open_already'; item: string; version: string | null; state: string }
  | { outcome: 'planned'; item: string | null; version: string }
  | { outcome: 'nothing_new'; item: string; version: string; state: string | null }
  | { outcome: 'handed_in'; item: string; submission: Submission }

export type Progress =
  | { step: 'item_created'; item: string; prefix: string }
  | { step: 'listing'; changes: ListingChange[]; written: boolean }

export interface PublishOptions {
  folder: string
  client: MarketClient
  /** Until the market's own checks are over. */
  waits: boolean
  /** Hands the listing's draft in, too, though the folder says nothing new about it. */
  withListing: boolean
  /** Leaves the listing as it is in the market. */
  packageOnly: boolean
  /** Only says what would be done. */
  dryRun: boolean
  /** Takes back what was handed in before and is not decided. */
  replace: boolean
  tell(progress: Progress): void
  look?: number
}

const POLL_MS = 2_000
/** By then the market has looked itself; a person may take days, and for that nobody waits. */
const TIMEOUT_MS = 5 * 60_000
type OwnToken = AnswerOf<typeof getOwnToken>
type OwnItem = Pick<OwnToken['items'][number], 'id' | 'status'>
const done = z.object({ success: z.literal(true) })

/**
 * Brings what is in a folder to the market: the item where it is not there yet, its listing where
 * the folder says otherwise, and the package where that version was not handed in. Run again it
 * changes what differs and nothing else. The market's own rules are run first, so that what fails
 * there fails here.
 */
export async function publish(publishing: PublishOptions): Promise<Published> {
  const { folder, client, packageOnly } = publishing
  const notes = await readNotes(folder)
  const checked = await check(folder, { listing: undefined, packageOnly: true })
  if (checked.verdict === 'failed')
    return {
      outcome: 'check_failed',
      rules: checked.reports
        .filter((report) => report.verdict === 'failed')
        .map((report) => report.rule),
    }
  const project = await openProject(folder)
  const bytes = await project.packed()
  const { manifest } = await readPackage({ bytes })
  const listing = packageOnly ? null : await readListingFile(project.listing)
  const own = await client.call('GET', '/token', getOwnToken.output)
  const item = await requireItem(publishing, own, manifest, listing)
  if (item === null) {
    return publishing.dryRun && listing
      ? { outcome: 'planned', item: null, version: manifest.version }
      : { outcome: 'no_item', prefix: manifest.prefix, partner: own.partner.name }
  }
  const path = `/partners/${own.partner.id}/items/${item.id}`
  const brought = await uploadListing(publishing, path, project.listing, listing)
  if ('outcome' in brought) return brought
  if (publishing.dryRun) return { outcome: 'planned', item: item.id, version: manifest.version }
  if (brought.missing.length > 0 && (brought.changed || item.status === 'draft'))
    return { outcome: 'listing_incomplete', item: item.id, missing: brought.missing }
  return submitChanges(publishing, path, item, {
    bytes,
    notes,
    version: manifest.version,
    changed: brought.changed,
    listed: listing !== null,
  })
}

/**
 * The item with the package's prefix, made where the partner has none; null where it may not be.
 */
async function requireItem(
  { client, dryRun, tell }: PublishOptions,
  own: OwnToken,
  { kind, prefix }: Manifest,
  listing: ListingFile | null,
): Promise<OwnItem | null> {
  const found = own.items.find((one) => one.prefix === prefix)
  if (found || own.item !== null || !listing || dryRun) return found ?? null
  const name = listing.texts.en?.name || listing.texts.tr?.name || prefix
  const { id } = await client.call('POST', `/partners/${own.partner.id}/items`, createItem.output, {
    json: { market: kind, name, slug: listing.slug, prefix },
  })
  tell({ step: 'item_created', item: id, prefix })
  return { id, status: 'draft' }
}

type UploadedListing =
  | { changed: boolean; missing: Missing[] }
  | { outcome: 'unknown_category'; said: string; known: string[] }

async function uploadListing(
  { client, dryRun, tell }: PublishOptions,
  path: string,
  at: string,
  listing: ListingFile | null,
): Promise<UploadedListing> {
  if (!listing) return { changed: false, missing: [] }
  try {
    const { changes, bring } = await compareListing(client, path, at, listing)
    tell({ step: 'listing', changes, written: !dryRun })
    const missing = dryRun ? [] : await bring()
    return {
      changed: changes.length > 0,
      missing: missing.map(({ rule, field, wrong, mend }) => ({ rule, field, wrong, mend })),
    }
  } catch (error) {
    if (error instanceof UnknownCategory)
      return { outcome: 'unknown_category', said: error.said, known: error.known }
    throw error
  }
}

interface Release {
  bytes: Buffer
  notes: Record<string, string>
  version: string
  changed: boolean
  listed: boolean
}

async function submitChanges(
  { client, waits, withListing, replace, look = POLL_MS }: PublishOptions,
  path: string,
  item: OwnItem,
  { bytes, notes, version, changed, listed }: Release,
): Promise<Published> {
  const sha256 = sha256Hex(bytes)
  const { submissions, releases } = await client.call(
    'GET',
    `${path}/submissions`,
    listSubmissions.output,
  )
  const open = submissions.find((one) => UNFINISHED_STATES.includes(one.state))
  if (open?.sha256 === sha256 && !changed) return seen(open.id)
  if (open && !replace)
    return { outcome: 'open_already', item: item.id, version: open.version, state: open.state }
  if (open) await client.call('POST', `${path}/submissions/${open.id}/withdrawal`, done)
  const differs =
    withListing ||
    item.status === 'draft' ||
    changed ||
    (listed && (await client.call('GET', path, getPartnerItem.output)).differs)
  // The very bytes are out already: what is left is the listing, if anything.
  const isOut =
    releases.some((one) => one.version === version) &&
    submissions.some((one) => one.sha256 === sha256 && one.state === 'approved')
  if (isOut && !differs)
    return { outcome: 'nothing_new', item: item.id, version, state: 'approved' }
  const { id } = isOut
    ? await client.call('POST', `${path}/listing-submissions`, submitListing.output)
    : await client.call('POST', `${path}/submissions`, submitRelease.output, {
        query: {
          channel: isPreview(version) ? 'beta' : 'stable',
          with_listing: differs ? '1' : '0',
          ...notes,
        },
        bytes: { content: bytes, type: 'application/zip' },
      })
  return seen(id)

  async function seen(submissionId: string): Promise<Published> {
    const see = () =>
      client.call('GET', `${path}/submissions/${submissionId}`, getSubmission.output)
    let submission = await see()
    for (
      let waited = 0;
      waits && submission.state === 'checking' && waited < TIMEOUT_MS;
      waited += look
    ) {
      await wait(look)
      submission = await see()
    }
    return { outcome: 'handed_in', item: item.id, submission }
  }
}

/** How what was handed in of each item of the token stands, or of the one whose prefix is given. */
export async function readStatus(
  client: MarketClient,
  prefix: string | undefined,
): Promise<{ prefix: string; item: AnswerOf<typeof listSubmissions> }[]> {
  const own = await client.call('GET', '/token', getOwnToken.output)
  const found: { prefix: string; item: AnswerOf<typeof listSubmissions> }[] = []
  for (const one of own.items
    .filter((item) => prefix === undefined || item.prefix === prefix)
    .slice(0, 50)) {
    found.push({
      prefix: one.prefix,
      item: await client.call(
        'GET',
        `/partners/${own.partner.id}/items/${one.id}/submissions`,
        listSubmissions.output,
      ),
    })
  }
  return found
}
