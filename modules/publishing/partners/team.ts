import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  changeRole,
  findMember,
  invite,
  listTeam,
  PEOPLE_LIMITS,
  readInvitation,
  removeMember,
  withdraw,
} from '#modules/identity/public.ts'
import {
  changePartnerMember as changeContract,
  getPartnerTeam as getContract,
  invitePartnerMember as inviteContract,
  removePartnerMember as removeContract,
  withdrawPartnerInvitation as withdrawContract,
} from './contract.ts'
import { findPartner } from './data.ts'

type Place = { params: { partner: string; person: string } }
/** A member's place in this team, before and after. */
const place = {
  kind: 'member',
  id: ({ params }: Place) => params.person,
  read: (db: ConsoleCtx['db'], id: string, { params }: Place) => findMember(db, params.partner, id),
}
const done = { success: true as const }

export const getPartnerTeam = defineOperation({
  ...getContract,
  run: (ctx, { params }) => listTeam(ctx, params.partner),
})

export const invitePartnerMember = defineOperation({
  ...inviteContract,

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
  ...withdrawContract,
  audit: { kind: 'invitation', id: ({ params }) => params.invitation, read: readInvitation },
  run: async (ctx, { params }) => {
    await withdraw(ctx, params.partner, params.invitation)
    return done
  },
})

export const changePartnerMember = defineOperation({
  ...changeContract,
  audit: place,
  run: async (ctx, { params, body }) => {
    await changeRole(ctx, params.partner, params.person, body.role)
    return done
  },
})

export const removePartnerMember = defineOperation({
  ...removeContract,
  audit: place,
  run: async (ctx, { params }) => {
    await removeMember(ctx, params.partner, params.person)
    return done
  },
})
