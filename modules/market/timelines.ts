import { type Happened, type HappenedPage, mergeHappened } from '#kernel/happened.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { parsePageKey } from '#lib/page-key.ts'
import { listSubscriptionHappenings } from '#modules/billing/public.ts'
import { listReleaseHappenings } from '#modules/catalog/public.ts'
import { listDone } from '#modules/identity/public.ts'
import {
  findInstallationPlace,
  listNoticeHappenings,
  listRunHappenings,
} from '#modules/installs/public.ts'
import { listMessageHappenings } from '#modules/messaging/public.ts'
import { listOrderHappenings } from '#modules/orders/public.ts'
import { listSubmissionHappenings } from '#modules/publishing/public.ts'
import { refuse } from './errors.ts'
import { listNotes } from './notes.ts'
import * as contract from './timeline-contract.ts'
import { TIMELINE_ROWS } from './timeline-rules.ts'

/** One page of several sources, each of which is asked for one row more than a page shows. */
async function onePage(
  after: string | undefined,
  read: (page: HappenedPage) => Promise<Happened[]>[],
) {
  const page = { before: parsePageKey(after), most: TIMELINE_ROWS + 1 }
  const { rows, next } = mergeHappened(await Promise.all(read(page)), TIMELINE_ROWS)
  return { happened: rows.map(present), next }
}

const present = (one: Happened) => ({
  id: one.id,
  at: one.at.toISOString(),
  source: one.source,
  kind: one.kind,
  state: one.state ?? null,
  who: one.who ?? null,
  facts: one.facts ?? {},
  currency: one.currency ?? null,
  about: one.about ?? null,
  text: one.text ?? null,
})

export const getStoreTimeline = defineOperation({
  ...contract.getStoreTimeline,
  run: async ({ db, locale }: ConsoleCtx, { params: { store }, query }) =>
    onePage(query.after, (page) => [
      listOrderHappenings(db, { storeId: store }, page),
      listSubscriptionHappenings(db, { storeId: store }, page, locale),
      listRunHappenings(db, { storeId: store }, page),
      listMessageHappenings(db, { storeId: store }, page),
      listNoticeHappenings(db, store, page),
      listDone(db, store, page),
      listNotes(db, { kind: 'store', id: store }, page),
    ]),
})

export const getItemTimeline = defineOperation({
  ...contract.getItemTimeline,
  run: async ({ db }: ConsoleCtx, { params: { item }, query }) =>
    onePage(query.after, (page) => [
      listReleaseHappenings(db, item, page),
      listSubmissionHappenings(db, item, page),
      listMessageHappenings(db, { itemId: item }, page),
      listDone(db, item, page),
      listNotes(db, { kind: 'item', id: item }, page),
    ]),
})

export const getInstallationTimeline = defineOperation({
  ...contract.getInstallationTimeline,
  run: async ({ db, locale }: ConsoleCtx, { params: { installation }, query }) => {
    const place = await findInstallationPlace(db, installation)
    if (!place) throw refuse('not_found')
    return onePage(query.after, (page) => [
      listRunHappenings(db, { installationId: installation }, page),
      listOrderHappenings(db, place, page),
      listSubscriptionHappenings(db, place, page, locale),
      listNotes(db, { kind: 'installation', id: installation }, page),
    ])
  },
})
