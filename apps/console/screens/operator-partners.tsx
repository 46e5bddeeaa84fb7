import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { createPartner, listAllPartners } from '#modules/publishing/partners/contract.ts'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { countOf, useDates } from '../dates.ts'
import { VerifiedFacts } from '../verified-facts.tsx'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { Section } from '../section.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const query = queryOf(request, [...SHOWN_AS, 'after'])
  return {
    query: query as Record<string, string>,
    ...(await screen.call(listAllPartners, { query: query as Record<string, never> })),
    mayChange: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(createPartner, { body: { name: text('name'), email: text('email') } })
}

export default function OperatorPartners() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, partners, next, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'partner')
  return (
    <>
      <PageHeader
        title={t('console.nav.partners')}
        lead={t('console.partners.lead')}
        end={<ExportLink list="partners" />}
      />
      <ListTable
        label={t('console.nav.partners')}
        rows={partners}
        columns={[
          {
            id: 'name',
            shown: 'always',
            name: t('console.partners.name'),
            cell: (one) => (
              <>
                <TextLink href={`/operator/partners/${one.id}`} className="strong">
                  <bdi>{one.name}</bdi>
                </TextLink>
                <bdi dir="ltr" className="type-sm block text-ink2">
                  {one.slug}
                </bdi>
              </>
            ),
          },
          {
            id: 'verified',
            name: t('console.partners.verified'),
            cell: (one) => <VerifiedFacts verified={one.verified} />,
          },
          {
            id: 'items',
            name: t('console.partners.items'),
            end: true,
            cell: (one) => countOf(one.items, locale),
          },
          {
            id: 'members',
            name: t('console.partners.members'),
            end: true,
            cell: (one) => countOf(one.members, locale),
          },
          {
            id: 'invited',
            name: t('console.partners.invited'),
            end: true,
            cell: (one) => countOf(one.invited, locale),
          },
          {
            id: 'since',
            isTime: true,
            name: t('console.team.since'),
            end: true,
            cell: (one) => dates.day(one.since),
          },
          {
            id: 'id',
            shown: 'extra',
            name: t('console.stores.id'),
            end: true,
            cell: (one) => <bdi dir="ltr">{one.id}</bdi>,
          },
        ]}
      />
      <NextPage href={nextHref('/operator/partners', query, next)} label={t('console.next')} />
      {mayChange && (
        <div className="mt-9 max-w-180">
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
        </div>
      )}
    </>
  )
}
