import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { PARTNER_ROLES, type PartnerRole } from '#contexts/console-policy.ts'
import { changePartnerMember, getPartnerTeam, invitePartnerMember, removePartnerMember, withdrawPartnerInvitation } from '#contexts/partners/contract.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, textOf, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { TeamPanel } from '../team-panel.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const team = await screen.call(getPartnerTeam, { params: { partner } })
  return { team, mayChange: screen.person?.partners.find(one => one.id === partner)?.role === 'owner' }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [name, partner, person, role] = [textOf(form, 'form'), params.partner ?? '', textOf(form, 'person'), textOf(form, 'role') as PartnerRole]
  switch (name) {
    case 'invite': return answerOf(name, form, await screen.attempt(invitePartnerMember, { params: { partner }, body: { email: textOf(form, 'email'), role } }))
    case 'role': return answerOf(name, form, await screen.attempt(changePartnerMember, { params: { partner, person }, body: { role } }))
    case 'remove': return answerOf(name, form, await screen.attempt(removePartnerMember, { params: { partner, person } }))
    case 'withdraw': return answerOf(name, form, await screen.attempt(withdrawPartnerInvitation, { params: { partner, invitation: textOf(form, 'invitation') } }))
    default: throw screen.refusal('input.malformed')
  }
}

export default function PartnerTeam() {
  const { t } = useWords()
  const { team, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t('console.nav.team')} lead={t('console.team.partner_lead')} />
      <TeamPanel team={team} roles={PARTNER_ROLES} mayChange={mayChange} answer={useActionData<FormAnswer>()} />
    </>
  )
}
