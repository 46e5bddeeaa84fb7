import { useActionData, type ActionFunctionArgs } from 'react-router'
import { confirmEmail } from '#contexts/people/contract.ts'
import { goTo } from '../go-to.ts'
import { DoorHead } from '../door-head.tsx'
import { answerOf, DeskForm, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const result = await screen.attempt(confirmEmail, { body: { token: params.token ?? '' } })
  if (!result.ok) return answerOf('email-check', form, result)
  throw goTo(screen.person ? '/account' : '/sign-in?done=email')
}

/** A press, not the visit: mail programs look at links before people do. */
export default function EmailCheck() {
  const { t } = useWords()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <DoorHead title={t('console.email_check.title')}>{t('console.email_check.lead')}</DoorHead>
      <DeskForm name="email-check" answer={answer} submit={t('console.email_check.submit')} className="mt-7 grid gap-5" />
    </>
  )
}
