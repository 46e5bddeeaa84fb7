import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  checkConnection,
  connectPayoutAccount,
  continueConnection,
  getPayouts,
  setPayoutAccount,
} from '#modules/earnings/payouts/contract.ts'
import { PAYOUT_RULES } from '#modules/earnings/payouts/rules.ts'
import { COUNTRIES } from '#lib/countries.ts'
import type { Locale } from '#lib/locale.ts'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { countryName } from '../country-name.ts'
import { NextPage, nextHref, queryOf } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { ConnectForm, ConnectionNotice } from '../payout-connection.tsx'
import { AccountFacts, BalanceBoxes, IdentityBadge, PayoutTable } from '../payouts-view.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const partner = params.partner ?? ''
  const screen = context.get(consoleContext)
  const asked = new URL(request.url).searchParams
  return {
    partner,
    way: asked.get('way'),
    back: asked.get('connection'),
    countries: countryChoices(screen.locale),
    ...(await screen.call(getPayouts, {
      params: { partner },
      query: queryOf(request, ['after']),
    })),
  }
}

/** Made on the server, because ICU versions differ. */
const countryChoices = (locale: Locale) => [
  { value: '', name: '–' },
  ...COUNTRIES.map((value) => ({ value, name: countryName(value, locale) ?? value })).sort(
    (one, other) => one.name.localeCompare(other.name, locale),
  ),
]

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const path = { partner: params.partner ?? '' }
  const person = {
    holder: text('holder'),
    iban: text('iban'),
    country: text('country'),
    tax_number: text('tax_number'),
  }
  switch (text('form')) {
    case 'connect':
      return submit(connectPayoutAccount, {
        params: path,
        body: {
          ...person,
          provider: text('provider') as 'stripe',
          kind: (text('kind') || undefined) as 'company' | undefined,
          phone: text('phone'),
          address: text('address'),
          tax_office: text('tax_office'),
        },
      })
    case 'continue':
      return submit(continueConnection, { params: path })
    case 'check':
      return submit(checkConnection, { params: path })
    default:
      return submit(setPayoutAccount, { params: path, body: { ...person, bic: text('bic') } })
  }
}

/** A partner's balances, where it is paid, and what was paid. */
export default function PartnerPayouts() {
  const { t } = useWords()
  const { partner, account, ways, back, balances, payouts, next } = useLoaderData<typeof loader>()
  const base = `/partner/${partner}`
  return (
    <>
      <PageHeader
        title={t('console.nav.payouts')}
        lead={t('console.payouts.partner_lead')}
        end={<IdentityBadge identity={account.identity} />}
      />
      <AccountNotice account={account} />
      <ConnectionNotice account={account} ways={ways} back={back} />
      {balances.length === 0 ? (
        <p className="type-body mb-9 text-ink2">{t('console.payouts.no_balance')}</p>
      ) : (
        <BalanceBoxes balances={balances} />
      )}
      <h2 className="type-d3 mb-4">{t('console.payouts.list_own')}</h2>
      <PayoutTable
        label={t('console.payouts.list_own')}
        payouts={payouts}
        statements={`${base}/earnings`}
        of="partner"
      />
      <NextPage href={nextHref(`${base}/payouts`, {}, next)} label={t('console.next')} />
      <Ways />
    </>
  )
}

type Answer = Awaited<ReturnType<typeof loader>>

/** A bank account, or one at a provider: links choose whose form is shown. */
function Ways() {
  const { t } = useWords()
  const { partner, account, ways, way, countries } = useLoaderData<typeof loader>()
  const names = ['bank', ...ways.map((one) => one.provider)] as const
  const chosen = names.find((one) => one === way) ?? account.provider ?? 'bank'
  const shown = ways.find((one) => one.provider === chosen)
  return (
    <div className="mt-9">
      {ways.length > 0 && (
        <nav aria-label={t('console.payouts.way')} className="flex flex-wrap gap-5">
          {names.map((one) => (
            <TextLink
              key={one}
              href={`/partner/${partner}/payouts?way=${one}`}
              {...(one === chosen && { className: 'strong', 'aria-current': 'page' })}
            >
              {one === 'bank'
                ? t('console.payouts.way.bank')
                : t(`console.payouts.provider.${one}`)}
            </TextLink>
          ))}
        </nav>
      )}
      {shown ? (
        <ConnectForm key={shown.provider} way={shown} account={account} countries={countries} />
      ) : (
        <AccountForm account={account} countries={countries} />
      )}
    </div>
  )
}

/** What keeps the partner from being paid, or that nothing does. */
function AccountNotice({ account }: Pick<Answer, 'account'>) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Notice tone={account.identity === 'refused' ? 'attention' : 'note'} className="mb-7">
      {t(`console.payouts.lead.${account.identity}`)}
      {account.reason !== null && (
        <>
          {' '}
          <bdi>{account.reason}</bdi>
        </>
      )}
      {account.settles_at !== null && (
        <> {t('console.payouts.settling', { day: dates.day(account.settles_at) })}</>
      )}
    </Notice>
  )
}

function AccountForm({ account, countries }: Pick<Answer, 'account' | 'countries'>) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'account')
  const country = field('country', account.country ?? '')
  return (
    <Section
      title={t('console.payouts.account')}
      lead={t('console.payouts.account_lead')}
      className="mt-5 max-w-230"
    >
      <FormDone answer={answer} className="mb-5">
        {t('console.payouts.saved')}
      </FormDone>
      {account.identity !== 'missing' && (
        <div className="mb-7">
          <AccountFacts account={account} />
        </div>
      )}
      <PostForm name="account" answer={answer} submit={t('console.payouts.save')}>
        <TextField
          {...field('holder', account.holder ?? '')}
          label={t('console.payouts.holder')}
          hint={t('console.payouts.holder_hint')}
          dir="auto"
          autoComplete="off"
          maxLength={PAYOUT_RULES.holder.max}
          required
        />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextField
            {...field('iban')}
            label={t('console.payouts.iban')}
            {...(account.iban !== null && { hint: t('console.payouts.keep_iban') })}
            dir="ltr"
            autoComplete="off"
            maxLength={PAYOUT_RULES.iban.max}
            required
          />
          <TextField
            {...field('bic', account.bic ?? '')}
            label={t('console.payouts.bic')}
            hint={t('console.payouts.bic_hint')}
            dir="ltr"
            autoComplete="off"
            maxLength={PAYOUT_RULES.bic.max}
          />
          <SelectField
            label={t('console.payouts.country')}
            name="country"
            value={country.defaultValue}
            error={country.error}
            options={countries}
          />
          <TextField
            {...field('tax_number', account.tax_number ?? '')}
            label={t('console.payouts.tax_number')}
            dir="ltr"
            autoComplete="off"
            maxLength={PAYOUT_RULES.taxNumber.max}
            required
          />
        </div>
      </PostForm>
    </Section>
  )
}
