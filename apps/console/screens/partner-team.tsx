import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { PARTNER_ROLES, type PartnerRole, hasPartnerRight } from '#kernel/actor.ts'
import {
  changePartnerMember,
  getPartnerTeam,
  invitePartnerMember,
  removePartnerMember,
  withdrawPartnerInvitation,
} from '#modules/publishing/partners/contract.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { TeamPanel } from '../team-panel.tsx'
import { useWords } from '../words.tsx'
import { useFormAnswer } from '../forms.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const team = await screen.call(getPartnerTeam, { params: { partner } })
  return {
    team,
    mayChange: hasPartnerRight(
      screen.person?.partners.find((one) => one.id === partner)?.role,
      'team',
    ),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, text, submit } = await readForm(context, request)
  const [name, partner, person, role] = [
    text('form'),
    params.partner ?? '',
    text('person'),
    text('role') as PartnerRole,
  ]
  switch (name) {
    case 'invite':
      return submit(invitePartnerMember, {
        params: { partner },
        body: { email: text('email'), role },
      })
    case 'role':
      return submit(changePartnerMember, { params: { partner, person }, body: { role } })
    case 'remove':
      return submit(removePartnerMember, { params: { partner, person } })
    case 'withdraw':
      return submit(withdrawPartnerInvitation, {
        params: { partner, invitation: text('invitation') },
      })
    default:
      throw screen.refusal('input.malformed')
  }
}

export default function PartnerTeam() {
  const { t } = useWords()
  const { team, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('console.nav.team')} lead={t('console.team.partner_lead')} />
      <TeamPanel team={team} roles={PARTNER_ROLES} mayChange={mayChange} answer={useFormAnswer()} />
      <h2 className="type-d4 mt-9 mb-3">{t('portal.team.roles')}</h2>
      <dl className="grid max-w-180 gap-3">
        {PARTNER_ROLES.map((role) => (
          <div key={role}>
            <dt className="type-label">{t(`console.role.${role}`)}</dt>
            <dd className="type-sm mt-0.5 text-ink2">{t(`portal.team.role.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
