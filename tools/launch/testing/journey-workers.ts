import { availableParallelism } from 'node:os'
import type { Product } from '../product.ts'

/**
 * Browser journeys that go on at the same time. Each has a product to itself, for a journey that lets every session run out would end another's; half
 * of a journey is waiting, and a product takes some 600 MB.
 */
export const JOURNEY_WORKERS = Math.min(Math.max(availableParallelism(), 2), 4)

const factsOf = ({ addresses, databaseUrl, firstOperator }: Product) =>
  ({ JOURNEY_ADDRESSES: JSON.stringify(addresses), JOURNEY_DATABASE_URL: databaseUrl, JOURNEY_FIRST_OPERATOR: firstOperator ?? '' })

const numbered = (worker: number | string): string => `JOURNEY_PRODUCT_${worker}`

/** Leaves word for a worker of Vitest by its number, from 1. */
export function tellWorker(worker: number, product: Product): void {
  process.env[numbered(worker)] = JSON.stringify(factsOf(product))
  // A journey that needs a market of another kind starts one beside it.
  process.env.TEST_DATABASE_URL ??= product.databaseUrl
}

/** In a worker: `JOURNEY_ADDRESSES` (JSON), `JOURNEY_DATABASE_URL`, and `JOURNEY_FIRST_OPERATOR`, the link that the start has printed, of its own product. */
export function takeProduct(): void {
  Object.assign(process.env, JSON.parse(process.env[numbered(process.env.VITEST_POOL_ID ?? '')] ?? '{}'))
}
