import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeAccount, changePassword, confirmAppCode, deletePasskey, endAppCode, endOneSession, endOtherSessions, getAccount, renewBackupCodes, sendEmailCheck, startAppCode, unlinkProvider,
} from '#contexts/people/account-contract.ts'
import { PASSWORD_LENGTH } from '#contexts/people/rules.ts'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { Badge } from '#ui/badge.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { goTo } from '../go-to.ts'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { KeepFields, keptOf } from '../keep-fields.tsx'
import { LANGUAGE_NAMES } from '../language-links.ts'
import { consoleContext } from '../screen-context.ts'
import { AppCodePanel, PasskeyPanel, ProviderPanel } from '../second-factor.tsx'
import { SelectField } from '../select-field.tsx'
import { DeskTable } from '../table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(consoleContext).call(getAccount)

export async function action({ context, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [name, password, code] = [textOf(form, 'form'), textOf(form, 'password'), textOf(form, 'code')]
  switch (name) {
    case 'profile': {
      const result = await screen.attempt(changeAccount, { body: { name: textOf(form, 'name'), locale: textOf(form, 'locale') as Locale } })
      // the document is in the old language, and its head shows the old name
      if (result.ok) throw goTo(`/account?hl=${textOf(form, 'locale')}`, { document: true })
      return answerOf(name, form, result)
    }
    case 'password': return answerOf(name, form, await screen.attempt(changePassword, { body: { password, new_password: textOf(form, 'new_password'), keep: keptOf(form) } }))
    case 'email-check': return answerOf(name, form, await screen.attempt(sendEmailCheck))
    case 'app-code': return answerOf(name, form, await screen.attempt(startAppCode, { body: { password } }))
    case 'confirm-code': return answerOf(name, form, await screen.attempt(confirmAppCode, { body: { code } }))
    case 'end-code': return answerOf(name, form, await screen.attempt(endAppCode, { body: { password } }))
    case 'backup-codes': return answerOf(name, form, await screen.attempt(renewBackupCodes, { body: { password } }))
    case 'delete-passkey': return answerOf(name, form, await screen.attempt(deletePasskey, { params: { passkey: textOf(form, 'passkey') } }))
    case 'unlink-provider': return answerOf(name, form, await screen.attempt(unlinkProvider, { params: { provider: textOf(form, 'provider') } }))
    case 'end-session': return answerOf(name, form, await screen.attempt(endOneSession, { params: { session: textOf(form, 'session') } }))
    case 'end-others': return answerOf(name, form, await screen.attempt(endOtherSessions))
    default: throw screen.refusal('input.malformed')
  }
}

/** "Chrome · Linux": the two words of a browser's long name that people know. */
function programOf(userAgent: string): string {
  const browser = /Edg\//.test(userAgent) ? 'Edge' : /Firefox\//.test(userAgent) ? 'Firefox' : /Chrome\//.test(userAgent) ? 'Chrome' : /Safari\//.test(userAgent) ? 'Safari' : userAgent.slice(0, 40)
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find(one => userAgent.includes(one))
  return [browser, system].filter(Boolean).join(' · ')
}

export default function Account() {
  const { t } = useWords()
  const dates = useDates()
  const account = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [profile, password] = [useField(answer, 'profile'), useField(answer, 'password')]
  return (
    <>
      <DeskHead title={t('console.nav.account')} lead={<bdi dir="ltr">{account.email}</bdi>} />
      {!account.email_verified && (
        <Notice tone="attention" className="mb-7" action={<PressForm name="email-check" hidden={{}} label={t('console.email_check.send')} kind="secondary" about={account.email} />}>
          {answer?.form === 'email-check' ? answer.error?.message ?? t('console.email_check.sent') : t('console.email_check.missing')}
        </Notice>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel as="section" label={t('console.profile.title')}>
          <PanelPart>
            <h2 className="type-d4 mb-5">{t('console.profile.title')}</h2>
            <DeskForm name="profile" answer={answer} submit={t('console.save')}>
              <TextField {...profile('name', account.name)} label={t('console.person_name')} autoComplete="name" required />
              <SelectField label={t('console.profile.language')} name="locale" value={profile('locale', account.locale).defaultValue} options={LOCALES.map(one => ({ value: one, name: LANGUAGE_NAMES[one] }))} />
            </DeskForm>
          </PanelPart>
        </Panel>
        <Panel as="section" label={t('console.password')}>
          <PanelPart>
            <h2 className="type-d4 mb-5">{t('console.password')}</h2>
            {answer?.form === 'password' && answer.done && <Notice tone="done" alert className="mb-5">{t('console.password_changed')}</Notice>}
            <DeskForm name="password" answer={answer} submit={t('console.password_change')}>
              <TextField {...password('password')} label={t('console.password_old')} type="password" autoComplete="current-password" dir="ltr" required />
              <TextField {...password('new_password')} label={t('console.password_new')} hint={t('console.password_hint', { n: PASSWORD_LENGTH.min })} type="password" autoComplete="new-password" dir="ltr" required />
              <KeepFields credentials={account.credentials} />
            </DeskForm>
          </PanelPart>
        </Panel>
      </div>
      <h2 id="second" className="type-d3 mt-10 mb-4">{t('console.second.title')}</h2>
      <div className="grid gap-6">
        <AppCodePanel on={account.app_code} answer={answer} />
        <PasskeyPanel passkeys={account.passkeys} />
        <ProviderPanel providers={account.credentials.filter(one => one.kind === 'provider')} />
      </div>
      <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h2 className="type-d3">{t('console.sessions.title')}</h2>
        {account.sessions.length > 1 && <PressForm name="end-others" hidden={{}} label={t('console.sessions.end_others')} kind="secondary" about={t('console.sessions.title')} />}
      </div>
      <DeskTable label={t('console.sessions.title')} rows={account.sessions} columns={[
        { name: t('console.sessions.program'), cell: one => <><bdi className="strong">{programOf(one.program)}</bdi> {one.current && <Badge tone="green">{t('console.sessions.this')}</Badge>}</> },
        { name: t('console.sessions.address'), cell: one => <bdi dir="ltr" className="figures">{one.address}</bdi> },
        { name: t('console.sessions.since'), cell: one => dates.time(one.since) },
        { name: t('console.actions'), end: true, cell: one => !one.current && <PressForm name="end-session" hidden={{ session: one.id }} label={t('console.sessions.end')} kind="danger-quiet" about={programOf(one.program)} /> },
      ]} />
    </>
  )
}
