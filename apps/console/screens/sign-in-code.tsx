import { useSearchParams, type ActionFunctionArgs } from 'react-router'
import { signInByCode } from '#modules/identity/contract.ts'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { goTo, nextOf } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const kind = text('kind') === 'backup' ? 'backup' : 'app'
  const result = await screen.attempt(signInByCode, { body: { code: text('code'), kind } })
  if (!result.ok) return answerOf('code', form, result)
  throw goTo(nextOf(request.url), { document: true })
}

/** `?by=backup`: with a backup code. */
export default function SignInCode() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'code')
  const [query] = useSearchParams()
  const backup = query.get('by') === 'backup'
  const other = new URLSearchParams(query)
  if (backup) other.delete('by')
  else other.set('by', 'backup')
  return (
    <>
      <SignedOutHeader title={t('console.code.title')}>
        {t(backup ? 'console.code.lead_backup' : 'console.code.lead')}
      </SignedOutHeader>
      <PostForm
        name="code"
        answer={answer}
        submit={t('console.sign_in.submit')}
        hidden={{ kind: backup ? 'backup' : 'app' }}
        className="mt-7 grid gap-5"
      >
        <TextField
          key={String(backup)}
          {...field('code')}
          label={t(backup ? 'console.code.backup' : 'console.code.app')}
          autoComplete="one-time-code"
          inputMode={backup ? 'text' : 'numeric'}
          dir="ltr"
          figures={!backup}
          autoFocus
          required
        />
      </PostForm>
      <p className="type-body mt-7">
        <TextLink href={`/sign-in/code?${other}`}>
          {t(backup ? 'console.code.use_app' : 'console.code.use_backup')}
        </TextLink>
      </p>
      <p className="type-body mt-2">
        <TextLink href="/sign-in">{t('console.back_to_sign_in')}</TextLink>
      </p>
    </>
  )
}
