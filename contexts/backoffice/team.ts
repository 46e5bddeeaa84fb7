import type { ConsoleCtx } from '../console.ts'
import { changeRole, findMember, implementConsole, invite, listTeam, PEOPLE_LIMITS, readInvitation, removeMember, withdraw } from '../people/public.ts'
import {
  changeOperator as changeContract, getOperatorTeam as getContract, inviteOperator as inviteContract, removeOperator as removeContract, withdrawOperatorInvitation as withdrawContract,
} from './contract.ts'

const OWN_TEAM = null
const place = { kind: 'operator', id: ({ params }: { params: { person: string } }) => params.person, read: (db: ConsoleCtx['db'], id: string) => findMember(db, OWN_TEAM, id) }
const done = { success: true as const }

export const getOperatorTeam = implementConsole(getContract, null, ctx => listTeam(ctx, OWN_TEAM))

export const inviteOperator = implementConsole(inviteContract, {
  audit: { kind: 'invitation', id: (_input, _ctx, answer) => answer?.id, read: readInvitation },
  limits: () => [{ key: 'console invitations by operators', ...PEOPLE_LIMITS.invitationTeam }],
}, async (ctx, { body }) => ({ id: await invite(ctx, OWN_TEAM, body, null) }))

export const withdrawOperatorInvitation = implementConsole(withdrawContract, { audit: { kind: 'invitation', id: ({ params }) => params.invitation, read: readInvitation } },
  async (ctx, { params }) => {
    await withdraw(ctx, OWN_TEAM, params.invitation)
    return done
  })

export const changeOperator = implementConsole(changeContract, { audit: place }, async (ctx, { params, body }) => {
  await changeRole(ctx, OWN_TEAM, params.person, body.role)
  return done
})

export const removeOperator = implementConsole(removeContract, { audit: place }, async (ctx, { params }) => {
  await removeMember(ctx, OWN_TEAM, params.person)
  return done
})
