import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll, staleBuilds } from '../builds.ts'
import { startProduct, type Product } from '../product.ts'
import { openScreen, silentScreen } from '../screen.ts'
import { ROOT } from '../settings.ts'
import { provideChromium } from './chromium.ts'
import { JOURNEY_WORKERS, tellWorker } from './journey-workers.ts'
import { temporaryFolder } from './test-cluster.ts'

/**
 * Starts a whole product for each worker of the browser journeys, in a folder and on ports of its
 * own (`journey-workers.ts`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  const running: Promise<Product>[] = []
  const stop = async () => {
    for (const one of await Promise.allSettled(running))
      if (one.status === 'fulfilled') await one.value.stop()
    folder.remove()
  }
  try {
    mkdirSync(join(folder.path, 'logs'), { recursive: true })
    await buildAll({ root: ROOT, logFolder: join(folder.path, 'logs') }, staleBuilds(ROOT))
    // A machine full of browsers is overloaded all the time; what is done about that has tests of
    // its own.
    Object.assign(process.env, { SHED_AT_LAG_MS: '0' }, await provideChromium(ROOT))
    for (let worker = 1; worker <= JOURNEY_WORKERS; worker++) {
      const dataFolder = join(folder.path, String(worker))
      mkdirSync(join(dataFolder, 'logs'), { recursive: true, mode: 0o711 })
      running.push(
        startProduct({
          dataFolder,
          ports: 'free',
          durable: false,
          screen: worker === 1 ? openScreen() : silentScreen,
        }),
      )
    }
    for (const [index, product] of (await Promise.all(running)).entries())
      tellWorker(index + 1, product)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
