import { expect, test } from 'vitest'
import { readPackage } from '#contexts/catalog/packages/read-package.ts'
import { HOSTILE_FILES } from './corpus.ts'
import { clamavSamples, disguised, judgeFiles, packageWithFiles } from './judge-corpus.ts'

test('the packages around the corpus are good without it, so that each refusal is about the file', async () => {
  for (const kind of ['app', 'theme'] as const) expect((await readPackage({ bytes: packageWithFiles(kind, []) })).files).toHaveLength(2)
})

test('no hostile file gets into an app or a theme (PKG-1, XSS-4)', async () => {
  const { accepted, tried } = await judgeFiles(HOSTILE_FILES)
  expect(accepted).toEqual([])
  expect(tried).toBeGreaterThan(1000)
})

const samples = clamavSamples()
test.skipIf(!samples)('no sample of Debian\'s clamav-testfiles gets into an app or a theme, whatever it is called (apt-get install clamav-testfiles)', async () => {
  const { accepted, tried } = await judgeFiles([...samples ?? [], ...disguised(samples ?? [])])
  expect(accepted).toEqual([])
  expect(tried).toBeGreaterThan(200)
})
