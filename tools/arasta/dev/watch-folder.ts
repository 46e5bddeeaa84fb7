import { watch, type FSWatcher } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** An editor writes a file in several strokes. */
const QUIET_MS = 120
const NOT_WATCHED = new Set(['node_modules', '.git'])

/**
 * Calls `changed` when something in the folder has changed and it has been quiet for a moment. Each
 * folder is watched, not each file: an editor that puts a new file in the place of the old one
 * would take the watch away with it.
 */
export async function watchFolder(root: string, changed: () => void): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>()
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function look(folder: string): Promise<void> {
    if (closed) return
    if (!watchers.has(folder)) {
      const watcher = watch(folder, () => {
        clearTimeout(timer)
        timer = setTimeout(() => void look(root).finally(changed), QUIET_MS)
      })
      const forget = () => {
        watcher.close()
        watchers.delete(folder)
      }
      watchers.set(folder, watcher.on('error', forget))
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
    if (entries === null) {
      watchers.get(folder)?.close()
      watchers.delete(folder)
      return
    }
    for (const entry of entries)
      if (entry.isDirectory() && !NOT_WATCHED.has(entry.name)) await look(join(folder, entry.name))
  }

  await look(root)
  return {
    close() {
      closed = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}
