import { Form, useActionData, useNavigation } from 'react-router'
import { LEAVING_REASONS } from '#lib/market.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import type { OwnOrder } from './order-facts.tsx'
import type { ReturnAnswer } from './return-order.ts'

/** What was bought lately can be returned: the item leaves the shop and the money comes back. */
export function ReturnForms({ order }: { order: OwnOrder }) {
  const { t } = useWords()
  const answer = useActionData<ReturnAnswer>()
  const isDone = answer?.returned === order.order_number && answer.message === null
  return (
    <>
      {isDone && (
        <Notice tone="done" alert className="mt-3">
          {t('orders.returned')}
        </Notice>
      )}
      {order.returnable_lines.map((line) => (
        <ReturnForm key={line.place} order={order} line={line} />
      ))}
    </>
  )
}

interface ReturnProps {
  order: OwnOrder
  line: OwnOrder['returnable_lines'][number]
}

function ReturnForm({ order, line }: ReturnProps) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const answer = useActionData<ReturnAnswer>()
  const busy = useNavigation().state !== 'idle'
  const mine =
    answer?.returned === order.order_number && answer.line === line.place ? answer : undefined
  const amount = amountText(line.amount, order.currency)
  const item = order.lines.find((one) => one.place === line.place)?.item ?? order.item
  return (
    <details open={mine !== undefined}>
      <summary className="link type-sm inline-flex min-h-8 items-center">
        {t('orders.return')}
        {order.bundle && (
          <>
            : <bdi>{item.name}</bdi>
          </>
        )}
      </summary>
      <Form method="post" preventScrollReset className="mt-2 grid max-w-130 gap-4">
        {mine?.message && <Notice alert>{mine.message}</Notice>}
        <p className="type-body">
          {t('orders.return_lead', {
            item: item.name,
            day: dates.day(line.until),
            amount,
          })}
        </p>
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="amount" value={line.amount} />
        <input type="hidden" name="line" value={line.place} />
        <SelectField
          label={t('orders.return_reason')}
          name="reason"
          defaultValue=""
          choices={[
            { value: '', label: t('uninstall.reason.none') },
            ...LEAVING_REASONS.map((reason) => ({
              value: reason,
              label: t(`uninstall.reason.${reason}`),
            })),
          ]}
        />
        <p>
          <Button
            type="submit"
            name="return"
            value={order.order_number}
            kind="danger"
            icon="trash"
            disabled={busy}
          >
            {t('orders.return_go', { amount })}
          </Button>
        </p>
      </Form>
    </details>
  )
}
