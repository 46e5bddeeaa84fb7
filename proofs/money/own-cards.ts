/**
 * Numbers of the sandbox bank's own range, made by the formula of docs/protocols/sandbox-bank.md,
 * section 5.
 */
export const BEHAVIORS = {
  hang_before: '01',
  hang_after: '02',
  reset_before: '03',
  reset_after: '04',
  error_500_before: '05',
  error_500_after: '06',
  error_502_before: '07',
  error_502_after: '08',
  slow_body: '09',
  wrong_amount: '10',
  wrong_currency: '11',
  wrong_order: '12',
  answer_badly_signed: '13',
  answer_malformed: '14',
  notice_twice: '20',
  notice_badly_signed: '21',
  notice_missing: '22',
  notice_first: '23',
  return_badly_signed: '24',
  limit_exceeded: '30',
} as const
export type Behavior = keyof typeof BEHAVIORS

export const STEPS = ['charge', 'start', 'lookup', 'refund'] as const
export type Step = (typeof STEPS)[number]

/**
 * @param flags `direct`: no challenge where the merchant leaves that to the bank; `everyTime`: at
 *   each call, not only at the first.
 */
export function ownCard(
  behaviour: Behavior,
  at: Step = 'charge',
  { direct = false, everyTime = false }: { direct?: boolean; everyTime?: boolean } = {},
): string {
  const flags = Number(direct) + 2 * Number(everyTime)
  return withCheckDigit(`490000${BEHAVIORS[behaviour]}${STEPS.indexOf(at)}${flags}00000`)
}

/** One of 100,000 cards that pay after a challenge. */
export const payingCard = (place: number): string =>
  withCheckDigit(`4900000000${String(place % 100_000).padStart(5, '0')}`)

function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
