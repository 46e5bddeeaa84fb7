import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeAccount,
  changePassword,
  confirmAppCode,
  deletePasskey,
  endAppCode,
  endOneSession,
  endOtherSessions,
  getAccount,
  renewBackupCodes,
  sendEmailCheck,
  startAppCode,
  unlinkProvider,
} from '#modules/identity/account-contract.ts'
import { PASSWORD_LENGTH } from '#modules/identity/rules.ts'
import { LANGUAGE_NAMES, LOCALES, type Locale } from '#lib/locale.ts'
import { Badge } from '#ui/badge.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { goTo } from '../go-to.ts'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { CredentialFields, keptCredentials } from '../credential-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { AppCodePanel, PasskeyPanel, ProviderPanel } from '../second-factor.tsx'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getAccount)

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [name, password, code] = [text('form'), text('password'), text('code')]
  switch (name) {
    case 'profile': {
      const result = await screen.attempt(changeAccount, {
        body: { name: text('name'), locale: text('locale') as Locale },
      })
      // the document is in the old language, and its header shows the old name
      if (result.ok) throw goTo(`/account?hl=${text('locale')}`, { document: true })
      return answerOf(name, form, result)
    }
    case 'password':
      return submit(changePassword, {
        body: { password, new_password: text('new_password'), keep: keptCredentials(form) },
      })
    case 'email-check':
      return submit(sendEmailCheck)
    case 'app-code':
      return submit(startAppCode, { body: { password } })
    case 'confirm-code':
      return submit(confirmAppCode, { body: { code } })
    case 'end-code':
      return submit(endAppCode, { body: { password } })
    case 'backup-codes':
      return submit(renewBackupCodes, { body: { password } })
    case 'delete-passkey':
      return submit(deletePasskey, { params: { passkey: text('passkey') } })
    case 'unlink-provider':
      return submit(unlinkProvider, { params: { provider: text('provider') } })
    case 'end-session':
      return submit(endOneSession, { params: { session: text('session') } })
    case 'end-others':
      return submit(endOtherSessions)
    default:
      throw screen.refusal('input.malformed')
  }
}

/** Browser and system of a user agent: "Chrome · Linux". */
function programOf(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox\//.test(userAgent)
      ? 'Firefox'
      : /Chrome\//.test(userAgent)
        ? 'Chrome'
        : /Safari\//.test(userAgent)
          ? 'Safari'
          : userAgent.slice(0, 40)
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find((one) =>
    userAgent.includes(one),
  )
  return [browser, system].filter(Boolean).join(' · ')
}

export default function Account() {
  const { t } = useWords()
  const dates = useDates()
  const account = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const [profile, password] = [useField(answer, 'profile'), useField(answer, 'password')]
  return (
    <>
      <PageHeader title={t('console.nav.account')} lead={<bdi dir="ltr">{account.email}</bdi>} />
      {!account.email_verified && (
        <Notice
          tone="attention"
          className="mb-7"
          action={
            <ButtonForm
              name="email-check"
              hidden={{}}
              label={t('console.email_check.send')}
              kind="secondary"
              about={account.email}
            />
          }
        >
          {answer?.form === 'email-check'
            ? (answer.error?.message ?? t('console.email_check.sent'))
            : t('console.email_check.missing')}
        </Notice>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Section title={t('console.profile.title')}>
          <PostForm name="profile" answer={answer} submit={t('console.save')}>
            <TextField
              {...profile('name', account.name)}
              label={t('console.person_name')}
              autoComplete="name"
              required
            />
            <SelectField
              label={t('console.profile.language')}
              name="locale"
              value={profile('locale', account.locale).defaultValue}
              options={LOCALES.map((one) => ({ value: one, name: LANGUAGE_NAMES[one] }))}
            />
          </PostForm>
        </Section>
        <Section title={t('console.password')}>
          <FormDone answer={answer} form="password" className="mb-5">
            {t('console.password_changed')}
          </FormDone>
          <PostForm name="password" answer={answer} submit={t('console.password_change')}>
            <TextField
              {...password('password')}
              label={t('console.password_old')}
              type="password"
              autoComplete="current-password"
              dir="ltr"
              required
            />
            <TextField
              {...password('new_password')}
              label={t('console.password_new')}
              hint={t('console.password_hint', { n: PASSWORD_LENGTH.min })}
              type="password"
              autoComplete="new-password"
              dir="ltr"
              required
            />
            <CredentialFields credentials={account.credentials} />
          </PostForm>
        </Section>
      </div>
      <h2 id="second" className="type-d3 mt-10 mb-4">
        {t('console.second.title')}
      </h2>
      <div className="grid gap-6">
        <AppCodePanel on={account.app_code} answer={answer} />
        <PasskeyPanel passkeys={account.passkeys} />
        <ProviderPanel providers={account.credentials.filter((one) => one.kind === 'provider')} />
      </div>
      <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h2 className="type-d3">{t('console.sessions.title')}</h2>
        {account.sessions.length > 1 && (
          <ButtonForm
            name="end-others"
            hidden={{}}
            label={t('console.sessions.end_others')}
            kind="secondary"
            about={t('console.sessions.title')}
          />
        )}
      </div>
      <DataTable
        label={t('console.sessions.title')}
        rows={account.sessions}
        columns={[
          {
            name: t('console.sessions.program'),
            cell: (one) => (
              <>
                <bdi className="strong">{programOf(one.program)}</bdi>{' '}
                {one.current && <Badge tone="green">{t('console.sessions.this')}</Badge>}
              </>
            ),
          },
          {
            name: t('console.sessions.address'),
            cell: (one) => (
              <bdi dir="ltr" className="figures">
                {one.address}
              </bdi>
            ),
          },
          { name: t('console.sessions.since'), cell: (one) => dates.time(one.since) },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              !one.current && (
                <ButtonForm
                  name="end-session"
                  hidden={{ session: one.id }}
                  label={t('console.sessions.end')}
                  kind="danger-quiet"
                  about={programOf(one.program)}
                />
              ),
          },
        ]}
      />
    </>
  )
}
