import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimPlace } from '../place.ts'
import { runningFrom } from '../run-file.ts'
import type { Screen } from '../screen.ts'
import { openSecrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { clusterFolder, hasCluster } from './cluster-place.ts'
import { DATABASE, startEmbedded } from './embedded.ts'
import { checkOutside } from './outside.ts'

export interface ReachedDatabase {
  url: string
  /** For people. */
  words: string
  /** Ends what was started for the time being; a database that ran before goes on. */
  close: () => Promise<void>
}

/** The port of the PostgreSQL that runs in a folder: the fourth line of its own note. */
function portOf(folder: string): number | undefined {
  try {
    const port = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3])
    return Number.isInteger(port) && port > 0 ? port : undefined
  } catch {
    return undefined
  }
}

/**
 * The database of this market for somebody who is not the market itself: DATABASE_URL, else that of
 * the market that runs out of the data folder, else the embedded one, started for the time being.
 */
export async function reachDatabase(
  { root, dataFolder, databaseUrl }: Pick<Settings, 'root' | 'dataFolder' | 'databaseUrl'>,
  screen: Screen,
): Promise<ReachedDatabase> {
  if (databaseUrl) {
    await checkOutside(databaseUrl, screen)
    return { url: databaseUrl, words: 'the database of DATABASE_URL', close: async () => {} }
  }
  const running = runningFrom(dataFolder)
  if (running !== undefined) {
    const port = portOf(clusterFolder(dataFolder))
    if (port === undefined) {
      throw new StartError(
        `Arasta runs out of ${dataFolder} (process ${running}) with a database elsewhere, or is just starting: ` +
          'set DATABASE_URL as it has it, or try again when it is ready.',
      )
    }
    const { databasePassword } = openSecrets(dataFolder, true)
    const url = `postgres://${DATABASE}:${encodeURIComponent(databasePassword)}@127.0.0.1:${port}/${DATABASE}`
    return { url, words: `the running market (process ${running})`, close: async () => {} }
  }
  // Nobody else may start this database meanwhile.
  const place = await claimPlace(dataFolder, 'free')
  try {
    const secrets = openSecrets(dataFolder, hasCluster(dataFolder))
    const embedded = await startEmbedded({
      root,
      dataFolder,
      password: secrets.databasePassword,
      screen,
    })
    return {
      url: embedded.url,
      words: `the market in ${dataFolder}, its database started for this`,
      async close() {
        await embedded.stop()
        place.release()
      },
    }
  } catch (error) {
    place.release()
    throw error
  }
}
