import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { startProduct } from './product.ts'
import { silentScreen } from './screen.ts'
import { temporaryFolder } from './testing/test-cluster.ts'
import { tinyParts } from './testing/tiny-product.ts'

const isRoot = process.getuid?.() === 0
let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** A disk of that size in a folder, or undefined where this user may not make one. */
function smallDisk(size: string): { path: string; remove: () => void } | undefined {
  const path = join(folder.path, 'disk')
  mkdirSync(path)
  if (
    !isRoot ||
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', path]).status !== 0
  )
    return undefined
  chmodSync(path, 0o755)
  return { path, remove: () => void spawnSync('umount', ['-l', path]) }
}

describe('the data folder', () => {
  test('is made with everything above it', () => {
    const path = join(folder.path, 'deep/down/data')
    openDataFolder(path)
    expect(existsSync(join(path, 'logs'))).toBe(true)
  })

  test('is refused when a file is in its way', () => {
    writeFileSync(join(folder.path, 'file'), '')
    expect(() => openDataFolder(join(folder.path, 'file'))).toThrow(
      /file is in the way .* choose another folder with ARASTA_DATA/,
    )
    expect(() => openDataFolder(join(folder.path, 'file/data'))).toThrow(/file is in the way/)
  })

  test.skipIf(isRoot)('is refused when it cannot be written', () => {
    const path = join(folder.path, 'closed')
    mkdirSync(path, { mode: 0o500 })
    expect(() => openDataFolder(path)).toThrow(
      /cannot be written: give yourself the right to .*, or choose another folder with ARASTA_DATA/,
    )
  })

  test.runIf(isRoot)('of another user is not used by root, who would lock its owner out', () => {
    openDataFolder(folder.path)
    writeFileSync(join(folder.path, 'secrets.json'), '{}')
    chownSync(join(folder.path, 'secrets.json'), 65_534, 65_534)
    expect(() => openDataFolder(folder.path)).toThrow(
      /^The data in \S+ belong to \S+: start as \S+, or choose another folder with ARASTA_DATA\.$/,
    )
  })
})

describe('a full disk', () => {
  test('is one line, whether nothing or half a database fits', async (context) => {
    for (const [size, where] of [
      ['4k', /^The disk that holds \S+ is full: free some space/],
      ['20m', /^The disk that holds \S+ is full, the database cannot run/],
    ] as const) {
      folder.remove()
      folder = temporaryFolder()
      const disk = smallDisk(size)
      if (!disk) return context.skip('only root may make a small disk')
      try {
        const refusal = startProduct({
          dataFolder: join(disk.path, 'data'),
          ports: 'free',
          parts: tinyParts,
          screen: silentScreen,
        })
        await expect(refusal).rejects.toThrow(where)
      } finally {
        disk.remove()
      }
    }
  })
})
