import { declineApproval, withdrawApproval } from '#modules/installs/approval-contract.ts'
import { forStoreOf, type ScreenContext } from '../../screen-context.ts'

/** Declines a request, or takes one's own back; the message when that was not possible. */
export async function answerApproval(
  screen: ScreenContext,
  form: FormData,
): Promise<string | null> {
  const text = (name: string) => String(form.get(name) ?? '')
  const done = form.has('decline')
    ? await screen.attempt(declineApproval, {
        params: { id: text('decline') },
        body: { answer: text('answer') },
        ...forStoreOf(form),
      })
    : await screen.attempt(withdrawApproval, {
        params: { id: text('withdraw') },
        ...forStoreOf(form),
      })
  return done.ok ? null : done.error.message
}
