import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  addTestStore,
  listTestStores,
  removeTestStore,
} from '#modules/billing/developer-contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { ButtonForm, FormError, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const partner = params.partner ?? ''
  return {
    partner,
    ...(await context.get(consoleContext).call(listTestStores, { params: { partner } })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, text, submit } = await readForm(context, request)
  const partner = params.partner ?? ''
  switch (text('form')) {
    case 'add':
      return submit(addTestStore, { params: { partner }, body: { code: text('code') } })
    case 'remove':
      return submit(removeTestStore, { params: { partner, store: text('id') } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** Stores on which a partner tests subscriptions, each with a clock of its own. */
export default function PartnerTestStores() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { partner, stores, is_offered: isOffered } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'add')
  return (
    <>
      <PageHeader title={t('console.test_stores.nav')} lead={t('console.test_stores.lead')} />
      {!isOffered && (
        <Notice tone="attention" className="mb-6">
          {t('console.test_stores.no_test_gateway')}
        </Notice>
      )}
      <FormError answer={answer} form="remove" className="mb-6" />
      <DataTable
        label={t('console.test_stores.nav')}
        rows={stores}
        empty={
          <EmptyState title={t('console.test_stores.none')}>
            {t('console.test_stores.none_lead')}
          </EmptyState>
        }
        columns={[
          {
            name: t('console.test_stores.store'),
            cell: (one) => (
              <TextLink href={`/partner/${partner}/test-stores/${one.id}`} className="strong">
                <bdi dir="ltr">{one.domain}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.test_stores.now'),
            cell: (one) => one.clock && dates.day(one.clock.now_at),
          },
          {
            name: t('console.test_stores.subscriptions'),
            cell: (one) => countOf(one.live, locale),
          },
          { name: t('console.test_stores.since'), cell: (one) => dates.day(one.since) },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) => (
              <ButtonForm
                name="remove"
                confirm={t('console.test_stores.remove_confirm')}
                hidden={{ id: one.id }}
                label={t('console.test_stores.remove')}
                kind="danger-quiet"
                about={one.domain}
              />
            ),
          },
        ]}
      />
      {isOffered && (
        <Section
          title={t('console.test_stores.add')}
          lead={t('console.test_stores.add_lead')}
          className="mt-9 max-w-180"
        >
          <PostForm name="add" answer={answer} submit={t('console.test_stores.add_button')}>
            <TextField
              {...field('code')}
              label={t('console.test_stores.code')}
              autoComplete="off"
              dir="ltr"
              required
            />
          </PostForm>
        </Section>
      )}
    </>
  )
}
