import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  createPartner,
  invitePartnerOwner,
  listAllPartners,
} from '#modules/publishing/partners/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { TextField } from '#ui/field.tsx'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { countOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { Section } from '../section.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable, NextPage } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const after = new URL(request.url).searchParams.get('after')
  return {
    ...(await screen.call(listAllPartners, { query: after === null ? {} : { after } })),
    mayChange: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const [name, email] = [text('form'), text('email')]
  if (name === 'owner')
    return submit(invitePartnerOwner, {
      params: { id: text('partner') },
      body: { email },
    })
  return submit(createPartner, { body: { name: text('name'), email } })
}

export default function OperatorPartners() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partners, next, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'partner')
  const ownerField = useField(answer, 'owner')
  return (
    <>
      <PageHeader title={t('console.nav.partners')} lead={t('console.partners.lead')} />
      <DataTable
        label={t('console.nav.partners')}
        rows={partners}
        columns={[
          {
            name: t('console.partners.name'),
            cell: (one) => (
              <>
                <span className="strong">{one.name}</span>
                <bdi dir="ltr" className="type-sm block text-ink2">
                  {one.slug}
                </bdi>
              </>
            ),
          },
          {
            name: t('console.partners.verified'),
            cell: (one) => <Verified verified={one.verified} />,
          },
          {
            name: t('console.partners.items'),
            end: true,
            cell: (one) => countOf(one.items, locale),
          },
          {
            name: t('console.partners.members'),
            end: true,
            cell: (one) => countOf(one.members, locale),
          },
          {
            name: t('console.partners.invited'),
            end: true,
            cell: (one) => countOf(one.invited, locale),
          },
          { name: t('console.team.since'), end: true, cell: (one) => dates.day(one.since) },
        ]}
      />
      <NextPage href={next && `/operator/partners?after=${next}`} label={t('console.next')} />
      {mayChange && (
        <div className="mt-9 grid gap-6 lg:grid-cols-2">
          <Section title={t('console.partners.new')} lead={t('console.partners.new_lead')}>
            <FormDone answer={answer} form="partner" className="mb-5">
              {t('console.team.invited')}
            </FormDone>
            <PostForm name="partner" answer={answer} submit={t('console.partners.create')}>
              <TextField
                {...field('name')}
                label={t('console.partners.name')}
                autoComplete="organization"
                required
              />
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
          {partners.length > 0 && (
            <Section title={t('console.partners.owner')} lead={t('console.partners.owner_lead')}>
              <FormDone answer={answer} form="owner" className="mb-5">
                {t('console.team.invited')}
              </FormDone>
              <PostForm
                name="owner"
                answer={answer}
                submit={t('console.team.send')}
                kind="secondary"
              >
                <SelectField
                  label={t('console.partners.name')}
                  name="partner"
                  value={ownerField('partner', partners[0]?.id).defaultValue}
                  options={partners.map((one) => ({ value: one.id, name: one.name }))}
                />
                <TextField
                  {...ownerField('email')}
                  label={t('console.partners.owner_email')}
                  type="email"
                  dir="ltr"
                  autoComplete="off"
                  required
                />
              </PostForm>
            </Section>
          )}
        </div>
      )}
    </>
  )
}

/** Verified facts of a partner, with dates. */
function Verified({
  verified,
}: {
  verified: ReturnType<typeof useLoaderData<typeof loader>>['partners'][number]['verified']
}) {
  const { t } = useWords()
  const dates = useDates()
  if (!verified)
    return <span className="type-sm text-ink2">{t('console.partners.unverified')}</span>
  return (
    <>
      <Badge tone="green" icon="check">
        {dates.day(verified.at)}
      </Badge>
      {verified.domain !== null && (
        <bdi dir="ltr" className="type-sm block text-ink2">
          {verified.domain}
        </bdi>
      )}
    </>
  )
}
