import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomCode, sha256Hex } from '#lib/ids.ts'

/**
 * Where packages lie, by their SHA-256: on disk, or in a store that speaks S3 (`s3-blobs.ts`). Both
 * pass `package-blobs.suite.ts`.
 */
export interface PackageBlobs {
  /**
   * Keeps the bytes, of memory or of a file; the same ones again are harmless, and what is there is
   * never written over. Answers their SHA-256 in hex.
   */
  put(source: Buffer | { path: string }): Promise<string>
  /**
   * A stream and the size, or null when it is not there. A stream whose bytes are not those of the
   * name breaks off before its end.
   */
  read(sha256: string): Promise<{ stream: Readable; size: number } | null>
  has(sha256: string): Promise<boolean>
  /**
   * Takes the bytes away; harmless where there are none. Only for what no release has
   * (`uploads.ts`).
   */
  remove(sha256: string): Promise<void>
  /**
   * Keeps a picture under a name of ours (`delivery-day/icon.svg`), for the market's `/pictures/`.
   */
  putPicture(path: string, bytes: Buffer): Promise<void>
  /** Takes a picture away; harmless where there is none. Only for what nothing names any more. */
  removePicture(path: string): Promise<void>
  /**
   * Sees to it that a picture lies in this machine's folder of pictures, if there is one of that
   * name.
   */
  bringPicture(path: string): Promise<void>
}

export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
export const isPictureName = (path: string): boolean =>
  /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/.test(path)

export function diskBlobs(folder: string): PackageBlobs {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), `${sha256}.zip`)
  return {
    async put(source) {
      const { sha256, size } = await digestOf(source)
      const path = pathOf(sha256)
      const there = await stat(path).catch(() => null)
      // One that was damaged where it lies is mended.
      if (there?.size !== size || (await digestOf({ path })).sha256 !== sha256)
        await writeWhole(path, source)
      return sha256
    },
    has: async (sha256) =>
      isSha256(sha256) &&
      stat(pathOf(sha256)).then(
        () => true,
        () => false,
      ),
    async remove(sha256) {
      if (isSha256(sha256)) await rm(pathOf(sha256), { force: true })
    },
    async putPicture(path, bytes) {
      if (!isPictureName(path)) throw new Error(`not a picture's name: ${path}`)
      const target = join(folder, 'pictures', path)
      const there = await readFile(target).catch(() => null)
      if (!there?.equals(bytes)) await writeWhole(target, bytes)
    },
    async removePicture(path) {
      if (isPictureName(path)) await rm(join(folder, 'pictures', path), { force: true })
    },
    async bringPicture() {
      // It lies where it was put.
    },
    async read(sha256) {
      if (!isSha256(sha256)) return null
      const path = pathOf(sha256)
      const there = await stat(path).catch(() => null)
      return there && { stream: checked(createReadStream(path), sha256), size: there.size }
    },
  }
}

/** Name and size of what is to be kept; a file is read once for it and never held in memory. */
export async function digestOf(
  source: Buffer | { path: string },
): Promise<{ sha256: string; size: number }> {
  if (Buffer.isBuffer(source)) return { sha256: sha256Hex(source), size: source.length }
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(source.path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

/**
 * The same bytes, of which the last ones are held back until all of them are known to be right
 * (PKG-6): what was changed or damaged where it lies is never delivered whole.
 */
export function checked(stream: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const ready = held
      held = chunk
      if (ready) done(null, ready)
      else done()
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, held)
      else done(new Error(`the bytes of package ${sha256} are not its own`))
    },
  })
  // Whoever reads hears of it from the stream itself.
  void pipeline(stream, check).catch(() => {})
  return check
}

/** Whole or not at all: written beside, synced, then renamed. */
export async function writeWhole(path: string, source: Buffer | { path: string }): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomCode(8)}`
  try {
    if (!Buffer.isBuffer(source)) await copyFile(source.path, draft)
    const file = await open(draft, Buffer.isBuffer(source) ? 'wx' : 'r+', 0o640)
    try {
      if (Buffer.isBuffer(source)) await file.writeFile(source)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
