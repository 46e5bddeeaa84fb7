import { expect, test } from 'vitest'
import { readPackage } from '#modules/catalog/packages/read-package.ts'
import { HOSTILE_FILES } from './corpus.ts'
import { clamavSamples, disguised, checkFiles, packageWithFiles } from './check-corpus.ts'

test('the packages around the corpus are valid without the hostile file, so that each refusal is about the file', async () => {
  for (const kind of ['app', 'theme'] as const)
    expect((await readPackage({ bytes: packageWithFiles(kind, []) })).files).toHaveLength(2)
})

test('no hostile file is accepted in an app or a theme (PKG-1, XSS-4)', async () => {
  const { accepted, tried } = await checkFiles(HOSTILE_FILES)
  expect(accepted).toEqual([])
  expect(tried).toBeGreaterThan(1000)
})

const samples = clamavSamples()
test.skipIf(!samples)(
  "no sample of Debian's clamav-testfiles is accepted in an app or a theme, under any name (apt-get install clamav-testfiles)",
  async () => {
    const { accepted, tried } = await checkFiles([...(samples ?? []), ...disguised(samples ?? [])])
    expect(accepted).toEqual([])
    expect(tried).toBeGreaterThan(200)
  },
)
