import { newId, randomCode } from '#lib/ids.ts'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { presentVerified } from '../catalog/public.ts'
import { findPartner, insertPartner, listPartners } from '../partners/public.ts'
import { implementConsole, invite, PEOPLE_LIMITS, readInvitation } from '../people/public.ts'
import { createPartner as createContract, invitePartnerOwner as inviteContract, listAllPartners as listContract } from './contract.ts'
import { slugOf } from './rules.ts'

const MOST = 50
const limits = () => [{ key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam }]

export const listAllPartners = implementConsole(listContract, null, async (ctx, { query }) => {
  const after = query.after === undefined ? null : readPageKey(query.after)
  if (query.after !== undefined && after === null) throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
  const { rows, next } = pageOf(await listPartners(ctx.db, after, MOST + 1), MOST, row => ({ at: row.created_at, id: row.id }))
  return { partners: rows.map(({ created_at: since, website, verified_at, ...row }) => ({ ...row, since: since.toISOString(), verified: presentVerified({ website, verified_at }) })), next }
})

export const createPartner = implementConsole(createContract, {
  audit: { kind: 'partner', id: (_input, _ctx, answer) => answer?.id, read: (db, id) => findPartner(db, id).then(row => row && { slug: row.slug, title: row.name }) }, limits,
}, async (ctx, { body }) => {
  const [id, now] = [newId('par'), ctx.clock.now()]
  const row = { id, name: body.name, website: null, now }
  const slug = slugOf(body.name, randomCode(6).toLowerCase())
  const isNew = await insertPartner(ctx.db, { ...row, slug })
  if (!isNew) await insertPartner(ctx.db, { ...row, slug: `${slug}-${randomCode(6).toLowerCase()}` })
  await invite(ctx, id, { email: body.email, role: 'owner' }, body.name)
  return { id }
})

export const invitePartnerOwner = implementConsole(inviteContract, {
  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation }, limits,
}, async (ctx, { params, body }) => {
  const partner = await findPartner(ctx.db, params.id)
  if (!partner) throw refuse('not_found')
  return { id: await invite(ctx, partner.id, { email: body.email, role: 'owner' }, partner.name) }
})
