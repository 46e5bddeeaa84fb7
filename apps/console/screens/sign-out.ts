import { type ActionFunctionArgs } from 'react-router'
import { signOut } from '#modules/identity/account-contract.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = () => goTo('/')

/** Followed by a full load, because the open document shows the old session. */
export async function action({ context }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  if (screen.person) await screen.call(signOut)
  return goTo('/sign-in', { document: true })
}
