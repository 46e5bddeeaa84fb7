import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Where the cluster of a data folder lies: in it, or elsewhere where that was not possible (then a
 * note says where).
 */
export function clusterFolder(dataFolder: string): string {
  const note = join(dataFolder, 'postgres-place')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataFolder, 'postgres')
}

/** Whether there are data already that belong to the secrets of this folder. */
export function hasCluster(dataFolder: string): boolean {
  return existsSync(join(clusterFolder(dataFolder), 'PG_VERSION'))
}
