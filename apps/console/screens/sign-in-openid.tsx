import { redirectDocument, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { beginOpenId, signInByOpenId } from '#modules/identity/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SignedOutHeader } from '../page-header.tsx'
import { goTo, nextOf } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

/** To the provider, and back from it: the provider writes its answer behind the question mark. */
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
  // the one page outside that the console sends anybody to; whoever runs the market has chosen it
  if (begun.ok) throw redirectDocument(begun.answer.url)
  return { message: begun.error.message }
}

/** Seen only when it did not work. */
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
