import { defineOperation } from '#kernel/define-operation.ts'
import { personOf, hasPartnerRight } from '#kernel/actor.ts'
import type { ListSort } from '#lib/list-sort.ts'
import { type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '../errors.ts'
import { countNewQuestions } from '#modules/messaging/public.ts'
import * as contract from './contract.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import {
  PEOPLE_LIMITS,
  changeRole,
  findMember,
  invite,
  listTeam,
  readInvitation,
  removeMember,
  withdraw,
} from '#modules/identity/public.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { presentVerified } from '#modules/catalog/public.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'

const MOST_ITEMS = 50

type Status = 'draft' | 'published' | 'unpublished'
type ReleaseState = 'published' | 'halted' | 'yanked'

export const getPartnerHome = defineOperation({
  ...contract.getPartnerHome,
  run: async (ctx, { params, query }) => {
    const after = parsePageKey(query.after)
    const member = personOf(ctx).partners.find((one) => one.id === params.partner)
    const [partner, counts, items, unread] = await Promise.all([
      findPartner(ctx.db, params.partner),
      countItems(ctx.db, params.partner),
      listItemsOf(ctx.db, params.partner, after, MOST_ITEMS + 1),
      hasPartnerRight(member?.role, 'answer') ? countNewQuestions(ctx.db, params.partner) : 0,
    ])
    if (!partner || !member) throw refuse('not_found')
    const countOf = (status: Status) => counts.find((one) => one.status === status)?.count ?? 0
    const { rows, next } = pageOf(items, MOST_ITEMS, (row) => ({ at: row.updated_at, id: row.id }))
    return {
      name: partner.name,
      role: member.role,
      unread,
      counts: {
        published: countOf('published'),
        draft: countOf('draft'),
        unpublished: countOf('unpublished'),
      },
      items: rows.map((row) => ({
        id: row.id,
        market: row.market as 'app' | 'theme',
        slug: row.slug,
        name: row.name,
        status: row.status as Status,
        installs: row.install_count,
        release:
          row.version === null || row.published_at === null
            ? null
            : {
                version: row.version,
                at: row.published_at.toISOString(),
                state: row.release_status as ReleaseState,
              },
      })),
      next,
    }
  },
})

type Place = { params: { partner: string; person: string } }
/** A member's role, before and after. */
const place = {
  kind: 'member',
  id: ({ params }: Place) => params.person,
  read: (db: ConsoleCtx['db'], id: string, { params }: Place) => findMember(db, params.partner, id),
}
const done = { success: true as const }

export const getPartnerTeam = defineOperation({
  ...contract.getPartnerTeam,
  run: (ctx, { params }) => listTeam(ctx, params.partner),
})

export const invitePartnerMember = defineOperation({
  ...contract.invitePartnerMember,

  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation },
  limits: (_ctx, { params }) => [
    { key: `console invitations ${params.partner}`, ...PEOPLE_LIMITS.invitationTeam },
  ],

  run: async (ctx, { params, body }) => ({
    id: await invite(
      ctx,
      params.partner,
      body,
      (await findPartner(ctx.db, params.partner))?.name ?? '',
    ),
  }),
})

export const withdrawPartnerInvitation = defineOperation({
  ...contract.withdrawPartnerInvitation,
  audit: { kind: 'invitation', id: ({ params }) => params.invitation, read: readInvitation },
  run: async (ctx, { params }) => {
    await withdraw(ctx, params.partner, params.invitation)
    return done
  },
})

export const changePartnerMember = defineOperation({
  ...contract.changePartnerMember,
  audit: place,
  run: async (ctx, { params, body }) => {
    await changeRole(ctx, params.partner, params.person, body.role)
    return done
  },
})

export const removePartnerMember = defineOperation({
  ...contract.removePartnerMember,
  audit: place,
  run: async (ctx, { params }) => {
    await removeMember(ctx, params.partner, params.person)
    return done
  },
})

const MOST_PARTNERS = 50

const invitationLimits = () => [
  { key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam },
]

export const listAllPartners = defineOperation({
  ...contract.listAllPartners,
  run: async (ctx, { query }) => {
    const after = parsePageKey(query.after)
    const { rows, next } = pageOf(
      await listPartners(ctx.db, query.sort, after, MOST_PARTNERS + 1),
      MOST_PARTNERS,
      (row) => ({
        at: row.created_at,
        id: row.id,
      }),
    )
    return {
      partners: rows.map(({ created_at: since, website, verified_at, ...row }) => ({
        ...row,
        since: since.toISOString(),
        verified: presentVerified({ website, verified_at }),
      })),
      next,
    }
  },
})

export const createPartner = defineOperation({
  ...contract.createPartner,

  audit: {
    kind: 'partner',
    id: (_input, _ctx, answer) => answer?.id,
    read: (db, id) => findPartner(db, id).then((row) => row && { slug: row.slug, title: row.name }),
  },
  limits: invitationLimits,

  run: async (ctx, { body }) => {
    const id = await addPartner(ctx.db, { name: body.name, website: null, now: ctx.clock.now() })
    await invite(ctx, id, { email: body.email, role: 'owner' }, body.name)
    return { id }
  },
})

export const invitePartnerOwner = defineOperation({
  ...contract.invitePartnerOwner,

  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation },
  limits: invitationLimits,

  run: async (ctx, { params, body }) => {
    const partner = await findPartner(ctx.db, params.id)
    if (!partner) throw refuse('not_found')
    return { id: await invite(ctx, partner.id, { email: body.email, role: 'owner' }, partner.name) }
  },
})

const LETTERS: Record<string, string> = { ı: 'i', ş: 's', ğ: 'g', ç: 'c', ö: 'o', ü: 'u' }

/** Adds a partner with a free slug; returns its id. */
export async function addPartner(
  trx: Db,
  given: { name: string; website: string | null; now: Date },
): Promise<string> {
  const row = { ...given, id: newId('par') }
  const slug = slugOf(given.name, randomCode(6).toLowerCase())
  const isNew = await insertPartner(trx, { ...row, slug })
  if (!isNew) await insertPartner(trx, { ...row, slug: `${slug}-${randomCode(6).toLowerCase()}` })
  return row.id
}

/** A partner's slug; random when the name has no Latin letters. */
function slugOf(name: string, tail: string): string {
  const plain = name
    .toLocaleLowerCase('tr')
    .replace(/[ışğçöü]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50)
      .replace(/-$/, '') || `partner-${tail}`
  )
}

export const findPartner = (db: Db, id: string) =>
  db
    .selectFrom('partners')
    .select(['id', 'slug', 'name', 'website', 'created_at', 'verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** By state. */
export const countItems = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('partner_id', '=', partnerId)
    .groupBy('status')
    .execute()

export const listItemsOf = (db: Db, partnerId: string, after: PageKey | null, most: number) =>
  db
    .selectFrom('items')
    .leftJoin('releases', 'releases.id', 'items.latest_release_id')
    .select([
      'items.id',
      'items.market',
      'items.slug',
      'items.prefix',
      'items.name',
      'items.status',
      'items.install_count',
      'items.updated_at',
      'releases.version',
      'releases.published_at',
      'releases.status as release_status',
    ])
    .where('items.partner_id', '=', partnerId)
    .where(isBeyond(['items.updated_at', 'items.id'], after, 'newest'))
    .orderBy('items.updated_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(most)
    .execute()

/** Returns undefined when the slug is taken. */
const insertPartner = (
  db: Db,
  row: { id: string; slug: string; name: string; website: string | null; now: Date },
) =>
  db
    .insertInto('partners')
    .values({
      id: row.id,
      slug: row.slug,
      name: row.name,
      website: row.website,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()

const listPartners = (db: Db, sort: ListSort, after: PageKey | null, most: number) =>
  db
    .selectFrom('partners')
    .select([
      'id',
      'slug',
      'name',
      'created_at',
      'website',
      'verified_at',
      sql<number>`(select count(*)::integer from items where items.partner_id = partners.id)`.as(
        'items',
      ),
      sql<number>`(select count(*)::integer from partner_members where partner_members.partner_id = partners.id)`.as(
        'members',
      ),
      sql<number>`(select count(*)::integer from invitations where invitations.partner_id = partners.id and accepted_at is null and revoked_at is null)`.as(
        'invited',
      ),
    ])
    .where(isBeyond(['partners.created_at', 'partners.id'], after, sort))
    .orderBy('created_at', directionOf(sort))
    .orderBy('id', directionOf(sort))
    .limit(most)
    .execute()
