import type { LoaderFunctionArgs } from 'react-router'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'

/** D1 names `/partner`: the first partner that one belongs to. */
export function loader({ context }: LoaderFunctionArgs) {
  const partner = context.get(consoleContext).person?.partners[0]
  throw goTo(partner ? `/partner/${partner.id}` : '/nowhere')
}
