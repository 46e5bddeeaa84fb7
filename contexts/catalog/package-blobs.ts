import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomCode, sha256Hex } from '#lib/ids.ts'

/** Where packages lie, by their SHA-256. On disk by default. */
export interface PackageBlobs {
  /** Keeps the bytes; the same ones again are harmless. Answers their SHA-256 in hex. */
  put(bytes: Buffer): Promise<string>
  /** A stream and the size, or null when it is not there. */
  read(sha256: string): Promise<{ stream: Readable; size: number } | null>
  has(sha256: string): Promise<boolean>
  /** Takes the bytes away; harmless where there are none. Only for what no release has (`sweep-uploads.ts`). */
  remove(sha256: string): Promise<void>
  /** Keeps a picture under a name of ours (`delivery-day/icon.svg`), for the market's `/pictures/`. */
  putPicture(path: string, bytes: Buffer): Promise<void>
}

export function diskBlobs(folder: string): PackageBlobs {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), `${sha256}.zip`)
  return {
    async put(bytes) {
      const sha256 = sha256Hex(bytes)
      const path = pathOf(sha256)
      const there = await stat(path).catch(() => null)
      if (there?.size !== bytes.length) await writeWhole(path, bytes)
      return sha256
    },
    has: sha256 => stat(pathOf(sha256)).then(() => true, () => false),
    remove: sha256 => rm(pathOf(sha256), { force: true }),
    async putPicture(path, bytes) {
      if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/.test(path)) throw new Error(`not a picture's name: ${path}`)
      const target = join(folder, 'pictures', path)
      const there = await readFile(target).catch(() => null)
      if (!there?.equals(bytes)) await writeWhole(target, bytes)
    },
    async read(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return null
      const path = pathOf(sha256)
      const there = await stat(path).catch(() => null)
      return there && { stream: createReadStream(path), size: there.size }
    },
  }
}

/** Whole or not at all: written beside, synced, then renamed. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomCode(8)}`
  const file = await open(draft, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    await rename(draft, path)
  } catch (error) {
    await file.close().catch(() => {})
    await unlink(draft).catch(() => {})
    throw error
  }
}
