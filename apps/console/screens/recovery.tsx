import { useActionData, type ActionFunctionArgs } from 'react-router'
import { askForRecovery } from '#contexts/people/contract.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DoorHead } from '../door-head.tsx'
import { answerOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  return answerOf('recovery', form, await context.get(consoleContext).attempt(askForRecovery, { body: { email: textOf(form, 'email') } }))
}

export default function Recovery() {
  const { t } = useWords()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'recovery')
  return (
    <>
      <DoorHead title={t('console.recovery.title')}>{t('console.recovery.lead')}</DoorHead>
      {answer?.done
        ? <Notice tone="done" alert className="mt-7">{t('console.recovery.sent')}</Notice>
        : (
          <DeskForm name="recovery" answer={answer} submit={t('console.recovery.submit')} className="mt-7 grid gap-5">
            <TextField {...field('email')} label={t('console.email')} type="email" autoComplete="username" dir="ltr" autoFocus required />
          </DeskForm>
        )}
      <p className="type-body mt-7"><TextLink href="/sign-in">{t('console.back_to_sign_in')}</TextLink></p>
    </>
  )
}
