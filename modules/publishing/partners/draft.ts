import { LOCALES, type Locale, forEachLocale } from '#lib/locale.ts'
import {
  type ItemFacts,
  type Listing,
  type ListingPlan,
  type ListingPrice,
  type ListingText,
  readListing,
} from '#modules/catalog/public.ts'
import type { Part } from './rules.ts'
import type { Db } from '#db/client.ts'
import { type Missing, missingOf } from './completeness.ts'
import { personOf } from '#kernel/actor.ts'
import { type ConsoleCtx, type Services, defaultLanguage } from '#kernel/context.ts'
import { refuse } from '../errors.ts'

export interface Credit {
  package: string
  version: string
  author: string
  licence: string
  source: string
}

/**
 * The part of an item that a partner writes. Stored in `listing_drafts.draft` with the revision at
 * which each part was last changed.
 */
export interface DraftContent extends Pick<
  Listing,
  | 'texts'
  | 'categoryIds'
  | 'tagIds'
  | 'links'
  | 'icon'
  | 'swatches'
  | 'ground'
  | 'inAppPurchase'
  | 'plans'
  | 'pictures'
> {
  facts: ItemFacts
  credits: Credit[]
}
interface StoredDraft {
  content: DraftContent
  changed: Partial<Record<Part, number>>
}

export const contentOf = (listing: Listing): DraftContent => ({
  texts: listing.texts,
  categoryIds: listing.categoryIds,
  tagIds: listing.tagIds ?? [],
  links: listing.links,
  icon: listing.icon,
  swatches: listing.swatches,
  ground: listing.ground,
  inAppPurchase: listing.inAppPurchase,
  plans: listing.plans,
  pictures: listing.pictures,
  facts: listing.facts as ItemFacts,
  credits: listing.credits as Credit[],
})

/** The listing as it would be with the draft approved. Its price is the lowest plan's. */
function applyDraft(listing: Listing, content: DraftContent): Listing {
  const { facts, ...rest } = content
  const texts = content.texts.filter((text) => !isEmptyText(text))
  const name =
    texts.find((text) => text.locale === 'en' && text.name !== '')?.name ??
    texts.find((text) => text.name !== '')?.name ??
    listing.name
  return {
    ...listing,
    ...rest,
    texts,
    name,
    facts: { ...facts },
    price: lowestOf(content.plans) ?? listing.price,
  }
}

const isEmptyText = ({ name, tagline, description, features }: ListingText): boolean =>
  name === '' && tagline === '' && description.length === 0 && features.length === 0

/** Of the plans that are sold to everybody: free ones first, then the smallest amount. */
export function lowestOf(plans: readonly ListingPlan[]): ListingPrice | null {
  const lowest = plans
    .filter(({ soldTo }) => soldTo === undefined)
    .toSorted(
      (a, b) =>
        Number(a.kind !== 'free') - Number(b.kind !== 'free') || a.amountMinor - b.amountMinor,
    )[0]
  return lowest
    ? {
        kind: lowest.kind,
        amountMinor: lowest.amountMinor,
        currency: lowest.currency,
        period: lowest.period,
      }
    : null
}

export const emptyText = (locale: Locale): ListingText => ({
  locale,
  name: '',
  tagline: '',
  description: [],
  features: [],
})
export const textIn = (content: Pick<DraftContent, 'texts'>, locale: Locale): ListingText =>
  content.texts.find((one) => one.locale === locale) ?? emptyText(locale)

/** Whether approving the draft would change the published listing. */
export const differs = (listed: Listing, drafted: Listing): boolean =>
  JSON.stringify(orderedContent(listed)) !== JSON.stringify(orderedContent(drafted))

/** Content in canonical order, so that tables and drafts compare equal. */
function orderedContent(listing: Listing): unknown {
  const { texts, categoryIds, tagIds = [], ...rest } = contentOf(listing)
  const sorted = {
    ...rest,
    tagIds: tagIds.toSorted(),
    texts: texts.toSorted((a, b) => a.locale.localeCompare(b.locale)),
    categoryIds: categoryIds.toSorted(),
  }
  return JSON.parse(
    JSON.stringify(sorted, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([, one]) => !(Array.isArray(one) && one.length === 0))
              .toSorted(([a], [b]) => (a < b ? -1 : 1)),
          )
        : value,
    ),
  )
}

/**
 * An item's listing with its draft applied, and what is missing to submit it. Without a draft:
 * revision 0 and the published listing. Null when there is no such item.
 */
export async function readDraft(
  { db, languages }: Pick<Services, 'db' | 'languages'>,
  itemId: string,
): Promise<{ listing: Listing; missing: Missing[]; revision: number; listed: Listing } | null> {
  const [listed, draft] = await Promise.all([readListing(db, itemId), findDraft(db, itemId)])
  if (!listed) return null
  const listing = draft
    ? { ...applyDraft(listed, draft.content), updatedAt: draft.changedAt }
    : listed
  return {
    listing,
    missing: missingOf(listing, defaultLanguage({ languages })),
    revision: draft?.revision ?? 0,
    listed,
  }
}

interface Place {
  partner: string
  item: string
}

/**
 * Changes one part of an item's draft in the caller's transaction and returns the new revision.
 * Refuses when somebody else changed the same part since revision `seen`; changes of other parts do
 * not conflict.
 */
export async function changeDraft(
  ctx: ConsoleCtx,
  { partner, item }: Place,
  part: Part,
  seen: number,
  change: (content: DraftContent, market: 'app' | 'theme') => DraftContent | Promise<DraftContent>,
): Promise<{ revision: number }> {
  const row = await lockItem(ctx.db, item, partner)
  if (!row) throw refuse('not_found')
  const [listed, draft] = await Promise.all([readListing(ctx.db, item), findDraft(ctx.db, item)])
  if (!listed) throw refuse('not_found')
  if (draft && (draft.changed[part] ?? 0) > seen)
    throw refuse('partners.draft_changed', { params: { person: draft.changedBy } })
  const was = draft?.content ?? contentOf(listed)
  const content = await change(was, listed.market)
  const revision = (draft?.revision ?? 0) + 1
  // Rows of the facts share their position across languages. When one is added or removed, pages
  // of other languages are outdated too.
  const parts = rowsOf(was) === rowsOf(content) ? [part] : [part, ...LOCALES]
  const changed = { ...draft?.changed, ...Object.fromEntries(parts.map((one) => [one, revision])) }
  await saveDraft(
    ctx.db,
    item,
    { content, changed },
    { revision, personId: personOf(ctx).id, now: ctx.clock.now() },
  )
  return { revision }
}

const rowsOf = ({ facts }: DraftContent): string =>
  [facts.touches, facts.leaves_alone, facts.support].map((rows) => rows?.length ?? 0).join()

/** Fields of a draft in the audit log, by language. */
export const auditedDraft = {
  kind: 'listing',
  id: ({ params }: { params: Place }) => params.item,
  async read(db: ConsoleCtx['db'], id: string, { params }: { params: Place }) {
    const [listed, draft] = await Promise.all([readListing(db, id), findDraft(db, id)])
    if (listed?.partnerId !== params.partner) return null
    const { texts, ...rest } = draft?.content ?? contentOf(listed)
    const inLanguage = (locale: Locale) => texts.find((one) => one.locale === locale) ?? null
    return {
      revision: draft?.revision ?? 0,
      words: forEachLocale(inLanguage),
      ...rest,
    }
  },
}

/** More than people can write by hand. */
export const draftLimits = (_ctx: ConsoleCtx, { params }: { params: Place }) => [
  { key: `drafts of ${params.partner}`, most: 1_200, seconds: 3_600 },
]

interface DraftRow extends StoredDraft {
  revision: number
  changedAt: Date
  changedBy: string
}

/** The draft of an item and the name of its last editor. */
export async function findDraft(db: Db, itemId: string): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('listing_drafts')
    .innerJoin('people', 'people.id', 'listing_drafts.changed_by')
    .select([
      'listing_drafts.draft',
      'listing_drafts.revision',
      'listing_drafts.changed_at',
      'people.name',
    ])
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row
    ? {
        ...(row.draft as unknown as StoredDraft),
        revision: row.revision,
        changedAt: row.changed_at,
        changedBy: row.name,
      }
    : null
}

/** Locks the item's row so that writers run one after another, also before the first draft. */
const lockItem = (trx: Db, itemId: string, partnerId: string) =>
  trx
    .selectFrom('items')
    .select(['id', 'market', 'slug', 'status'])
    .where('id', '=', itemId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const saveDraft = (
  trx: Db,
  itemId: string,
  { content, changed }: StoredDraft,
  { revision, personId, now }: { revision: number; personId: string; now: Date },
) => {
  const row = {
    draft: JSON.stringify({ content, changed }),
    revision,
    changed_at: now,
    changed_by: personId,
  }
  return trx
    .insertInto('listing_drafts')
    .values({ item_id: itemId, ...row })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute()
}

/** Deletes the draft that was published, unless it changed after `until`. */
export const deletePublishedDraft = (trx: Db, itemId: string, until: Date): Promise<unknown> =>
  trx
    .deleteFrom('listing_drafts')
    .where('item_id', '=', itemId)
    .where('changed_at', '<=', until)
    .execute()
