import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getRecovery, recover } from '#modules/identity/contract.ts'
import { PASSWORD_LENGTH } from '#modules/identity/rules.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import { goTo } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { CredentialFields, keptCredentials } from '../credential-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

/** Reports an expired link instead of showing the form. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const found = await context
    .get(consoleContext)
    .attempt(getRecovery, { params: { token: params.token ?? '' } })
  return found.ok
    ? { account: found.answer, message: null }
    : { account: null, message: found.error.message }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const result = await screen.attempt(recover, {
    body: { token: params.token ?? '', password: text('password'), keep: keptCredentials(form) },
  })
  if (!result.ok) return answerOf('new-password', form, result)
  throw goTo('/sign-in?done=password')
}

export default function NewPassword() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const { account, message } = useLoaderData<typeof loader>()
  const field = useField(answer, 'new-password')
  return (
    <>
      <SignedOutHeader title={t('console.new_password.title')}>
        {t('console.new_password.lead')}
      </SignedOutHeader>
      {message !== null && (
        <Notice tone="attention" className="mt-7">
          {message}
        </Notice>
      )}
      {account?.app_code && (
        <Notice tone="attention" className="mt-7">
          {t('console.keep.app_stays')}
        </Notice>
      )}
      {account && (
        <PostForm
          name="new-password"
          answer={answer}
          submit={t('console.new_password.submit')}
          className="mt-7 grid gap-5"
        >
          <TextField
            {...field('password')}
            label={t('console.password_new')}
            hint={t('console.password_hint', { n: PASSWORD_LENGTH.min })}
            type="password"
            autoComplete="new-password"
            dir="ltr"
            autoFocus
            required
          />
          <CredentialFields credentials={account.credentials} />
        </PostForm>
      )}
      <p className="type-body mt-7">
        <TextLink href="/recovery">{t('console.recovery.again')}</TextLink>
      </p>
    </>
  )
}
