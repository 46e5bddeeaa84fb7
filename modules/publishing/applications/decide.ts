import { type PageKey, PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { isHonestName } from '#modules/catalog/public.ts'
import { findNames, invite, PEOPLE_LIMITS } from '#modules/identity/public.ts'
import { refuse } from '../errors.ts'
import { addPartner } from '../partners/partners.ts'
import { adoptDomainProof, listLikeNames } from '../partners/profile-data.ts'
import { domainOf } from '../partners/rules.ts'
import { presentApplication } from './apply.ts'
import * as contract from './contract.ts'
import {
  type ApplicationRow,
  findApplication,
  findSignUp,
  listApplications,
  listEarlier,
  lockApplication,
  moveApplication,
  saveSignUp,
} from './data.ts'
import { mailDeclined } from './mails.ts'

type Place = { params: { id: string } }
const done = { success: true as const }
const NOBODY = ''
const MOST_SIMILAR = 10

export const listPartnerApplications = defineOperation({
  ...contract.listPartnerApplications,
  run: async (ctx, { query }) => {
    const [found, signUp] = await Promise.all([
      listApplications(ctx.db, {
        state: query.state ?? null,
        sort: query.sort,
        after: parsePageKey(query.after),
        most: PAGE_ROWS + 1,
      }),
      findSignUp(ctx.db),
    ])
    const keyOf = (row: ApplicationRow): PageKey => ({ at: row.created_at, id: row.id })
    const { rows, next } = pageOf(found, PAGE_ROWS, keyOf)
    return {
      applications: rows.map((row) => ({
        id: row.id,
        name: row.name,
        country: row.country,
        domain: domainOf(row.website) ?? '',
        makes: row.makes,
        state: row.state,
        applied_at: row.created_at.toISOString(),
        waiting_at: row.waiting_at?.toISOString() ?? null,
      })),
      sign_up: { open: signUp.open, kept_days: signUp.keptDays },
      next,
    }
  },
})

export const getAnyPartnerApplication = defineOperation({
  ...contract.getAnyPartnerApplication,
  run: async (ctx, { params }) => {
    const row = await findApplication(ctx.db, params.id)
    if (!row) throw refuse('not_found')
    const [similar, earlier, people] = await Promise.all([
      listLikeNames(ctx.db, row.name, { except: row.partner_id ?? NOBODY, most: MOST_SIMILAR }),
      listEarlier(ctx.db, row),
      findNames(ctx.db, [row.decided_by]),
    ])
    return {
      ...presentApplication(row),
      id: row.id,
      language: row.locale,
      decided_by: row.decided_by === null ? null : (people.get(row.decided_by) ?? ''),
      partner: row.partner_id,
      honest: isHonestName(row.name),
      similar,
      earlier: earlier.map(({ created_at: at, ...one }) => ({
        ...one,
        applied_at: at.toISOString(),
      })),
    }
  },
})

const audit = {
  kind: 'application',
  id: ({ params }: Place) => params.id,
  read: async (db: ConsoleCtx['db'], id: string) => {
    const row = await findApplication(db, id)
    return row && { title: row.name, state: row.state, reason: row.reason }
  },
}

async function lockWaiting(ctx: ConsoleCtx, id: string): Promise<ApplicationRow> {
  const row = await lockApplication(ctx.db, id)
  if (!row) throw refuse('not_found')
  if (row.state !== 'waiting') throw refuse('applications.not_waiting')
  return row
}

/**
 * The partner takes the proof of its domain along, which is checked again every day from now on.
 * Its owner gets an account by the invitation in the mail: whoever reads the verified mailbox.
 */
export const approvePartnerApplication = defineOperation({
  ...contract.approvePartnerApplication,

  audit,
  limits: () => [{ key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam }],

  run: async (ctx, { params }) => {
    const row = await lockWaiting(ctx, params.id)
    const now = ctx.clock.now()
    const partner = await addPartner(ctx.db, { name: row.name, website: row.website, now })
    await adoptDomainProof(ctx.db, partner, {
      proof: row.domain_proof,
      domain: domainOf(row.website) ?? '',
      way: row.domain_way ?? 'dns',
      at: row.domain_proved_at ?? now,
    })
    await invite(ctx, partner, { email: row.email, role: 'owner' }, row.name, {
      locale: row.locale,
      why: 'approved',
    })
    await moveApplication(ctx.db, row.id, 'approved', {
      decided_at: now,
      decided_by: personOf(ctx).id,
      partner_id: partner,
    })
    return { partner }
  },
})

export const declinePartnerApplication = defineOperation({
  ...contract.declinePartnerApplication,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await lockWaiting(ctx, params.id)
    await moveApplication(ctx.db, row.id, 'declined', {
      decided_at: ctx.clock.now(),
      decided_by: personOf(ctx).id,
      reason: body.reason,
    })
    await mailDeclined(ctx, { ...row, reason: body.reason })
    return done
  },
})

export const changePartnerSignUp = defineOperation({
  ...contract.changePartnerSignUp,
  audit: {
    kind: 'settings',
    id: () => 'sign-up',
    read: async (db) => {
      const { open, keptDays } = await findSignUp(db)
      return { sign_up_open: open, kept_days: keptDays }
    },
  },
  run: async (ctx, { body }) => {
    await saveSignUp(ctx.db, { open: body.open, keptDays: body.kept_days, now: ctx.clock.now() })
    return done
  },
})
