import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  createPayoutBatch,
  listPayoutBatches,
  setPayoutSettings,
} from '#modules/earnings/payouts/contract.ts'
import { PAYOUT_CURRENCIES, PAYOUT_RULES } from '#modules/earnings/payouts/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { DataTable, NextPage, nextHref, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { PageHeader } from '../page-header.tsx'
import { BatchBadge, PayeeTable } from '../payouts-view.tsx'
import { confirmedOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { Money } from '../state-badges.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/payouts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['currency', 'after'])
  return context
    .get(consoleContext)
    .call(listPayoutBatches, { query: query as Record<string, never> })
}
type Answer = Awaited<ReturnType<typeof loader>>

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const currency = text('currency') as 'TRY'
  if (text('form') === 'settings')
    return submit(setPayoutSettings, {
      params: { currency },
      body: {
        minimum: text('minimum').trim().replace(',', '.') as unknown as number,
        iban: text('iban'),
        bic: text('bic'),
      },
    })
  const answer = await submit(createPayoutBatch, {
    body: { currency, day: text('day'), confirmed: confirmedOf(form) },
  })
  if (answer.done) throw goTo(`${PATH}/${String(answer.done.id)}`)
  return answer
}

/** Who can be paid in a currency, and all batches. */
export default function OperatorPayouts() {
  const { t } = useWords()
  const answer = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.nav.payouts')}
        lead={t('console.payouts.operator_lead')}
        end={
          <LinkButton href={`${PATH}/partners`} kind="secondary">
            {t('console.payouts.accounts')}
          </LinkButton>
        }
      />
      <nav aria-label={t('console.coupons.currency')} className="mb-7 flex gap-5">
        {PAYOUT_CURRENCIES.map((one) => (
          <TextLink
            key={one}
            href={`${PATH}?currency=${one}`}
            {...(one === answer.currency && { className: 'strong', 'aria-current': 'page' })}
          >
            {one}
          </TextLink>
        ))}
      </nav>
      <Payees {...answer} />
      <div className="my-9 grid items-start gap-6 lg:grid-cols-2">
        {answer.partners.some((one) => one.readiness === 'ready') && <CreateForm {...answer} />}
        <SettingsForm {...answer} />
      </div>
      <Batches {...answer} />
    </>
  )
}

function Payees({ partners, currency }: Answer) {
  const { t } = useWords()
  return (
    <section>
      <h2 className="type-d3 mb-4">{t('console.payouts.partners')}</h2>
      <PayeeTable
        label={t('console.payouts.partners')}
        rows={partners}
        empty={{
          title: t('console.payouts.partners_none', { currency }),
          lead: t('console.payouts.partners_none_lead'),
        }}
        state={{
          name: t('console.item.state'),
          cell: (one) => (
            <Badge tone={one.readiness === 'ready' ? 'green' : 'neutral'}>
              {t(`console.payouts.ready.${one.readiness}`)}
            </Badge>
          ),
        }}
        amounts={[
          {
            name: t('console.payouts.amount'),
            cell: (one) => <Money amount={one.payable} currency={currency} />,
          },
        ]}
      />
    </section>
  )
}

function CreateForm({ currency }: Answer) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'create')
  return (
    <Section title={t('console.payouts.create')} lead={t('console.payouts.create_lead')}>
      <PostForm
        name="create"
        answer={answer}
        submit={t('console.payouts.create_send')}
        confirm={t('console.confirm.books')}
        hidden={{ currency }}
      >
        <TextField {...field('day')} type="date" label={t('console.payouts.day')} required />
      </PostForm>
    </Section>
  )
}

function SettingsForm({ currency, minimum, iban, bic }: Answer) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'settings')
  return (
    <Section
      title={t('console.payouts.settings')}
      lead={t('console.payouts.settings_lead', { currency })}
    >
      <FormDone answer={answer} form="settings" className="mb-5">
        {t('console.payouts.settings_saved')}
      </FormDone>
      <PostForm
        key={currency}
        name="settings"
        answer={answer}
        submit={t('console.payouts.settings_save')}
        hidden={{ currency }}
      >
        <TextField
          {...field('minimum', String(minimum))}
          label={t('console.payouts.minimum')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          required
        />
        <TextField
          {...field('iban', iban ?? '')}
          label={t('console.payouts.own_iban')}
          dir="ltr"
          autoComplete="off"
          maxLength={PAYOUT_RULES.iban.max}
        />
        <TextField
          {...field('bic', bic ?? '')}
          label={t('console.payouts.bic')}
          dir="ltr"
          autoComplete="off"
          maxLength={PAYOUT_RULES.bic.max}
        />
      </PostForm>
    </Section>
  )
}

function Batches({ batches, next, currency }: Answer) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <section>
      <h2 className="type-d3 mb-4">{t('console.payouts.batches')}</h2>
      <DataTable
        label={t('console.payouts.batches')}
        rows={batches}
        empty={
          <EmptyState title={t('console.payouts.batches_none')}>
            {t('console.payouts.batches_none_lead')}
          </EmptyState>
        }
        columns={[
          {
            name: t('console.payouts.number'),
            cell: (one) => (
              <TextLink href={`${PATH}/${one.id}`} className="strong">
                <bdi dir="ltr">{one.number}</bdi>
              </TextLink>
            ),
          },
          { name: t('console.payouts.day'), cell: (one) => dates.day(one.day) },
          { name: t('console.item.state'), cell: (one) => <BatchBadge state={one.state} /> },
          { name: t('console.payouts.lines'), end: true, cell: (one) => one.lines },
          {
            name: t('console.payouts.amount'),
            end: true,
            cell: (one) => <Money amount={one.total} currency={one.currency} />,
          },
        ]}
      />
      <NextPage href={nextHref(PATH, { currency }, next)} label={t('console.next')} />
    </section>
  )
}
