import { type ActionFunctionArgs } from 'react-router'
import { confirmEmail } from '#modules/identity/contract.ts'
import { goTo } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form } = await readForm(context, request)
  const result = await screen.attempt(confirmEmail, { body: { token: params.token ?? '' } })
  if (!result.ok) return answerOf('email-check', form, result)
  throw goTo(screen.person ? '/account' : '/sign-in?done=email')
}

/** Confirms by a button, because mail programs open links by themselves. */
export default function EmailCheck() {
  const { t } = useWords()
  const answer = useFormAnswer()
  return (
    <>
      <SignedOutHeader title={t('console.email_check.title')}>
        {t('console.email_check.lead')}
      </SignedOutHeader>
      <PostForm
        name="email-check"
        answer={answer}
        submit={t('console.email_check.submit')}
        className="mt-7 grid gap-5"
      />
    </>
  )
}
