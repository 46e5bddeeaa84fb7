import { useActionData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { createFirstOperator, getFirstOperator } from '#contexts/people/contract.ts'
import { PASSWORD_LENGTH } from '#contexts/people/rules.ts'
import { TextField } from '#ui/field.tsx'
import { goTo } from '../go-to.ts'
import { DoorHead } from '../door-head.tsx'
import { answerOf, DeskForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) => context.get(consoleContext).call(getFirstOperator, { params: { token: params.token ?? '' } })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const form = await request.formData()
  const result = await context.get(consoleContext).attempt(createFirstOperator, {
    params: { token: params.token ?? '' }, body: { name: textOf(form, 'name'), email: textOf(form, 'email'), password: textOf(form, 'password') },
  })
  if (!result.ok) return answerOf('first', form, result)
  throw goTo('/operator', { document: true })
}

export default function FirstOperator() {
  const { t } = useWords()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'first')
  return (
    <>
      <DoorHead title={t('console.first.title')}>{t('console.first.lead')}</DoorHead>
      <DeskForm name="first" answer={answer} submit={t('console.first.submit')} className="mt-7 grid gap-5">
        <TextField {...field('name')} label={t('console.person_name')} autoComplete="name" autoFocus required />
        <TextField {...field('email')} label={t('console.email')} type="email" autoComplete="username" dir="ltr" required />
        <TextField {...field('password')} label={t('console.password_new')} hint={t('console.password_hint', { n: PASSWORD_LENGTH.min })} type="password" autoComplete="new-password" dir="ltr" required />
      </DeskForm>
    </>
  )
}
