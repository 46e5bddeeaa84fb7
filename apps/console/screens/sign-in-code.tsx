import { useActionData, useSearchParams, type ActionFunctionArgs } from 'react-router'
import { signInByCode } from '#contexts/people/contract.ts'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { goTo } from '../go-to.ts'
import { DoorHead } from '../door-head.tsx'
import { answerOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { nextOf } from '../next-path.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const kind = textOf(form, 'kind') === 'backup' ? 'backup' : 'app'
  const result = await context.get(consoleContext).attempt(signInByCode, { body: { code: textOf(form, 'code'), kind } })
  if (!result.ok) return answerOf('code', form, result)
  throw goTo(nextOf(request.url), { document: true })
}

/** `?by=backup`: with one of the codes that were kept for the day the phone is lost. */
export default function SignInCode() {
  const { t } = useWords()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'code')
  const [query] = useSearchParams()
  const backup = query.get('by') === 'backup'
  const other = new URLSearchParams(query)
  if (backup) other.delete('by')
  else other.set('by', 'backup')
  return (
    <>
      <DoorHead title={t('console.code.title')}>{t(backup ? 'console.code.lead_backup' : 'console.code.lead')}</DoorHead>
      <DeskForm name="code" answer={answer} submit={t('console.sign_in.submit')} hidden={{ kind: backup ? 'backup' : 'app' }} className="mt-7 grid gap-5">
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
      </DeskForm>
      <p className="type-body mt-7"><TextLink href={`/sign-in/code?${other}`}>{t(backup ? 'console.code.use_app' : 'console.code.use_backup')}</TextLink></p>
      <p className="type-body mt-2"><TextLink href="/sign-in">{t('console.back_to_sign_in')}</TextLink></p>
    </>
  )
}
