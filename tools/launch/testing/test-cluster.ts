import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type EmbeddedDatabase } from '../postgres/embedded.ts'
import { silentScreen, type Screen } from '../screen.ts'
import { ROOT } from '../settings.ts'

/** A new folder that the database's user may enter as well. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'arasta-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** A PostgreSQL of its own that forgets everything; its user may create databases. */
export async function startTestCluster(screen: Screen = silentScreen): Promise<EmbeddedDatabase> {
  const folder = temporaryFolder()
  mkdirSync(join(folder.path, 'logs'))
  try {
    const database = await startEmbedded({
      root: ROOT,
      dataFolder: folder.path,
      password: randomBytes(16).toString('hex'),
      screen,
      durable: false,
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
