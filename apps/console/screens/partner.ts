import type { LoaderFunctionArgs } from 'react-router'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'

/** D1 defines `/partner`: redirects to the person's first partner. */
export function loader({ context }: LoaderFunctionArgs) {
  const partner = context.get(consoleContext).person?.partners[0]
  throw goTo(partner ? `/partner/${partner.id}` : '/nowhere')
}
