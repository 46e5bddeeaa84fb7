import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Market } from '#lib/market.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { presentVerified } from '#modules/catalog/public.ts'
import { listAuditRows, listTeam } from '#modules/identity/public.ts'
import { refuse } from '../errors.ts'
import { listAllStatements } from '../statements/data.ts'
import { presentLine } from '../statements/statements.ts'
import * as contract from './contract.ts'
import { findPartner, listItemsOf } from './partners.ts'

const MOST_ITEMS = 10
const MOST_STATEMENTS = 10
const HISTORY = 30

/** A partner as operators see it: who works there, what it sells, how its submissions went. */
export const getAnyPartner = defineOperation({
  ...contract.getAnyPartner,
  run: async (ctx, { params }) => {
    const { db, clock } = ctx
    const partner = await findPartner(db, params.id)
    if (!partner) throw refuse('not_found')
    const { id } = partner
    const [team, items, submissions, statements, history] = await Promise.all([
      listTeam(ctx, id),
      listItemsOf(db, id, null, MOST_ITEMS),
      countSubmissions(db, id),
      listAllStatements(db, {
        waiting: false,
        partnerId: id,
        objectIds: null,
        after: null,
        most: MOST_STATEMENTS,
      }),
      listAuditRows(db, { partnerId: id, most: HISTORY }),
    ])
    const submissionsIn = (state: string) =>
      submissions.find((one) => one.state === state)?.count ?? 0
    return {
      id,
      slug: partner.slug,
      name: partner.name,
      website: partner.website,
      since: partner.created_at.toISOString(),
      verified: presentVerified(partner),
      team,
      items: items.map((row) => ({
        id: row.id,
        name: row.name,
        market: row.market as Market,
        status: row.status as 'draft' | 'published' | 'unpublished',
        version: row.version,
        installs: row.install_count,
      })),
      submissions: {
        approved: submissionsIn('approved'),
        rejected: submissionsIn('rejected'),
        waiting: submissionsIn('waiting'),
      },
      statements: statements.map((one) => presentLine(one, clock.now())),
      history: history.map((one) => ({
        id: String(one.id),
        at: one.at.toISOString(),
        who: one.name,
        operation: one.operation,
        after: one.after as Record<string, unknown> | null,
      })),
    }
  },
})

const countSubmissions = (db: Db, partnerId: string) =>
  db
    .selectFrom('submissions')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .where('partner_id', '=', partnerId)
    .groupBy('state')
    .execute()
