import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeOperator, getOperatorTeam, inviteOperator, removeOperator, withdrawOperatorInvitation } from '#contexts/backoffice/contract.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#contexts/console-policy.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, textOf, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { TeamPanel } from '../team-panel.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return { team: await screen.call(getOperatorTeam), mayChange: screen.person?.operatorRole === 'admin' }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [name, person, role] = [textOf(form, 'form'), textOf(form, 'person'), textOf(form, 'role') as OperatorRole]
  switch (name) {
    case 'invite': return answerOf(name, form, await screen.attempt(inviteOperator, { body: { email: textOf(form, 'email'), role } }))
    case 'role': return answerOf(name, form, await screen.attempt(changeOperator, { params: { person }, body: { role } }))
    case 'remove': return answerOf(name, form, await screen.attempt(removeOperator, { params: { person } }))
    case 'withdraw': return answerOf(name, form, await screen.attempt(withdrawOperatorInvitation, { params: { invitation: textOf(form, 'invitation') } }))
    default: throw screen.refusal('input.malformed')
  }
}

export default function OperatorTeam() {
  const { t } = useWords()
  const { team, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t('console.nav.team')} lead={t('console.team.operator_lead')} />
      <TeamPanel team={team} roles={OPERATOR_ROLES} mayChange={mayChange} answer={useActionData<FormAnswer>()} />
    </>
  )
}
