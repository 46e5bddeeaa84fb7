import { afterAll, expect, test } from 'vitest'
import { PACKAGE_LIMITS } from './limits.ts'
import { endReader, readIsolated } from './read-isolated.ts'
import { readPackage } from './read-package.ts'
import { forgePackage, forgeZip } from './zip-forge.support.ts'

afterAll(() => endReader())

const MEGABYTE = 2 ** 20

test('a package is read in a separate process with the same result or refusal, concurrent ones in turn', async () => {
  const bytes = forgePackage([{ name: 'a.css', content: 'a{}', method: 8 }])
  const { openFile: _stays, ...expected } = await readPackage({ bytes })
  const read = await Promise.all(Array.from({ length: 5 }, () => readIsolated({ bytes })))
  expect(read).toEqual(Array.from({ length: 5 }, () => expected))
  await expect(readIsolated({ bytes: forgePackage([{ name: '../x' }]) })).rejects.toMatchObject({
    code: 'package.path_outside',
    status: 422,
    details: { params: { path: '../x' } },
  })
  await expect(readIsolated({ path: '/nowhere/a.zip' })).rejects.toThrow(
    /could not be read: ENOENT/,
  )
})

test('PKG-2 a package that takes too long to read is refused, and the next one is read', async () => {
  const bomb = forgePackage([{ name: 'zeros', content: Buffer.alloc(40 * MEGABYTE), method: 8 }])
  const limits = { ...PACKAGE_LIMITS, ratio: 1e9 }
  await expect(readIsolated({ bytes: bomb }, { limits, deadlineMs: 5 })).rejects.toMatchObject({
    code: 'package.too_costly',
  })
  expect((await readIsolated({ bytes: forgePackage() })).files).toHaveLength(2)
})

test('PKG-2 a package that needs too much memory ends only its reader process', async () => {
  // Every object costs the heap many times the three bytes that it has here.
  const manifest = `[${'{},'.repeat(5 * MEGABYTE)}0]`
  const greedy = forgeZip([{ name: 'arasta.app.json', content: manifest }])
  await expect(
    readIsolated(
      { bytes: greedy },
      { limits: { ...PACKAGE_LIMITS, manifestBytes: 100 * MEGABYTE } },
    ),
  ).rejects.toMatchObject({ code: 'package.too_costly' })
  expect((await readIsolated({ bytes: forgePackage() })).files).toHaveLength(2)
})
