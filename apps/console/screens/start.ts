import type { LoaderFunctionArgs } from 'react-router'
import { goTo } from '../go-to.ts'
import { consoleContext, type SignedIn } from '../screen-context.ts'

/** The person's start page. */
export const homeOf = (person: SignedIn): string =>
  person.operatorRole
    ? '/operator'
    : person.partners[0]
      ? `/partner/${person.partners[0].id}`
      : '/nowhere'

export function loader({ context }: LoaderFunctionArgs) {
  const { person } = context.get(consoleContext)
  throw goTo(person ? homeOf(person) : '/sign-in')
}
