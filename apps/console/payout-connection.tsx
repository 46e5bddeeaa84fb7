import type { AnswerOf } from '#kernel/operation.ts'
import type { getPayouts } from '#modules/earnings/payouts/contract.ts'
import { COMPANY_KINDS, PAYOUT_RULES } from '#modules/earnings/payouts/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from './dates.ts'
import { PostForm, SelectField, useField, useFormAnswer } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { Section } from './section.tsx'
import { useWords } from './words.tsx'

type Answer = AnswerOf<typeof getPayouts>
type Account = Answer['account']
type Way = Answer['ways'][number]

/** What the provider says of the connected account, in words. */
export function ConnectionState({ account }: { account: Account }) {
  const { t } = useWords()
  const dates = useDates()
  const { connection, provider } = account
  if (connection === null || provider === null) return null
  const name = t(`console.payouts.provider.${provider}`)
  const missing = connection.missing.map((one) => t(`console.payouts.missing.${one}`))
  return (
    <>
      {t(`console.payouts.connection.${connection.state}`, { provider: name })}{' '}
      {missing.length > 0 && `${t('console.payouts.missing')}: ${missing.join(' · ')} `}
      <span className="type-sm block text-ink2">
        {t('console.payouts.connection.asked', { time: dates.time(connection.checked_at) })}
      </span>
    </>
  )
}

/** The state of the account that the partner chose, with the way on. `back`: from its page. */
export function ConnectionNotice({
  account,
  ways,
  back,
}: {
  account: Account
  ways: readonly Way[]
  back: string | null
}) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const { connection, provider } = account
  if (connection === null || provider === null) return null
  const name = t(`console.payouts.provider.${provider}`)
  const hasPage = ways.some((one) => one.provider === provider && !one.asks_here)
  return (
    <Notice tone={connection.state === 'restricted' ? 'attention' : 'note'} className="mb-7">
      {back === 'back' && connection.state !== 'ready' && (
        <p className="mb-3">{t('console.payouts.connect_back', { provider: name })}</p>
      )}
      {back === 'expired' && <p className="mb-3">{t('console.payouts.connect_expired')}</p>}
      <ConnectionState account={account} />
      <WayOn answer={answer} provider={name} />
      <div className="mt-4 flex flex-wrap gap-4">
        {hasPage && connection.state !== 'ready' && (
          <PostForm
            name="continue"
            answer={answer}
            submit={t('console.payouts.connect_link', { provider: name })}
          />
        )}
        <PostForm
          name="check"
          answer={answer}
          submit={t('console.payouts.check')}
          kind="secondary"
        />
      </div>
    </Notice>
  )
}

/**
 * The way to the provider's page after a form fetched a link: a link of its own, because the
 * console's forms lead nowhere else.
 */
function WayOn({ answer, provider }: { answer: FormAnswer | undefined; provider: string }) {
  const { t } = useWords()
  const url = answer?.done?.['url']
  if (typeof url !== 'string') return null
  return (
    <p className="mt-4">
      <LinkButton href={url}>{t('console.payouts.connect_go', { provider })}</LinkButton>
      <span className="type-sm mt-2 block text-ink2">{t('console.payouts.connect_once')}</span>
    </p>
  )
}

/** Asks what the provider needs before the partner goes to its page, or all of it. */
export function ConnectForm({
  way,
  account,
  countries,
}: {
  way: Way
  account: Account
  countries: { value: string; name: string }[]
}) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'connect')
  const provider = t(`console.payouts.provider.${way.provider}`)
  const currencies = way.currencies.join(', ')
  const country = field('country', account.country ?? '')
  const offered = countries.filter(
    ({ value }) => value === '' || way.countries === null || way.countries.includes(value),
  )
  return (
    <Section
      title={t('console.payouts.connect', { provider })}
      lead={t(
        way.asks_here ? 'console.payouts.connect_here_lead' : 'console.payouts.connect_lead',
        {
          provider,
          currencies,
        },
      )}
      className="mt-5 max-w-230"
    >
      {answer?.form === 'connect' && answer.done && (
        <Notice className="mb-5">{t('console.payouts.connect_saved', { provider })}</Notice>
      )}
      <PostForm
        name="connect"
        answer={answer}
        submit={t('console.payouts.connect_send')}
        hidden={{ provider: way.provider }}
      >
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
          <SelectField
            label={t('console.payouts.country')}
            name="country"
            value={country.defaultValue}
            error={country.error}
            options={offered}
          />
          <TextField
            {...field('tax_number', account.tax_number ?? '')}
            label={t('console.payouts.tax_number')}
            dir="ltr"
            autoComplete="off"
            maxLength={PAYOUT_RULES.taxNumber.max}
            required
          />
          {way.asks_here && <RegistrationFields field={field} />}
        </div>
      </PostForm>
    </Section>
  )
}

function RegistrationFields({ field }: { field: ReturnType<typeof useField> }) {
  const { t } = useWords()
  return (
    <>
      <SelectField
        label={t('console.payouts.kind')}
        name="kind"
        value={field('kind', 'company').defaultValue}
        options={COMPANY_KINDS.map((value) => ({
          value,
          name: t(`console.payouts.kind.${value}`),
        }))}
      />
      <TextField
        {...field('iban')}
        label={t('console.payouts.iban')}
        dir="ltr"
        autoComplete="off"
        maxLength={PAYOUT_RULES.iban.max}
        required
      />
      <TextField
        {...field('phone')}
        label={t('console.payouts.phone')}
        type="tel"
        dir="ltr"
        autoComplete="off"
        maxLength={PAYOUT_RULES.phone.max}
        required
      />
      <TextField
        {...field('tax_office')}
        label={t('console.payouts.tax_office')}
        hint={t('console.payouts.tax_office_hint')}
        dir="auto"
        autoComplete="off"
        maxLength={PAYOUT_RULES.taxOffice.max}
      />
      <TextField
        {...field('address')}
        label={t('console.payouts.address')}
        dir="auto"
        autoComplete="off"
        maxLength={PAYOUT_RULES.address.max}
        required
      />
    </>
  )
}
