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
export function ReturnForm({ order }: { order: OwnOrder }) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const answer = useActionData<ReturnAnswer>()
  const busy = useNavigation().state !== 'idle'
  const mine = answer?.returned === order.order_number ? answer : undefined
  const amount = amountText(order.total + order.surcharge, order.currency)
  if (mine && mine.message === null)
    return (
      <Notice tone="done" alert className="mt-3">
        {t('orders.returned')}
      </Notice>
    )
  if (order.returnable_until === null) return null
  return (
    <details open={mine !== undefined}>
      <summary className="link type-sm inline-flex min-h-8 items-center">
        {t('orders.return')}
      </summary>
      <Form method="post" preventScrollReset className="mt-2 grid max-w-130 gap-4">
        {mine?.message && <Notice alert>{mine.message}</Notice>}
        <p className="type-body">
          {t('orders.return_lead', {
            item: order.item.name,
            day: dates.day(order.returnable_until),
            amount,
          })}
        </p>
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="amount" value={order.total + order.surcharge} />
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
