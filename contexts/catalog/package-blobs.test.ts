import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '#lib/ids.ts'
import { diskBlobs } from './package-blobs.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'blobs-')) })
afterAll(() => rm(folder, { recursive: true }))

test('what is kept is read again under its hash, by twenty writers at once, and nothing half written stays', async () => {
  const blobs = diskBlobs(folder)
  const bytes = Buffer.from('a package')
  const names = await Promise.all(Array.from({ length: 20 }, () => blobs.put(bytes)))
  expect(new Set(names)).toEqual(new Set([sha256Hex(bytes)]))
  const found = await blobs.read(names[0] as string)
  expect(found?.size).toBe(bytes.length)
  expect(await buffer(found?.stream as NodeJS.ReadableStream)).toEqual(bytes)
  expect(await readdir(join(folder, (names[0] as string).slice(0, 2)))).toHaveLength(1)
})

test('a broken copy is replaced, and names that are no hash or picture are refused', async () => {
  const blobs = diskBlobs(folder)
  const name = await blobs.put(Buffer.from('whole'))
  await writeFile(join(folder, name.slice(0, 2), `${name}.zip`), 'wh')
  await blobs.put(Buffer.from('whole'))
  expect((await blobs.read(name))?.size).toBe(5)
  expect(await blobs.read('../../etc/passwd')).toBeNull()
  await expect(blobs.putPicture('../x.svg', Buffer.from(''))).rejects.toThrow(/not a picture/)
})
