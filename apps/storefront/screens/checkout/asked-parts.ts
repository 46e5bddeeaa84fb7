import type { Order } from '#contexts/checkout/contract.ts'

/** What is asked when it is asked in how many parts a card may pay: the answer for another card, or another total, is none. */
export const askedParts = (card: string, order: Pick<Order, 'total'>): string => `${card} ${order.total}`
