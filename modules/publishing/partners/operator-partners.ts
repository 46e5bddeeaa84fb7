import { defineOperation } from '#kernel/define-operation.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { presentVerified } from '#modules/catalog/public.ts'
import { invite, PEOPLE_LIMITS, readInvitation } from '#modules/identity/public.ts'
import { findPartner, insertPartner, listPartners } from './data.ts'
import {
  createPartner as createContract,
  invitePartnerOwner as inviteContract,
  listAllPartners as listContract,
} from './operator-contract.ts'

const MOST = 50

const limits = () => [{ key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam }]

export const listAllPartners = defineOperation({
  ...listContract,
  run: async (ctx, { query }) => {
    const after = query.after === undefined ? null : readPageKey(query.after)
    if (query.after !== undefined && after === null)
      throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
    const { rows, next } = pageOf(await listPartners(ctx.db, after, MOST + 1), MOST, (row) => ({
      at: row.created_at,
      id: row.id,
    }))
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
  ...createContract,

  audit: {
    kind: 'partner',
    id: (_input, _ctx, answer) => answer?.id,
    read: (db, id) => findPartner(db, id).then((row) => row && { slug: row.slug, title: row.name }),
  },
  limits,

  run: async (ctx, { body }) => {
    const [id, now] = [newId('par'), ctx.clock.now()]
    const row = { id, name: body.name, website: null, now }
    const slug = slugOf(body.name, randomCode(6).toLowerCase())
    const isNew = await insertPartner(ctx.db, { ...row, slug })
    if (!isNew)
      await insertPartner(ctx.db, { ...row, slug: `${slug}-${randomCode(6).toLowerCase()}` })
    await invite(ctx, id, { email: body.email, role: 'owner' }, body.name)
    return { id }
  },
})

export const invitePartnerOwner = defineOperation({
  ...inviteContract,

  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation },
  limits,

  run: async (ctx, { params, body }) => {
    const partner = await findPartner(ctx.db, params.id)
    if (!partner) throw refuse('not_found')
    return { id: await invite(ctx, partner.id, { email: body.email, role: 'owner' }, partner.name) }
  },
})

const LETTERS: Record<string, string> = { ı: 'i', ş: 's', ğ: 'g', ç: 'c', ö: 'o', ü: 'u' }

/**
 * The part of an address that stands for a partner; a random tail for a name without Latin letters.
 */
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
