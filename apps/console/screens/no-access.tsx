import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Button } from '#ui/button.tsx'
import { goTo } from '../go-to.ts'
import { SignedOutHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import { FormKey } from '../forms.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { person } = context.get(consoleContext)
  if (!person) throw goTo('/sign-in')
  return { email: person.email }
}

/** Signed in, but not a member of any team. */
export default function NoAccess() {
  const { t } = useWords()
  const { email } = useLoaderData<typeof loader>()
  return (
    <>
      <SignedOutHeader title={t('console.nowhere.title')}>
        {t('console.nowhere.lead', { email })}
      </SignedOutHeader>
      <form method="post" action="/sign-out" className="mt-7">
        <FormKey />
        <Button type="submit" kind="secondary" icon="sign-out">
          {t('console.sign_out')}
        </Button>
      </form>
    </>
  )
}
