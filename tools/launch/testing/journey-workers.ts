import { availableParallelism } from 'node:os'
import type { Product } from '../product.ts'

/**
 * Test files that run at the same time, one more than there are processors: much of the time goes
 * by in waiting for browsers, disks and time-outs.
 */
export const WORKERS = availableParallelism() + 1

/**
 * Browser journeys that run at the same time. Each has a product of its own, for a journey that
 * lets every session expire would end another's; a product takes some 600 MB.
 */
export const JOURNEY_WORKERS = Math.min(WORKERS, 4)

const factsOf = ({ addresses, databaseUrl, firstOperator }: Product) => ({
  JOURNEY_ADDRESSES: JSON.stringify(addresses),
  JOURNEY_DATABASE_URL: databaseUrl,
  JOURNEY_FIRST_OPERATOR: firstOperator ?? '',
})

const numbered = (worker: number | string): string => `JOURNEY_PRODUCT_${worker}`

/** Leaves word for a worker of Vitest by its number, from 1. */
export function tellWorker(worker: number, product: Product): void {
  process.env[numbered(worker)] = JSON.stringify(factsOf(product))
  // A journey that needs a market of another kind starts one beside it.
  process.env.TEST_DATABASE_URL ??= product.databaseUrl
}

/**
 * In a worker: `JOURNEY_ADDRESSES` (JSON), `JOURNEY_DATABASE_URL`, and `JOURNEY_FIRST_OPERATOR`,
 * the link that the start has printed, of its own product.
 */
export function takeProduct(): void {
  Object.assign(
    process.env,
    JSON.parse(process.env[numbered(process.env.VITEST_POOL_ID ?? '')] ?? '{}'),
  )
}
