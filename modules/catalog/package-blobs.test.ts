import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock, systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { sha256Hex } from '#lib/ids.ts'
import { S3_ACCOUNT, startS3Store, type S3Store } from '#test/support/s3-store.ts'
import { describeBlobs } from './package-blobs.suite.ts'
import { diskBlobs, s3Blobs } from './package-blobs.ts'

let folder: string
let store: S3Store
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  store = await startS3Store()
})
afterAll(async () => {
  store.stop()
  await rm(folder, { recursive: true })
})

const inBucket = (change: Partial<Parameters<typeof s3Blobs>[0]> = {}, clock = systemClock) =>
  s3Blobs(
    {
      endpoint: store.endpoint,
      prefix: 'arasta/',
      pictureFolder: join(folder, 'pictures'),
      ...S3_ACCOUNT,
      ...change,
    },
    { http: createHttp({ allowOrigins: [store.endpoint] }), clock },
  )
const picture = (path: string) => readFile(join(folder, 'pictures', path)).catch(() => null)
const fileOf = (sha256: string) => join(folder, sha256.slice(0, 2), `${sha256}.zip`)

describeBlobs('packages on disk', async () => ({
  blobs: diskBlobs(folder),
  picture,
  async damage(sha256) {
    const bytes = await readFile(fileOf(sha256))
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await writeFile(fileOf(sha256), bytes)
  },
  stop: async () => {},
}))

describeBlobs('packages in a bucket (S3)', async () => ({
  blobs: inBucket(),
  picture,
  damage: (sha256) => store.damage(`arasta/packages/${sha256.slice(0, 2)}/${sha256}.zip`),
  stop: async () => {},
}))

describe('on disk', () => {
  test('no partial file stays, and a damaged copy is replaced', async () => {
    const blobs = diskBlobs(folder)
    const name = await blobs.put(Buffer.from('whole'))
    for (const broken of ['wh', 'WHOLE']) {
      await writeFile(fileOf(name), broken)
      await blobs.put(Buffer.from('whole'))
      expect(await readFile(fileOf(name), 'utf8')).toBe('whole')
    }
    expect(await readdir(join(folder, name.slice(0, 2)))).toEqual([`${name}.zip`])
  })
})

describe('in a bucket', () => {
  test('existing objects are not overwritten, and count as stored', async () => {
    const name = await inBucket().put(Buffer.from('once'))
    await store.requests()
    expect(await inBucket().put(Buffer.from('once'))).toBe(name)
    expect(await store.requests()).toEqual([
      `PUT /packages-test/arasta/packages/${name.slice(0, 2)}/${name}.zip`,
    ])
  })

  test('a slow or failing store is retried, a limited number of times', async () => {
    await store.fail('slow_down', 2)
    const name = await inBucket().put(Buffer.from('slow'))
    await store.fail('reset', 2)
    expect(await inBucket().put(Buffer.from('broken off'))).toBe(sha256Hex('broken off'))
    expect(await buffer((await inBucket().read(name))?.stream as NodeJS.ReadableStream)).toEqual(
      Buffer.from('slow'),
    )
    await store.fail('slow_down', 100)
    await expect(inBucket().has(name)).rejects.toThrow('answered 503')
    await store.fail('slow_down', 0)
  })

  test.each([
    ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another key', { accessKeyId: 'AKIAOTHER' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
    ['a bucket that is not ours', { bucket: 'other-bucket' }, 'NoSuchBucket'],
  ])(
    'with %s nothing is stored, and the error names the cause without the secret',
    async (_, change, code) => {
      const blobs = inBucket(change)
      const error = (await blobs.put(Buffer.from('x')).catch((one: Error) => one)) as Error
      expect(error.message).toContain(code)
      expect(error.message).not.toContain('secret')
    },
  )

  test('a request that is an hour old is refused', async () => {
    const late = movableClock(new Date(Date.now() - 3_600_000))
    await expect(inBucket({}, late).put(Buffer.from('late'))).rejects.toThrow(
      'RequestTimeTooSkewed',
    )
  })

  test('a picture is fetched to this machine on its first request; a missing one is not requested again at once', async () => {
    await inBucket().putPicture('an-item/icon.svg', Buffer.from('<svg/>'))
    const elsewhere = inBucket({ pictureFolder: join(folder, 'elsewhere') })
    await store.requests()
    for (let times = 0; times < 3; times += 1) {
      await elsewhere.bringPicture('an-item/icon.svg')
      await elsewhere.bringPicture('an-item/none.svg')
    }
    expect(await readFile(join(folder, 'elsewhere/an-item/icon.svg'), 'utf8')).toBe('<svg/>')
    expect(await store.requests()).toEqual([
      'GET /packages-test/arasta/pictures/an-item/icon.svg',
      'GET /packages-test/arasta/pictures/an-item/none.svg',
    ])
  })
})
