import { type Locale, LOCALES } from '#lib/locale.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { readListing } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { findDraft, keepDraft, lockItem } from './draft-data.ts'
import { contentOf, type DraftContent } from './draft.ts'
import type { Part } from './parts.ts'

interface Place {
  partner: string
  item: string
}

/**
 * Changes one part of an item's draft, in the caller's transaction; answers the new revision.
 * Somebody who looked at an older one of this part is told, and nothing is written: what they typed
 * is still theirs to send again. Changes of other parts do not disturb.
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
  // Rows of the facts stand at one place in all languages: where one came or went, no other
  // language may be written by an older page.
  const parts = rowsOf(was) === rowsOf(content) ? [part] : [part, ...LOCALES]
  const changed = { ...draft?.changed, ...Object.fromEntries(parts.map((one) => [one, revision])) }
  await keepDraft(
    ctx.db,
    item,
    { content, changed },
    { revision, personId: personOf(ctx).id, now: ctx.clock.now() },
  )
  return { revision }
}

const rowsOf = ({ facts }: DraftContent): string =>
  [facts.touches, facts.leaves_alone, facts.support].map((rows) => rows?.length ?? 0).join()

/** What stands in the audit log of a draft: its fields, language by language. */
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
      words_tr: inLanguage('tr'),
      words_en: inLanguage('en'),
      words_ar: inLanguage('ar'),
      ...rest,
    }
  },
}

/** So many changes an hour are written by no hand. */
export const draftLimits = (_ctx: ConsoleCtx, { params }: { params: Place }) => [
  { key: `drafts of ${params.partner}`, most: 1_200, seconds: 3_600 },
]
