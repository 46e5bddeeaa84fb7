import { useEffect, useState } from 'react'
import {
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { getSignInDoors, signIn } from '#modules/identity/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import { goTo, nextOf } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer } from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { hasPasskeys, signInWithPasskey } from '../credential-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (screen.person) throw goTo(nextOf(request.url))
  return screen.call(getSignInDoors)
}

/** Followed by a full load, because the open document has no session. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { screen, form, text } = await readForm(context, request)
  const result = await screen.attempt(signIn, {
    body: { email: text('email'), password: text('password') },
  })
  if (!result.ok) return answerOf('sign-in', form, result)
  const next = nextOf(request.url)
  if (result.answer.next === 'code') throw goTo(`/sign-in/code?${new URLSearchParams({ next })}`)
  throw goTo(next, { document: true })
}

export default function SignIn() {
  const { t } = useWords()
  const { openid } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'sign-in')
  const [query] = useSearchParams()
  const done = query.get('done')
  return (
    <>
      <SignedOutHeader title={t('console.sign_in.title')}>
        {t('console.sign_in.lead')}
      </SignedOutHeader>
      {(done === 'password' || done === 'email') && (
        <Notice tone="done" className="mt-6">
          {t(`console.sign_in.done.${done}`)}
        </Notice>
      )}
      <PostForm
        name="sign-in"
        answer={answer}
        submit={t('console.sign_in.submit')}
        className="mt-7 grid gap-5"
      >
        <TextField
          {...field('email')}
          label={t('console.email')}
          type="email"
          autoComplete="username webauthn"
          dir="ltr"
          autoFocus
          required
        />
        <TextField
          {...field('password')}
          label={t('console.password')}
          type="password"
          autoComplete="current-password"
          dir="ltr"
          required
        />
      </PostForm>
      <PasskeyButton />
      {openid && (
        <p className="mt-4">
          <LinkButton
            href={`/sign-in/openid?${new URLSearchParams({ next: query.get('next') ?? '/' })}`}
            kind="secondary"
          >
            {t('console.openid.sign_in', { name: openid.name })}
          </LinkButton>
        </p>
      )}
      <p className="type-body mt-7">
        <TextLink href="/recovery">{t('console.sign_in.forgot')}</TextLink>
      </p>
      <p className="type-sm mt-2 text-ink2">{t('console.sign_in.invited')}</p>
      <p className="type-body mt-4">
        <TextLink href="/apply">{t('console.sign_in.apply')}</TextLink>
      </p>
    </>
  )
}

/** Rendered by the script, which passkeys require. */
function PasskeyButton() {
  const { t } = useWords()
  const [state, setState] = useState<'unknown' | 'none' | 'ready' | 'busy'>('unknown')
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => setState(hasPasskeys() ? 'ready' : 'none'), [])
  if (state === 'none') return null
  async function press() {
    setState('busy')
    setMessage(null)
    const outcome = await signInWithPasskey()
    if (outcome === 'done') return window.location.assign(nextOf(window.location.href))
    setState('ready')
    setMessage(
      outcome === 'given_up'
        ? t('console.passkey.given_up')
        : (outcome.message ?? t('console.error.unexpected')),
    )
  }
  return (
    // reserves its space until the script has run
    <div className={state === 'unknown' ? 'invisible mt-4' : 'mt-4'}>
      <Button kind="secondary" icon="key" busy={state === 'busy'} onClick={() => void press()}>
        {t('console.passkey.sign_in')}
      </Button>
      {message && (
        <Notice tone="attention" alert className="mt-4">
          {message}
        </Notice>
      )}
    </div>
  )
}
