import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import type { Market } from '#lib/market.ts'

/**
 * Reads what lists show of items. Statements return revisions (`item_cards.revision`) instead of
 * cards; each process keeps the cards it has read. A revision names the content, so a kept card is
 * never outdated.
 */

interface CardPicture {
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: string
}

/** The JSON in `item_cards.card`. Shared by all requests: never modified. */
export interface CardRow {
  id: string
  market: Market
  slug: string
  prefix: string
  name: string
  tagline: string
  price_minor: number
  currency: string
  /** The partner's own in other currencies; missing or null: none. */
  prices?: Record<string, number> | null
  price_kind: 'free' | 'one_time' | 'recurring' | 'usage'
  price_period: 'month' | 'year' | null
  in_app_purchase: boolean
  rating: number | null
  review_count: number
  install_count: number
  developer: { slug: string; name: string }
  icon: string | null
  swatches: string[]
  ground: string | null
  cover_desktop: CardPicture | null
  cover_phone: CardPicture | null
  /** Of its categories. */
  shelves: number[]
  version: string | null
  released_at: string | null
  installable: boolean
  permission_count: number
  trial_days: number
  price_from: boolean
}

/** The revision of the card in the requested language, else in English, else in any (D18). */
export const cardRevision = (from: string, locale: string) => {
  const revision = `select revision from item_cards where item_cards.number = ${from}.number`
  return `coalesce((${revision} and locale = ${locale}), (${revision} and locale = 'en'), (${revision} limit 1))`
}

const CARDS = prepared<{ revision: string; card: CardRow }>(`
  select revision, card from item_cards join unnest($1::bigint[], $2::text[]) as wanted (number, locale) using (number, locale)`)

/** Some 20 MB. */
const MOST_KEPT = 4_000
/** A Map iterates in insertion order, so the first key is the least recently used. */
const kept = new Map<string, CardRow>()

/**
 * The cards of these revisions, in their order; null where there is none. A card that changed since
 * its revision was read is the new one.
 */
export async function readCards(
  db: Db,
  revisions: readonly (string | null)[],
): Promise<(CardRow | null)[]> {
  const found = revisions.map((revision) => (revision === null ? null : findKept(revision)))
  const missing = revisions.filter((revision, n) => revision !== null && !found[n]) as string[]
  if (missing.length === 0) return found
  const loaded = await loadCards(db, missing)
  return revisions.map(
    (revision, n) =>
      found[n] ?? (revision === null ? null : (loaded.get(placeOf(revision)) ?? null)),
  )
}

function findKept(revision: string): CardRow | null {
  const card = kept.get(revision)
  if (!card) return null
  kept.delete(revision)
  kept.set(revision, card)
  return card
}

/** Number and language: the part of a revision that stays when the content changes. */
const placeOf = (revision: string) => revision.slice(0, revision.lastIndexOf(':'))

async function loadCards(db: Db, revisions: string[]): Promise<Map<string, CardRow>> {
  const places = revisions.map((one) => placeOf(one).split(':'))
  const rows = await CARDS(db, [places.map(([number]) => number), places.map(([, lang]) => lang)])
  for (const { revision, card } of rows) kept.set(revision, card)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return new Map(rows.map(({ revision, card }) => [placeOf(revision), card]))
}
