import { defineOperation } from '#kernel/define-operation.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { readInvitation } from './invitation-data.ts'
import {
  changeOperator as changeContract,
  getOperatorTeam as getContract,
  inviteOperator as inviteContract,
  removeOperator as removeContract,
  withdrawOperatorInvitation as withdrawContract,
} from './operator-contract.ts'
import { LIMITS as PEOPLE_LIMITS } from './rules.ts'
import { findMember } from './team-data.ts'
import { changeRole, invite, listTeam, removeMember, withdraw } from './team.ts'

const OWN_TEAM = null
const place = {
  kind: 'operator',
  id: ({ params }: { params: { person: string } }) => params.person,
  read: (db: ConsoleCtx['db'], id: string) => findMember(db, OWN_TEAM, id),
}
const done = { success: true as const }

export const getOperatorTeam = defineOperation({
  ...getContract,
  run: (ctx) => listTeam(ctx, OWN_TEAM),
})

export const inviteOperator = defineOperation({
  ...inviteContract,

  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation },
  limits: () => [{ key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam }],

  run: async (ctx, { body }) => ({ id: await invite(ctx, OWN_TEAM, body, null) }),
})

export const withdrawOperatorInvitation = defineOperation({
  ...withdrawContract,
  audit: { kind: 'invitation', id: ({ params }) => params.invitation, read: readInvitation },
  run: async (ctx, { params }) => {
    await withdraw(ctx, OWN_TEAM, params.invitation)
    return done
  },
})

export const changeOperator = defineOperation({
  ...changeContract,
  audit: place,
  run: async (ctx, { params, body }) => {
    await changeRole(ctx, OWN_TEAM, params.person, body.role)
    return done
  },
})

export const removeOperator = defineOperation({
  ...removeContract,
  audit: place,
  run: async (ctx, { params }) => {
    await removeMember(ctx, OWN_TEAM, params.person)
    return done
  },
})
