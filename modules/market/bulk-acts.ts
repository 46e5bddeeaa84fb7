import type { ConsoleCtx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { getAnyItem, publishItemAgain, unpublishItem } from '#modules/publishing/public.ts'
import {
  getAnyReview,
  restoreReview,
  settleReviewReports,
  takeReviewDown,
} from '#modules/reviews/public.ts'
import { BULK_ACTS, type BulkAct, type BulkList } from './bulk-rules.ts'
import { CONSOLE_LISTS, type ListPages } from './console-lists.ts'
import { listJobs, retryJob } from './operator-jobs.ts'

/** A list whose rows can be acted on together. */
interface ActingList {
  pages: ListPages
  idOf(line: unknown): string
  /** What people call the row of this id; refuses when there is none. */
  titleOf(ctx: ConsoleCtx, id: string): Promise<string>
}

const idOf = (line: unknown): string => (line as { id: string }).id

const LISTS: Readonly<Record<BulkList, ActingList>> = {
  items: {
    pages: CONSOLE_LISTS.items,
    idOf,
    titleOf: async (ctx, item) =>
      ((await getAnyItem.run(ctx, { params: { item } })) as { name: string }).name,
  },
  reviews: {
    pages: CONSOLE_LISTS.reviews,
    idOf,
    titleOf: async (ctx, review) => {
      const found = (await getAnyReview.run(ctx, { params: { review } })) as {
        item: { name: string }
        store: { domain: string }
      }
      return `${found.item.name} · ${found.store.domain}`
    },
  },
  jobs: {
    pages: { operation: listJobs, lines: 'jobs', cursor: 'after' },
    idOf: (line) => {
      const { name, id } = line as { name: string; id: string }
      return `${name}:${id}`
    },
    titleOf: (_ctx, id) => Promise.resolve(id.replace(':', ' ')),
  },
}

interface Act extends ActingList {
  /** On one row, with its rules and its entry in the audit log. */
  operation: DefinedOperation<ConsoleCtx>
  inputOf(id: string, given: Readonly<Record<string, string>>): unknown
}

const onItem = (operation: DefinedOperation<ConsoleCtx>): Act => ({
  ...LISTS.items,
  operation,
  inputOf: (item, body) => ({ params: { item }, body }),
})
const onReview = (operation: DefinedOperation<ConsoleCtx>): Act => ({
  ...LISTS.reviews,
  operation,
  inputOf: (review, body) => ({ params: { review }, body }),
})

const ACTS: Readonly<Record<BulkAct, Act>> = {
  unpublish_items: onItem(unpublishItem),
  publish_items: onItem(publishItemAgain),
  hide_reviews: onReview(takeReviewDown),
  show_reviews: onReview(restoreReview),
  settle_reviews: onReview(settleReviewReports),
  retry_jobs: {
    ...LISTS.jobs,
    operation: retryJob,
    inputOf: (id) => {
      const [name, job] = id.split(':')
      return { params: { name, job } }
    },
  },
}

export const actOf = (name: BulkAct): Act & (typeof BULK_ACTS)[BulkAct] => ({
  ...ACTS[name],
  ...BULK_ACTS[name],
})
