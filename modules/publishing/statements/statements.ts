import { defineOperation } from '#kernel/define-operation.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import type { statement, statementLine } from './contract.ts'
import {
  type StatementRow,
  answerAppealRow,
  findNames,
  findStatement,
  findStoreStatement,
  insertAppeal,
  listAllStatements as listAllStatementRows,
  listStatementsOf,
  listStatementsOfStore,
  markReversed,
} from './data.ts'
import { personOf } from '#kernel/actor.ts'
import { wholeList } from '#lib/wire.ts'
import { type ConsoleCtx, type Services, inTransaction } from '#kernel/context.ts'
import type { Locale, Text } from '#lib/locale.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  APPEALS,
  type About,
  type Automated,
  type Cause,
  type Decision,
  type Grounds,
  appealState,
} from './rules.ts'
import { mailAppealAnswer } from './state-reasons.ts'
import type { z } from 'zod'

const MOST = 50

export const listStatements = defineOperation({
  ...contract.listStatements,
  run: async (ctx, { params, query }) => {
    const after = parsePageKey(query.after)
    const { rows, next } = pageOf(
      await listStatementsOf(ctx.db, params.partner, after, MOST + 1),
      MOST,
      (row) => ({ at: row.decided_at, id: row.id }),
    )
    const now = ctx.clock.now()
    return { statements: rows.map((row) => presentLine(row, now)), next }
  },
})

export const getStatement = defineOperation({
  ...contract.getStatement,
  run: async (ctx, { params }) => {
    const row = await findStatement(ctx.db, params.statement, params.partner)
    if (!row) throw refuse('not_found')
    return presentStatement(row, ctx)
  },
})

const presentParty = (
  row: StatementRow,
  names: { partner: string | null; store: string | null } | undefined,
) => ({
  partner: row.partner_id === null ? null : { id: row.partner_id, name: names?.partner ?? '' },
  store: row.store_id === null ? null : { id: row.store_id, domain: names?.store ?? '' },
})

export const listAllStatements = defineOperation({
  ...contract.listAllStatements,
  run: async (ctx, { query }) => {
    const found = await listAllStatementRows(ctx.db, {
      waiting: query.state === 'waiting',
      partnerId: query.partner || null,
      objectIds: query.object ? [query.object] : null,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.decided_at, id: row.id }))
    const now = ctx.clock.now()
    return {
      statements: rows.map((row) => ({ ...presentLine(row, now), ...presentParty(row, row) })),
      next,
    }
  },
})

export const getAnyStatement = defineOperation({
  ...contract.getAnyStatement,
  run: async (ctx, { params }) => {
    const [row, names] = await Promise.all([
      findStatement(ctx.db, params.statement),
      findNames(ctx.db, params.statement),
    ])
    if (!row) throw refuse('not_found')
    const shown = presentStatement(row, ctx)
    return {
      ...shown,
      ...presentParty(row, names),
      decided_by: names?.decided_by ?? null,
      may_answer: shown.appeal === 'appealed' && row.decided_by !== personOf(ctx).id,
    }
  },
})

export const listOwnStatements = defineOperation({
  ...contract.listOwnStatements,
  run: async (ctx) => {
    const rows = await listStatementsOfStore(ctx.db, ctx.actor.storeId)
    return wholeList(rows.map((row) => presentStatement(row, ctx)))
  },
})

/** The market knows no person of a store, so the appeal is the store's. */
export const appealOwnStatement = defineOperation({
  ...contract.appealOwnStatement,
  run: async (ctx, { params, body }) => {
    const { storeId } = ctx.actor
    await consumeRateLimits(ctx, [
      { key: `statement appeals ${storeId}`, most: APPEALS.max, seconds: APPEALS.seconds },
    ])
    return inTransaction(ctx, async (trx) => {
      const now = ctx.clock.now()
      const row = await findStoreStatement(trx, params.id, storeId)
      if (!row) throw refuse('not_found')
      await saveAppeal(trx, row, { text: body.text, personId: null, now })
      return { data: { appealed: true as const } }
    })
  },
})

/** For the audit log. */
export const readAppeal = (db: ConsoleCtx['db'], id: string) =>
  db
    .selectFrom('statement_appeals')
    .select(['appealed_by', 'outcome', 'answered_by'])
    .where('statement_id', '=', id)
    .executeTakeFirst()

export const appealStatement = defineOperation({
  ...contract.appealStatement,

  audit: { kind: 'statement', id: ({ params }) => params.statement, read: readAppeal },
  limits: (_ctx, { params }) => [
    { key: `statement appeals ${params.partner}`, most: APPEALS.max, seconds: APPEALS.seconds },
  ],

  run: async (ctx, { params, body }) => {
    const now = ctx.clock.now()
    const row = await findStatement(ctx.db, params.statement, params.partner)
    if (!row) throw refuse('not_found')
    if (row.appealed_at !== null) throw refuse('statements.appealed_already')
    await saveAppeal(ctx.db, row, { text: body.text, personId: personOf(ctx).id, now })
    return { success: true as const }
  },
})

async function saveAppeal(
  db: ConsoleCtx['db'],
  { id, appeal_until: until }: StatementRow,
  { text, personId, now }: { text: string; personId: string | null; now: Date },
): Promise<void> {
  if (now >= until) throw refuse('statements.appeal_over')
  const appeal = { statement_id: id, text, appealed_by: personId, appealed_at: now }
  if (!(await insertAppeal(db, appeal))) throw refuse('statements.appealed_already')
}

export interface AnsweredAppeal {
  id: string
  about: About
  objectId: string
  decision: Decision
  objectName: string
  storeId: string | null
}

/**
 * Answers an appeal in the caller's transaction and mails the partner's owners. Refuses the person
 * who decided. Returns what the decision was about, so that the owner of that data can undo it.
 */
export async function answerAppeal(
  ctx: ConsoleCtx,
  id: string,
  { outcome, reasons }: { outcome: 'upheld' | 'reversed'; reasons: string },
): Promise<AnsweredAppeal> {
  const [row, now, person] = [await findStatement(ctx.db, id), ctx.clock.now(), personOf(ctx)]
  if (!row) throw refuse('not_found')
  if (row.decided_by === person.id) throw refuse('statements.own_decision')
  const isAnswered = await answerAppealRow(ctx.db, id, {
    outcome,
    reasons,
    answered_by: person.id,
    answered_at: now,
  })
  if (!isAnswered) throw refuse('statements.no_appeal')
  if (outcome === 'reversed') await markReversed(ctx.db, { id }, now)
  if (row.partner_id !== null)
    await mailAppealAnswer(ctx, {
      id,
      objectName: row.object_name,
      partnerId: row.partner_id,
      outcome,
      reasons,
    })
  return {
    id,
    about: row.about as About,
    objectId: row.object_id,
    decision: row.decision as Decision,
    objectName: row.object_name,
    storeId: row.store_id,
  }
}

export const presentLine = (row: StatementRow, now: Date): z.input<typeof statementLine> => ({
  id: row.id,
  about: row.about as About,
  object: { id: row.object_id, name: row.object_name },
  decision: row.decision as Decision,
  decided_at: row.decided_at.toISOString(),
  reversed_at: row.reversed_at?.toISOString() ?? null,
  appeal: appealState(
    {
      appealUntil: row.appeal_until,
      appealedAt: row.appealed_at,
      outcome: row.outcome as 'upheld' | 'reversed' | null,
    },
    now,
  ),
})

/** The facts are in the reader's language where they were written in it. */
const presentStatement = (
  row: StatementRow,
  { clock, locale }: Pick<Services, 'clock'> & { locale: Locale },
): z.input<typeof statement> => ({
  ...presentLine(row, clock.now()),
  grounds: row.grounds as Grounds,
  rule: row.rule,
  facts: (row.facts_in as Text)[locale] ?? row.facts,
  cause: row.cause as Cause,
  automated: row.automated as Automated,
  ends_at: row.ends_at?.toISOString() ?? null,
  appeal_until: row.appeal_until.toISOString(),
  appealed:
    row.appealed_at === null
      ? null
      : { text: row.appeal_text ?? '', at: row.appealed_at.toISOString() },
  answer:
    row.outcome === null || row.answered_at === null
      ? null
      : {
          outcome: row.outcome as 'upheld' | 'reversed',
          reasons: row.reasons ?? '',
          at: row.answered_at.toISOString(),
        },
})
