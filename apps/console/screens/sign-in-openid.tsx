import { redirectDocument, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { beginOpenId, signInByOpenId } from '#modules/identity/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SignedOutHeader } from '../page-header.tsx'
import { goTo, nextOf } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

/** Redirects to the provider, and handles its callback, which adds a query. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const { search, searchParams } = new URL(request.url)
  if (searchParams.has('state')) {
    const result = await screen.attempt(signInByOpenId, { body: { query: search.slice(1) } })
    if (result.ok) throw goTo(result.answer.next, { document: true })
    return { message: result.error.message }
  }
  if (screen.person) throw goTo(nextOf(request.url))
  const begun = await screen.attempt(beginOpenId, { body: { next: nextOf(request.url) } })
  // the only external redirect of the console, to a provider that the operator has configured
  if (begun.ok) throw redirectDocument(begun.answer.url)
  return { message: begun.error.message }
}

/** Shown only after a failure. */
export default function SignInOpenId() {
  const { t } = useWords()
  const { message } = useLoaderData<typeof loader>()
  return (
    <>
      <SignedOutHeader title={t('console.sign_in.title')} />
      <Notice tone="attention" alert className="my-6">
        {message}
      </Notice>
      <LinkButton href="/sign-in" kind="secondary">
        {t('console.openid.back')}
      </LinkButton>
    </>
  )
}
