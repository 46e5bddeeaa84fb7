import type { Services } from '#kernel/context.ts'
import { refuse } from './errors.ts'

/**
 * Nobody makes a contract with somebody who has no name: nothing costs money here until the
 * operator has written who sells.
 */
export function requireSeller({ operator }: Pick<Services, 'operator'>): void {
  if (operator.name === '') throw refuse('checkout.no_seller')
}
