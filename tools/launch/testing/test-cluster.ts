import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type EmbeddedDatabase } from '../postgres/embedded.ts'
import { silentScreen, type Screen } from '../screen.ts'
import { ROOT } from '../settings.ts'

/** A new folder that the database's user may enter as well. */
export function temporaryFolder(place = tmpdir()): { path: string; remove: () => void } {
  const path = mkdtempSync(join(place, 'arasta-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** The temporary folder of a run may be memory. */
const ON_DISK = '/var/tmp'

/**
 * A PostgreSQL of its own that forgets everything; its user may create databases. `durable`: it
 * waits for the disk, as in operation.
 */
export async function startTestCluster(
  screen: Screen = silentScreen,
  { durable = false }: { durable?: boolean } = {},
): Promise<EmbeddedDatabase> {
  const folder = temporaryFolder(durable && existsSync(ON_DISK) ? ON_DISK : undefined)
  mkdirSync(join(folder.path, 'logs'))
  try {
    const database = await startEmbedded({
      root: ROOT,
      dataFolder: folder.path,
      password: randomBytes(16).toString('hex'),
      screen,
      durable,
      onGiveUp: (error) => screen.error(error.message),
    })
    return {
      ...database,
      async stop() {
        await database.stop()
        folder.remove()
      },
      kill() {
        database.kill()
        folder.remove()
      },
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}
