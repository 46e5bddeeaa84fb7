import { type ActionFunctionArgs } from 'react-router'
import { askForRecovery } from '#modules/identity/contract.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(askForRecovery, { body: { email: text('email') } })
}

export default function Recovery() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'recovery')
  return (
    <>
      <SignedOutHeader title={t('console.recovery.title')}>
        {t('console.recovery.lead')}
      </SignedOutHeader>
      {answer?.done ? (
        <Notice tone="done" alert className="mt-7">
          {t('console.recovery.sent')}
        </Notice>
      ) : (
        <PostForm
          name="recovery"
          answer={answer}
          submit={t('console.recovery.submit')}
          className="mt-7 grid gap-5"
        >
          <TextField
            {...field('email')}
            label={t('console.email')}
            type="email"
            autoComplete="username"
            dir="ltr"
            autoFocus
            required
          />
        </PostForm>
      )}
      <p className="type-body mt-7">
        <TextLink href="/sign-in">{t('console.back_to_sign_in')}</TextLink>
      </p>
    </>
  )
}
