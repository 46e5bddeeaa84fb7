import { redirect, type LoaderFunctionArgs } from 'react-router'
import { consoleContext } from '../screen-context.ts'

/** D1 names `/partner`: the first partner that one belongs to. */
export function loader({ context }: LoaderFunctionArgs) {
  const partner = context.get(consoleContext).person?.partners[0]
  throw redirect(partner ? `/partner/${partner.id}` : '/nowhere')
}
