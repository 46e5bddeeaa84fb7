import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changePartnerSignUp,
  listPartnerApplications,
} from '#modules/publishing/applications/contract.ts'
import { APPLICATION_STATES } from '#modules/publishing/applications/rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ApplicationState } from '../application-facts.tsx'
import { countryName } from '../country-name.ts'
import { nextHref, NextPage, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/applications'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const query = queryOf(request, ['state', ...SHOWN_AS, 'after'])
  return {
    query: query as Record<string, string>,
    ...(await screen.call(listPartnerApplications, { query: query as Record<string, never> })),
    mayChange: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(changePartnerSignUp, {
    body: {
      open: text('sign_up_open') === 'yes',
      kept_days: Number(text('kept_days') || Number.NaN),
    },
  })
}

/** Companies that want to become partners, and whether they may ask. */
export default function OperatorApplications() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, applications, next, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.applications.title')}
        lead={t('console.applications.lead')}
        end={<TextLink href="/apply">{t('console.applications.page')}</TextLink>}
      />
      <div className="mb-5">
        <Tabs
          label={t('console.item.state')}
          tabs={[undefined, ...APPLICATION_STATES].map((state) => ({
            href: state === undefined ? PATH : `${PATH}?state=${state}`,
            name: t(state === undefined ? 'console.items.any' : `console.applications.${state}`),
            current: (query.state ?? '') === (state ?? ''),
          }))}
        />
      </div>
      <ListTable
        label={t('console.applications.title')}
        rows={applications}
        empty={
          <EmptyState title={t('console.applications.none')}>
            {t('console.applications.none_lead')}
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            shown: 'always',
            name: t('console.apply.name'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}/${one.id}`} className="strong">
                  <bdi className="wrap-anywhere">{one.name}</bdi>
                </TextLink>
                <bdi dir="ltr" className="type-sm block wrap-anywhere text-ink2">
                  {one.domain}
                </bdi>
              </>
            ),
          },
          {
            id: 'state',
            name: t('console.item.state'),
            cell: (one) => <ApplicationState state={one.state} />,
          },
          {
            id: 'makes',
            name: t('console.apply.makes'),
            cell: (one) => t(`console.apply.makes.${one.makes}`),
          },
          {
            id: 'country',
            name: t('console.apply.country'),
            cell: (one) => countryName(one.country, locale) ?? one.country,
          },
          {
            id: 'waiting',
            shown: 'extra',
            name: t('console.inbox.since'),
            end: true,
            cell: (one) => (one.waiting_at === null ? '–' : dates.time(one.waiting_at)),
          },
          {
            id: 'at',
            isTime: true,
            name: t('console.applications.at'),
            end: true,
            cell: (one) => dates.time(one.applied_at),
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
      {mayChange && <SignUp />}
    </>
  )
}

function SignUp() {
  const { t } = useWords()
  const { sign_up: signUp } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'sign-up')
  return (
    <Section
      title={t('console.applications.sign_up')}
      lead={t('console.applications.sign_up_lead')}
      id="sign-up"
      className="mt-9 max-w-180"
    >
      <FormDone answer={answer} form="sign-up" className="mb-5">
        {t('console.settings.saved')}
      </FormDone>
      <PostForm name="sign-up" answer={answer} submit={t('console.save')}>
        <Checkbox name="sign_up_open" value="yes" defaultChecked={signUp.open}>
          {t('console.applications.open_for')}
        </Checkbox>
        <TextField
          {...field('kept_days', String(signUp.kept_days))}
          label={t('console.applications.kept_days')}
          hint={t('console.applications.kept_days_hint')}
          inputMode="numeric"
          dir="ltr"
          className="max-w-70"
          required
        />
      </PostForm>
    </Section>
  )
}
