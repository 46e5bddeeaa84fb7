import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll, staleBuilds } from '../builds.ts'
import { startProduct } from '../product.ts'
import { openScreen } from '../screen.ts'
import { ROOT } from '../settings.ts'
import { provideChromium } from './chromium.ts'
import { temporaryFolder } from './test-cluster.ts'

const PLATFORM = '1'

/**
 * Starts the whole product for the browser journeys, in a folder and on ports of its own: `JOURNEY_ADDRESSES` holds its addresses as
 * JSON, `JOURNEY_DATABASE_URL` its database, `JOURNEY_FIRST_OPERATOR` the link that the start has printed.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  try {
    mkdirSync(join(folder.path, 'logs'), { recursive: true })
    await buildAll({ root: ROOT, platformId: PLATFORM, logFolder: join(folder.path, 'logs') }, staleBuilds(ROOT, PLATFORM))
    Object.assign(process.env, await provideChromium(ROOT))
    const product = await startProduct({ dataFolder: folder.path, ports: 'free', platformId: PLATFORM, durable: false, screen: openScreen() })
    process.env.JOURNEY_ADDRESSES = JSON.stringify(product.addresses)
    process.env.JOURNEY_DATABASE_URL = product.databaseUrl
    // A journey that needs a market of another kind starts one beside it.
    process.env.TEST_DATABASE_URL ??= product.databaseUrl
    process.env.JOURNEY_FIRST_OPERATOR = product.firstOperator ?? ''
    return async () => {
      await product.stop()
      folder.remove()
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}
