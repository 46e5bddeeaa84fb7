import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPicture } from './pictures.ts'

/** The smallest PNG there is: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const huge = (side: number): Buffer => {
  const bytes = Buffer.from(PNG)
  bytes.writeUInt32BE(side, 16)
  return bytes
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  await mkdir(join(folder, 'pictures/deep'), { recursive: true })
  await writeFile(join(folder, 'secret.png'), PNG)
  await writeFile(join(folder, 'pictures/deep/a.png'), PNG)
  await writeFile(join(folder, 'pictures/no-picture.png'), 'GIF? no')
  await writeFile(
    join(folder, 'pictures/a.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  await writeFile(join(folder, 'pictures/wide.png'), huge(8_001))
  await writeFile(
    join(folder, 'pictures/heavy.png'),
    Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]),
  )
  await symlink('../secret.png', join(folder, 'pictures/link.png'))
  await symlink('..', join(folder, 'pictures/up'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the type of a picture is detected by its content, whatever its name', async () => {
  expect(await readPicture(folder, 'pictures/deep/a.png')).toMatchObject({
    type: 'image/png',
    width: 1,
    height: 1,
    name: expect.stringMatching(/^imported\/[0-9a-f]{40}\.png$/),
  })
})

test.each([
  ['https://elsewhere.example/a.png', 'R-PICTURE-REMOTE'],
  ['//elsewhere.example/a.png', 'R-PICTURE-REMOTE'],
  ['data:image/png;base64,AA', 'R-PICTURE-REMOTE'],
  ['file:///etc/passwd', 'R-PICTURE-REMOTE'],
  ['../secret.png', 'R-PICTURE-PATH'],
  ['pictures/../secret.png', 'R-PICTURE-PATH'],
  ['secret.png', 'R-PICTURE-PATH'],
  ['/etc/passwd', 'R-PICTURE-PATH'],
  ['pictures/link.png', 'R-PICTURE-PATH'],
  ['pictures/up/secret.png', 'R-PICTURE-PATH'],
  ['pictures\\..\\secret.png', 'R-PICTURE-PATH'],
  ['pictures/a\u0000.png', 'R-PICTURE-PATH'],
  ['pictures/none.png', 'R-PICTURE-MISSING'],
  ['pictures/deep', 'R-PICTURE-MISSING'],
  ['pictures/no-picture.png', 'R-PICTURE-TYPE'],
  ['pictures/a.svg', 'R-PICTURE-TYPE'],
  ['pictures/wide.png', 'R-PICTURE-SIZE'],
  ['pictures/heavy.png', 'R-PICTURE-SIZE'],
])('%s is skipped: %s', async (said, rule) => expect(await readPicture(folder, said)).toBe(rule))
