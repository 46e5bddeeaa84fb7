import { type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { createFirstOperator, getFirstOperator } from '#modules/identity/contract.ts'
import { PASSWORD_LENGTH } from '#modules/identity/rules.ts'
import { TextField } from '#ui/field.tsx'
import { goTo } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getFirstOperator, { params: { token: params.token ?? '' } })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const result = await screen.attempt(createFirstOperator, {
    params: { token: params.token ?? '' },
    body: {
      name: text('name'),
      email: text('email'),
      password: text('password'),
    },
  })
  if (!result.ok) return answerOf('first', form, result)
  throw goTo('/operator', { document: true })
}

export default function FirstOperator() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'first')
  return (
    <>
      <SignedOutHeader title={t('console.first.title')}>{t('console.first.lead')}</SignedOutHeader>
      <PostForm
        name="first"
        answer={answer}
        submit={t('console.first.submit')}
        className="mt-7 grid gap-5"
      >
        <TextField
          {...field('name')}
          label={t('console.person_name')}
          autoComplete="name"
          autoFocus
          required
        />
        <TextField
          {...field('email')}
          label={t('console.email')}
          type="email"
          autoComplete="username"
          dir="ltr"
          required
        />
        <TextField
          {...field('password')}
          label={t('console.password_new')}
          hint={t('console.password_hint', { n: PASSWORD_LENGTH.min })}
          type="password"
          autoComplete="new-password"
          dir="ltr"
          required
        />
      </PostForm>
    </>
  )
}
