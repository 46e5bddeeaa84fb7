import { OPERATOR_ROLES } from '#kernel/actor.ts'
import type { OperatorRole } from '#kernel/actor.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeOperator,
  getOperatorTeam,
  inviteOperator,
  removeOperator,
  withdrawOperatorInvitation,
} from '#modules/identity/operator-contract.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { TeamPanel } from '../team-panel.tsx'
import { useWords } from '../words.tsx'
import { useFormAnswer } from '../forms.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    team: await screen.call(getOperatorTeam),
    mayChange: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, text, submit } = await readForm(context, request)
  const [name, person, role] = [text('form'), text('person'), text('role') as OperatorRole]
  switch (name) {
    case 'invite':
      return submit(inviteOperator, { body: { email: text('email'), role } })
    case 'role':
      return submit(changeOperator, { params: { person }, body: { role } })
    case 'remove':
      return submit(removeOperator, { params: { person } })
    case 'withdraw':
      return submit(withdrawOperatorInvitation, {
        params: { invitation: text('invitation') },
      })
    default:
      throw screen.refusal('input.malformed')
  }
}

export default function OperatorTeam() {
  const { t } = useWords()
  const { team, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.nav.team')} lead={t('console.team.operator_lead')} />
      <TeamPanel
        team={team}
        roles={OPERATOR_ROLES}
        mayChange={mayChange}
        answer={useFormAnswer()}
      />
    </>
  )
}
