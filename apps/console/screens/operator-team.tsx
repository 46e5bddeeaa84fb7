import { OPERATOR_ROLES } from '#kernel/actor.ts'
import type { OperatorRole } from '#kernel/actor.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeOperator,
  getOperatorGroups,
  getOperatorTeam,
  inviteOperator,
  removeOperator,
  saveOperatorGroups,
  withdrawOperatorInvitation,
} from '#modules/identity/operator-contract.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { GroupRoles } from '../group-roles.tsx'
import { TeamPanel } from '../team-panel.tsx'
import { useWords } from '../words.tsx'
import { useFormAnswer } from '../forms.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const mayChange = screen.person?.operatorRole === 'admin'
  return {
    team: await screen.call(getOperatorTeam),
    groups: mayChange ? await screen.call(getOperatorGroups) : null,
    mayChange,
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
    case 'groups':
      return submit(saveOperatorGroups, {
        body: {
          claim: text('claim'),
          scope: text('scope'),
          admin: text('admin'),
          reviewer: text('reviewer'),
          support: text('support'),
          finance: text('finance'),
        },
      })
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
  const { team, groups, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader title={t('console.nav.team')} lead={t('console.team.operator_lead')} />
      <TeamPanel team={team} roles={OPERATOR_ROLES} mayChange={mayChange} answer={answer} />
      {groups !== null && <GroupRoles groups={groups} answer={answer} />}
    </>
  )
}
