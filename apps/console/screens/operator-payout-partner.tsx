import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { decideIdentity, getPayoutAccount } from '#modules/earnings/payouts/contract.ts'
import { PAYOUT_RULES } from '#modules/earnings/payouts/rules.ts'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { NextPage, nextHref, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { ConnectionState } from '../payout-connection.tsx'
import { AccountFacts, BalanceBoxes, IdentityBadge, PayoutTable } from '../payouts-view.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/payouts/partners'

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getPayoutAccount, {
    params: { partner: params.partner ?? '' },
    query: queryOf(request, ['after']),
  })

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(decideIdentity, {
    params: { partner: params.partner ?? '' },
    body: {
      identity: text('identity') as 'confirmed',
      reason: text('reason'),
      changed_at: text('changed_at'),
    },
  })
}

/** What a partner submitted, the decision on it, and its payouts. */
export default function OperatorPayoutPartner() {
  const { t } = useWords()
  const dates = useDates()
  const { partner, account, balances, payouts, next } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={partner.name}
        end={<IdentityBadge identity={account.identity} />}
        back={{ href: PATH, name: t('console.payouts.accounts') }}
      />
      {account.settles_at !== null && (
        <Notice className="mb-7">
          {t('console.payouts.settling', { day: dates.day(account.settles_at) })}
        </Notice>
      )}
      <BalanceBoxes balances={balances} />
      {account.changed_at !== null && (
        <Section title={t('console.payouts.account')} className="mb-9 max-w-230">
          <AccountFacts account={account} />
          {account.connection !== null && (
            <p className="type-body mt-4">
              <ConnectionState account={account} />
            </p>
          )}
          {account.reason !== null && (
            <p className="type-body mt-4 wrap-anywhere">
              <bdi>{account.reason}</bdi>
            </p>
          )}
        </Section>
      )}
      {account.changed_at !== null && <Decision changedAt={account.changed_at} />}
      <h2 className="type-d3 mb-4">{t('console.payouts.list')}</h2>
      <PayoutTable
        label={t('console.payouts.list')}
        payouts={payouts}
        statements="/operator/earnings"
        of="partner"
      />
      <NextPage href={nextHref(`${PATH}/${partner.id}`, {}, next)} label={t('console.next')} />
    </>
  )
}

function Decision({ changedAt }: { changedAt: string }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'decide')
  return (
    <Section
      title={t('console.payouts.decide')}
      lead={t('console.payouts.decide_lead')}
      className="mb-9 max-w-230"
    >
      <PostForm
        name="decide"
        answer={answer}
        submit={t('console.payouts.decide_send')}
        hidden={{ changed_at: changedAt }}
      >
        <SelectField
          label={t('console.payouts.decision')}
          name="identity"
          value={field('identity', 'confirmed').defaultValue}
          options={[
            { value: 'confirmed', name: t('console.payouts.confirm') },
            { value: 'refused', name: t('console.payouts.refuse') },
          ]}
        />
        <TextArea
          {...field('reason')}
          label={t('console.payouts.decide_reason')}
          rows={3}
          dir="auto"
          maxLength={PAYOUT_RULES.reason.max}
        />
      </PostForm>
    </Section>
  )
}
