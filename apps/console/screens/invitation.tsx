import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { acceptInvitation, getInvitation } from '#modules/identity/contract.ts'
import { PASSWORD_LENGTH } from '#modules/identity/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { goTo } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const invitation = await screen.call(getInvitation, { params: { token: params.token ?? '' } })
  return { invitation, here: screen.here, you: screen.person?.email ?? null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const body = screen.person ? {} : { name: text('name'), password: text('password') }
  const result = await screen.attempt(acceptInvitation, {
    params: { token: params.token ?? '' },
    body,
  })
  if (!result.ok) return answerOf('invitation', form, result)
  throw goTo(result.answer.partner === null ? '/operator' : `/partner/${result.answer.partner}`, {
    document: true,
  })
}

export default function Invitation() {
  const { t } = useWords()
  const { invitation, here, you } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'invitation')
  const team = invitation.partner?.name ?? t('console.invitation.market')
  const other = you !== null && you !== invitation.email
  return (
    <>
      <SignedOutHeader title={t('console.invitation.title', { team })}>
        {t('console.invitation.lead', {
          name: invitation.invited_by,
          role: t(`console.role.${invitation.role}`),
        })}
      </SignedOutHeader>
      {other && (
        <Notice tone="attention" className="mt-6">
          {t('console.invitation.other', { email: invitation.email, you })}
        </Notice>
      )}
      {you === null && invitation.known ? (
        <>
          <Notice className="mt-6">
            {t('console.invitation.known', { email: invitation.email })}
          </Notice>
          <p className="mt-6">
            <LinkButton href={`/sign-in?${new URLSearchParams({ next: here })}`}>
              {t('console.sign_in.submit')}
            </LinkButton>
          </p>
        </>
      ) : (
        !other && (
          <PostForm
            name="invitation"
            answer={answer}
            submit={t('console.invitation.submit')}
            className="mt-7 grid gap-5"
          >
            {you === null && (
              <>
                <TextField
                  name="email"
                  label={t('console.email')}
                  value={invitation.email}
                  readOnly
                  autoComplete="username"
                  dir="ltr"
                />
                <TextField
                  {...field('name')}
                  label={t('console.person_name')}
                  autoComplete="name"
                  autoFocus
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
              </>
            )}
          </PostForm>
        )
      )}
    </>
  )
}
