import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { PARTNER_ROLES } from '#kernel/actor.ts'
import { getAnyPartner, invitePartnerOwner } from '#modules/publishing/partners/contract.ts'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { FactList, KeyFigures } from '#ui/panel.tsx'
import { AuditHistory } from '../audit-history.tsx'
import { DataTable } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { mayOpen } from '../navigation.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { ItemState } from '../state-badges.tsx'
import { StatementTable } from '../statement-table.tsx'
import { TeamPanel } from '../team-panel.tsx'
import { VerifiedFacts } from '../verified-facts.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    partner: await screen.call(getAnyPartner, { params: { id: params.partner ?? '' } }),
    mayChange: screen.person?.operatorRole === 'admin',
    maySeeMoney: mayOpen('/operator/documents', screen.person?.operatorRole),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(invitePartnerOwner, {
    params: { id: params.partner ?? '' },
    body: { email: text('email') },
  })
}

/** A partner: its items, its team, how its submissions went, and who did what. */
export default function OperatorPartner() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partner, mayChange, maySeeMoney } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const { submissions } = partner
  return (
    <>
      <PageHeader
        back={{ href: '/operator/partners', name: t('console.nav.partners') }}
        title={partner.name}
        lead={<bdi dir="ltr">{partner.slug}</bdi>}
      />
      <FactList
        columns={2}
        className="mb-6"
        facts={[
          {
            label: t('console.partners.verified'),
            value: <VerifiedFacts verified={partner.verified} />,
          },
          { label: t('console.team.since'), value: dates.day(partner.since) },
          ...(maySeeMoney
            ? [
                {
                  label: t('console.nav.documents'),
                  value: (
                    <TextLink href={`/operator/documents?partner=${partner.id}`}>
                      {t('console.documents.open')}
                    </TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      <KeyFigures
        className="mb-9"
        figures={(['approved', 'rejected', 'waiting'] as const).map((state) => ({
          label: t(`console.partners.submissions.${state}`),
          figure: countOf(submissions[state], locale),
        }))}
      />
      <Items partner={partner} />
      <StatementTable rows={partner.statements} />
      <h2 className="mt-9 mb-4 type-d3">{t('console.partners.members')}</h2>
      {partner.team.members.length + partner.team.invitations.length === 0 ? (
        <p className="type-body text-ink2">{t('console.partners.no_members')}</p>
      ) : (
        <TeamPanel team={partner.team} roles={PARTNER_ROLES} mayChange={false} answer={answer} />
      )}
      {mayChange && <InviteOwner />}
      <h2 className="mt-9 mb-4 type-d3">{t('console.items.history')}</h2>
      <AuditHistory rows={partner.history} label={t('console.items.history')} />
    </>
  )
}

type Partner = ReturnType<typeof useLoaderData<typeof loader>>['partner']

function Items({ partner }: { partner: Partner }) {
  const { t, locale } = useWords()
  return (
    <section>
      <h2 className="mb-4 flex flex-wrap items-baseline gap-4 type-d3">
        {t('console.partners.items')}
        <TextLink href={`/operator/items?partner=${partner.id}`} className="ms-auto type-sm">
          {t('console.items.all')}
        </TextLink>
      </h2>
      <DataTable
        label={t('console.partners.items')}
        rows={partner.items}
        empty={<p className="type-body text-ink2">{t('console.partners.no_items')}</p>}
        columns={[
          {
            name: t('console.orders.item'),
            cell: (one) => (
              <TextLink href={`/operator/items/${one.id}`} className="strong">
                <bdi>{one.name}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => <ItemState status={one.status} stopped={false} />,
          },
          {
            name: t('console.item.release'),
            cell: (one) => <bdi className="figures">{one.version ?? '–'}</bdi>,
          },
          {
            name: t('console.item.installs'),
            end: true,
            cell: (one) => countOf(one.installs, locale),
          },
        ]}
      />
    </section>
  )
}

function InviteOwner() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'owner')
  return (
    <Section
      title={t('console.partners.owner')}
      lead={t('console.partners.owner_lead')}
      className="mt-6 max-w-180"
    >
      <FormDone answer={answer} form="owner" className="mb-5">
        {t('console.team.invited')}
      </FormDone>
      <PostForm name="owner" answer={answer} submit={t('console.team.send')} kind="secondary">
        <TextField
          {...field('email')}
          label={t('console.partners.owner_email')}
          type="email"
          dir="ltr"
          autoComplete="off"
          required
        />
      </PostForm>
    </Section>
  )
}
