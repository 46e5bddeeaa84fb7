import { secondsAfter } from '#lib/clock.ts'
import { pageOf } from '#lib/page-key.ts'
import type { ConsoleCtx } from '../console.ts'
import { noteForOwner } from '../installs/public.ts'
import { implementConsole } from '../people/public.ts'
import { eraseReviewTextIn, hideReview, restoreReview as restore, settleReports } from '../reviews/public.ts'
import { APPEAL_SECONDS, endStatements, listAllStatements, presentLine, stateReasons, type StatedReasons } from '../statements/public.ts'
import { refuse } from './errors.ts'
import { keyOf, PAGE } from './page-keys.ts'
import { findReviewLine, listReportRows, listReviewLines, readReview, type ReviewLine } from './review-data.ts'
import {
  eraseReview as eraseContract, getAnyReview as getContract, listAllReviews as listContract, restoreReview as restoreContract, settleReviewReports as settleContract, takeReviewDown as downContract,
} from './voices-contract.ts'

const done = { success: true as const }
type OfReview = { params: { review: string } }
const audit = { kind: 'review', id: ({ params }: OfReview) => params.review, read: readReview }

const present = (row: ReviewLine) => ({
  id: row.id, item: { id: row.item_id, name: row.item }, store: { id: row.store_id, domain: row.domain }, stars: row.stars, text: row.text, version: row.version,
  state: row.erased_at !== null ? 'erased' as const : row.hidden_at !== null ? 'hidden' as const : 'shown' as const, reports: row.reports, written_at: row.created_at.toISOString(),
})

export const listAllReviews = implementConsole(listContract, null, async (ctx, { query }) => {
  const found = await listReviewLines(ctx.db, { state: query.state ?? null, itemId: query.item || null, storeId: query.store || null, after: keyOf(query.after), most: PAGE + 1 })
  const { rows, next } = pageOf(found, PAGE, row => ({ at: row.created_at, id: row.id }))
  return { reviews: rows.map(present), next }
})

async function requireReview(ctx: ConsoleCtx, id: string) {
  const row = await findReviewLine(ctx.db, id)
  if (!row) throw refuse('not_found')
  return row
}

export const getAnyReview = implementConsole(getContract, null, async (ctx, { params }) => {
  const row = await requireReview(ctx, params.review)
  const [reports, statements] = await Promise.all([listReportRows(ctx.db, row.id), listAllStatements(ctx.db, { waiting: false, partnerId: null, objectIds: [row.id], after: null, most: 20 })])
  const now = ctx.clock.now()
  return {
    ...present(row), reply: row.reply, statements: statements.map(one => presentLine(one, now)),
    all_reports: reports.map(one => ({ id: one.id, reason: one.reason, text: one.text, at: one.created_at.toISOString(), handled_at: one.handled_at?.toISOString() ?? null })),
  }
})

type Given = Pick<StatedReasons, 'grounds' | 'rule' | 'facts' | 'cause' | 'automated'>

/** A store has no account here: its owner is told by mail, and objects by answering it. */
async function tellStore(ctx: ConsoleCtx, row: ReviewLine, reasons: Given): Promise<void> {
  const statementId = await stateReasons(ctx, { about: 'review', objectId: row.id, objectName: row.item, partnerId: null, storeId: row.store_id, decision: 'text_erased', ...reasons })
  await noteForOwner(ctx, ctx.db, row.store_id, { kind: 'review_down', facts: {
    itemId: row.item_id, statementId, facts: reasons.facts, grounds: reasons.grounds, rule: reasons.rule, appealUntil: secondsAfter(ctx.clock.now(), APPEAL_SECONDS).toISOString(),
  } })
  await settleReports(ctx.db, ctx.clock.now(), row.id)
}

export const takeReviewDown = implementConsole(downContract, { audit }, async (ctx, { params, body }) => {
  const row = await requireReview(ctx, params.review)
  if (!await hideReview(ctx.db, ctx.clock.now(), row.id)) throw refuse('backoffice.review_state')
  await tellStore(ctx, row, body)
  return done
})

export const restoreReview = implementConsole(restoreContract, { audit }, async (ctx, { params }) => {
  const row = await requireReview(ctx, params.review)
  if (!await restore(ctx.db, row.id)) throw refuse('backoffice.review_state')
  await endStatements(ctx, row.id, ['text_erased'])
  return done
})

export const eraseReview = implementConsole(eraseContract, { audit }, async (ctx, { params, body }) => {
  const row = await requireReview(ctx, params.review)
  if (row.erased_at !== null || !await eraseReviewTextIn(ctx.db, ctx.clock.now(), row.id)) throw refuse('backoffice.review_state')
  await tellStore(ctx, row, body)
  return done
})

export const settleReviewReports = implementConsole(settleContract, { audit }, async (ctx, { params }) => {
  const row = await requireReview(ctx, params.review)
  return { settled: await settleReports(ctx.db, ctx.clock.now(), row.id) }
})
