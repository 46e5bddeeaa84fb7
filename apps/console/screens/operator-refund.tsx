import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router'
import { previewRefund, refundAnOrder } from '#modules/earnings/refund-contract.ts'
import { useDates } from '../dates.ts'
import { goTo } from '../go-to.ts'
import { readForm } from '../read-form.ts'
import { addressOf, choiceIn, queryOf } from '../refund/choice.ts'
import { RefundDialog } from '../refund/refund-dialog.tsx'
import { RefundForm } from '../refund/refund-form.tsx'
import { consoleContext } from '../screen-context.ts'
import { moneyOf } from '../state-badges.tsx'
import { useWords } from '../words.tsx'
import type { loader as orderLoader } from './operator-order.tsx'

const orderPath = (order: string | undefined) => `/operator/orders/${order ?? ''}`

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const choice = choiceIn(new URL(request.url).searchParams)
  return {
    choice,
    preview: await context.get(consoleContext).call(previewRefund, {
      params: { order: params.order ?? '' },
      query: queryOf(choice),
    }),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const choice = choiceIn(form)
  const chosen = addressOf(choice)
  // Without a script a field may have changed after it was shown: nothing is done unseen.
  if (chosen !== text('shown') || text('shown_amount') === '')
    throw goTo(`${orderPath(params.order)}/refund${chosen}`)
  const answer = await submit(refundAnOrder, {
    params: { order: params.order ?? '' },
    body: {
      amount: text('shown_amount'),
      line: Number(text('shown_line')),
      reason: choice.reason,
      ends_subscription: choice.end,
      key: text('form_key'),
      confirmed: true,
    },
  })
  if (answer.done) throw goTo(orderPath(params.order))
  return answer
}

/** How much of an order goes back, and what that does; over the order's page. */
export default function OperatorRefund() {
  const { t } = useWords()
  const dates = useDates()
  const { choice, preview } = useLoaderData<typeof loader>()
  const order = useRouteLoaderData<typeof orderLoader>('operator-order')?.order
  if (!order) return null
  const card = order.attempts.find((one) => one.state === 'succeeded')?.card ?? null
  const back = orderPath(order.number)
  return (
    <RefundDialog
      title={t('console.refund.title', { number: order.number })}
      lead={t('console.refund.paid', {
        amount: moneyOf(order.total, order.currency),
        day: order.paid_at ? dates.day(order.paid_at) : '–',
        card: card ?? '–',
      })}
      back={back}
    >
      <RefundForm
        preview={preview}
        choice={choice}
        lines={order.lines.map(({ id, item, left }) => ({ id, name: item.name, left }))}
        store={order.store.domain}
        card={card}
        back={back}
      />
    </RefundDialog>
  )
}
