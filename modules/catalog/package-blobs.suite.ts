import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#lib/ids.ts'
import type { PackageBlobs } from './package-blobs.ts'

export interface BlobsUnderTest {
  blobs: PackageBlobs
  /** Changes the last byte of what lies there under a hash. */
  damage(sha256: string): Promise<void>
  /** The bytes of a picture where this machine serves it from; null where there is none. */
  picture(path: string): Promise<Buffer | null>
  stop(): Promise<void>
}

/** What every place for packages must do. */
export function describeBlobs(name: string, start: () => Promise<BlobsUnderTest>): void {
  describe(name, () => {
    let place: BlobsUnderTest
    let folder: string
    beforeAll(async () => {
      place = await start()
      folder = await mkdtemp(join(tmpdir(), 'blobs-source-'))
    })
    afterAll(async () => {
      await place.stop()
      await rm(folder, { recursive: true })
    })
    const bytesOf = async (sha256: string) => {
      const found = await place.blobs.read(sha256)
      return found && buffer(found.stream)
    }

    test('stored bytes are read back complete under their hash, with twenty concurrent writers', async () => {
      const bytes = Buffer.from('a package')
      const names = await Promise.all(Array.from({ length: 20 }, () => place.blobs.put(bytes)))
      expect(new Set(names)).toEqual(new Set([sha256Hex(bytes)]))
      expect((await place.blobs.read(sha256Hex(bytes)))?.size).toBe(bytes.length)
      expect(await bytesOf(sha256Hex(bytes))).toEqual(bytes)
      expect(await place.blobs.has(sha256Hex(bytes))).toBe(true)
    })

    test('a file is stored as a stream and read back unchanged', async () => {
      const bytes = Buffer.alloc(3 * 2 ** 20, 'abcdefghijklm')
      await writeFile(join(folder, 'large.zip'), bytes)
      const sha256 = await place.blobs.put({ path: join(folder, 'large.zip') })
      expect(sha256).toBe(sha256Hex(bytes))
      expect((await bytesOf(sha256))?.equals(bytes)).toBe(true)
    })

    test('PKG-6 bytes that were changed on disk are never delivered completely', async () => {
      for (const bytes of [Buffer.from('small'), Buffer.alloc(500_000, 'large')]) {
        const sha256 = await place.blobs.put(bytes)
        await place.damage(sha256)
        const found = await place.blobs.read(sha256)
        let got = 0
        await expect(
          (async () => {
            for await (const chunk of found?.stream ?? []) got += (chunk as Buffer).length
          })(),
        ).rejects.toThrow('are not its own')
        expect(got).toBeLessThan(bytes.length)
      }
    })

    test('a deleted package is gone; deleting it again is no error', async () => {
      const sha256 = await place.blobs.put(Buffer.from('for a while'))
      await place.blobs.remove(sha256)
      await place.blobs.remove(sha256)
      expect(await place.blobs.has(sha256)).toBe(false)
      expect(await place.blobs.read(sha256)).toBeNull()
      expect(await place.blobs.put(Buffer.from('for a while'))).toBe(sha256)
      expect(await place.blobs.has(sha256)).toBe(true)
    })

    test('a deleted picture is gone; deleting it again is no error, and it can be stored again', async () => {
      const name = 'partners/for-a-while.webp'
      await place.blobs.putPicture(name, Buffer.from('a picture'))
      expect(await place.blobs.hasPicture(name)).toBe(true)
      await place.blobs.removePicture(name)
      await place.blobs.removePicture(name)
      expect(await place.blobs.hasPicture(name)).toBe(false)
      await place.blobs.bringPicture(name)
      expect(await place.picture(name)).toBeNull()
      await place.blobs.putPicture(name, Buffer.from('another'))
      expect(await place.picture(name)).toEqual(Buffer.from('another'))
      await place.blobs.removePicture('../../x.webp')
    })

    test('names that are no hash or picture are not found', async () => {
      for (const name of [
        '../../etc/passwd',
        '',
        'A'.repeat(64),
        `${'a'.repeat(64)}/x`,
        sha256Hex('nothing'),
      ]) {
        expect(await place.blobs.read(name), name).toBeNull()
        expect(await place.blobs.has(name), name).toBe(false)
        await place.blobs.remove(name)
      }
      for (const name of ['../x.svg', '/x.svg', 'a/../b.svg', 'a//b.svg', 'x']) {
        await expect(place.blobs.putPicture(name, Buffer.from('')), name).rejects.toThrow(
          /not a picture/,
        )
        expect(await place.blobs.hasPicture(name), name).toBe(false)
        await place.blobs.bringPicture(name)
      }
    })
  })
}
