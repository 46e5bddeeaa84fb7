import { data } from 'react-router'
import { LEAVING_REASONS } from '#lib/market.ts'
import { returnPurchase } from '#modules/installs/contract.ts'
import { forStoreOf, type ScreenContext } from '../../screen-context.ts'

// Apart from the form, so that no contract reaches the browser.

export interface ReturnAnswer {
  /** Number of the order. */
  returned: string
  /** Place of what was returned in it. */
  line: number
  message: string | null
}

/** The action of `ReturnForm`. */
export async function returnOrder(screen: ScreenContext, form: FormData) {
  const returned = String(form.get('return') ?? '')
  const line = Number(form.get('line'))
  const reason = LEAVING_REASONS.find((one) => one === form.get('reason'))
  const done = await screen.attempt(returnPurchase, {
    params: { order_number: returned },
    body: {
      store: String(form.get('store') ?? ''),
      amount: Number(form.get('amount')),
      line,
      ...(reason && { reason }),
    },
    ...forStoreOf(form),
  })
  return done.ok
    ? { returned, line, message: null }
    : data<ReturnAnswer>(
        { returned, line, message: done.error.message },
        { status: done.error.statusCode },
      )
}
