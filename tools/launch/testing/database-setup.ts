import { startTestCluster } from './test-cluster.ts'

/**
 * Gives the tests a PostgreSQL where `npm test` has not done so, for somebody who calls Vitest by
 * hand.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const cluster = await startTestCluster()
  process.env.TEST_DATABASE_URL = cluster.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await cluster.stop()
  }
}
