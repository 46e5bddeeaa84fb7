import { REFUND_SIZES, type RefundSize } from '#modules/earnings/rules.ts'
import { OPERATOR_REFUND_REASONS } from '#modules/orders/rules.ts'

/** What a person chose in the form of a refund; in its address, so that it works without a script. */
export interface RefundChoice {
  size: RefundSize
  amount: string
  line: string
  reason: (typeof OPERATOR_REFUND_REASONS)[number]
  end: boolean
}

type Fields = Pick<FormData | URLSearchParams, 'get'>

export function choiceIn(fields: Fields): RefundChoice {
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const size = REFUND_SIZES.find((one) => one === text('size')) ?? 'all'
  return {
    size,
    amount: size === 'part' ? text('amount').replace(',', '.').slice(0, 20) : '',
    line: /^\d{1,2}$/.test(text('line')) ? text('line') : '',
    reason: OPERATOR_REFUND_REASONS.find((one) => one === text('reason')) ?? 'buyer_request',
    end: text('end') === '1',
  }
}

/** The same as an address: two choices are the same when their addresses are. */
export const addressOf = ({ size, amount, line, reason, end }: RefundChoice): string =>
  `?${new URLSearchParams({
    size,
    ...(amount !== '' && { amount }),
    ...(line !== '' && { line }),
    reason,
    ...(end && { end: '1' }),
  })}`

/** What the preview is asked. */
export const queryOf = ({ size, amount, line, reason, end }: RefundChoice) => ({
  size,
  ...(size === 'part' && { amount }),
  ...(line !== '' && { line }),
  reason,
  ...(end && { end: '1' as const }),
})
