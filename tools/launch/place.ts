import { addressesOf, type Ports } from './addresses.ts'
import { openDataFolder } from './data-folder.ts'
import { checkPorts, freePartPorts } from './ports.ts'
import { claimRun } from './run-file.ts'

export interface Place {
  dataFolder: string
  ports: Ports
  /**
   * Whether these are the ports that a person asked for; free ones belong to a product that stands
   * apart.
   */
  open: boolean
  release: () => void
}

/**
 * Proves that a product may run with this folder and these ports, before anything is started, and
 * marks both as taken.
 */
export async function claimPlace(dataFolder: string, wanted: Ports | 'free'): Promise<Place> {
  openDataFolder(dataFolder)
  const ports = wanted === 'free' ? await freePartPorts() : wanted
  const run = await claimRun(dataFolder, addressesOf(ports).panel)
  try {
    // Parts of a run that was killed end by themselves within some seconds.
    await checkPorts(ports, run.afterCrash ? 10_000 : 0)
  } catch (error) {
    run.release()
    throw error
  }
  return { dataFolder, ports, open: wanted !== 'free', release: run.release }
}
