import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '#lib/clock.ts'
import { HttpFailure, type HttpStream, type HttpStreams } from '#lib/http.ts'
import { randomCode, sha256Hex } from '#lib/ids.ts'

/**
 * Storage of packages by their SHA-256: a folder, or a store that speaks S3. Both pass
 * `package-blobs.suite.ts`.
 */
export interface PackageBlobs {
  /** Stores bytes or a file, never overwriting. Returns the SHA-256 in hex. */
  put(source: Buffer | { path: string }): Promise<string>
  /**
   * Null when it is missing. The stream fails before its end when its bytes do not match the hash.
   */
  read(sha256: string): Promise<{ stream: Readable; size: number } | null>
  has(sha256: string): Promise<boolean>
  /** Does nothing when missing. Only for bytes that no release has (`publish-release.ts`). */
  remove(sha256: string): Promise<void>
  /**
   * Stores a picture under a name of ours (`delivery-day/icon.svg`), for the market's `/pictures/`.
   */
  putPicture(path: string, bytes: Buffer): Promise<void>
  /** Where everybody's files lie, not on this machine alone. */
  hasPicture(path: string): Promise<boolean>
  /** Does nothing when missing. Only for pictures that are not in use. */
  removePicture(path: string): Promise<void>
  /** Copies a picture into this machine's picture folder, if there is one of that name. */
  bringPicture(path: string): Promise<void>
}

const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const isPictureName = (path: string): boolean => /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/.test(path)

export function diskBlobs(folder: string): PackageBlobs {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), `${sha256}.zip`)
  return {
    async put(source) {
      const { sha256, size } = await digestOf(source)
      const path = pathOf(sha256)
      const there = await stat(path).catch(() => null)
      // A damaged file is replaced.
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
    hasPicture: async (path) =>
      isPictureName(path) &&
      stat(join(folder, 'pictures', path)).then(
        () => true,
        () => false,
      ),
    async removePicture(path) {
      if (isPictureName(path)) await rm(join(folder, 'pictures', path), { force: true })
    },
    async bringPicture() {
      // It is in the folder already.
    },
    async read(sha256) {
      if (!isSha256(sha256)) return null
      const path = pathOf(sha256)
      const there = await stat(path).catch(() => null)
      return there && { stream: checked(createReadStream(path), sha256), size: there.size }
    },
  }
}

/** Hash and size; a file is read as a stream. */
async function digestOf(
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
 * Delivers a stream but holds its end back until the hash is verified (PKG-6), so that damaged
 * bytes are never complete.
 */
function checked(stream: Readable, sha256: string): Readable {
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
  // The reader gets the error from the stream itself.
  void pipeline(stream, check).catch(() => {})
  return check
}

/** Atomic: written to a temporary file, synced, then renamed. */
async function writeWhole(path: string, source: Buffer | { path: string }): Promise<void> {
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

interface S3Options {
  /** Origin of the store; the bucket is in the path. */
  endpoint: string
  region: string
  bucket: string
  /** Before every key; empty or ending in `/`. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Pictures are served from here and fetched on the first request. */
  pictureFolder: string
}

const EMPTY = sha256Hex('')
const TRIES = 4
const FIRST_WAIT_MS = 100
/** Missing pictures are not requested again for this long. */
const MISSING_SECONDS = 60
const MOST_MISSING = 10_000
const MOST_WORDS = 8_000
const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** The start of an error message. */
async function wordsOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > MOST_WORDS) break
  }
  return text
}

/**
 * Storage that speaks S3 (AWS, MinIO, Ceph, R2 …). Requests are signed with the content's hash,
 * which the store checks, and written with If-None-Match (RFC 9110), so no package is overwritten.
 */
export function s3Blobs(
  options: S3Options,
  { http, clock }: { http: HttpStreams; clock: Clock },
): PackageBlobs {
  const urlOf = (key: string) => `${options.endpoint}/${options.bucket}/${options.prefix}${key}`
  const keyOf = (sha256: string) => `packages/${sha256.slice(0, 2)}/${sha256}.zip`
  const missing = new Map<string, number>()

  async function send(
    method: string,
    key: string,
    {
      body,
      sha256 = EMPTY,
      headers = {},
    }: { body?: () => Buffer | Readable; sha256?: string; headers?: Record<string, string> } = {},
  ): Promise<HttpStream> {
    for (let tries = 1; ; tries += 1) {
      const signed = await new AwsV4Signer({
        method,
        url: urlOf(key),
        service: 's3',
        region: options.region,
        accessKeyId: options.accessKeyId,
        secretAccessKey: options.secretAccessKey,
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
        datetime: clock
          .now()
          .toISOString()
          .replaceAll(/[:-]|\.\d{3}/g, ''),
      }).sign()
      const given = body?.()
      const outcome = await http
        .open(signed.url.href, {
          method,
          headers: Object.fromEntries(signed.headers),
          ...(given && { body: given }),
        })
        .catch((error: unknown) => {
          if (tries < TRIES && error instanceof HttpFailure && error.kind !== 'blocked') return null
          throw error
        })
      // 409: a concurrent write of the same object. 429 and 5xx: retry.
      if (outcome && (tries === TRIES || ![409, 429, 500, 502, 503, 504].includes(outcome.status)))
        return outcome
      await (outcome && wordsOf(outcome.stream))
      await new Promise((resolve) =>
        setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random())),
      )
    }
  }

  /** Discards the body; throws for other statuses. */
  async function finish(
    what: string,
    { status, stream }: HttpStream,
    ...good: number[]
  ): Promise<number> {
    const text = await wordsOf(stream)
    if (good.includes(status)) return status
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
    throw new Error(`The package store answered ${status} ${code} to ${what}`.replace('  ', ' '))
  }

  async function write(
    key: string,
    source: Buffer | { path: string },
    headers: Record<string, string>,
  ): Promise<void> {
    const { sha256, size } = await digestOf(source)
    const body = () => (Buffer.isBuffer(source) ? source : createReadStream(source.path))
    // 412: it exists.
    await finish(
      'a write',
      await send('PUT', key, {
        body,
        sha256,
        headers: { ...headers, 'content-length': String(size) },
      }),
      200,
      412,
    )
  }

  return {
    async put(source) {
      const { sha256 } = await digestOf(source)
      await write(keyOf(sha256), source, {
        'if-none-match': '*',
        'content-type': 'application/zip',
      })
      return sha256
    },
    async has(sha256) {
      return (
        isSha256(sha256) &&
        (await finish('a look', await send('HEAD', keyOf(sha256)), 200, 404)) === 200
      )
    },
    async remove(sha256) {
      if (isSha256(sha256))
        await finish('a removal', await send('DELETE', keyOf(sha256)), 200, 204, 404)
    },
    async read(sha256) {
      if (!isSha256(sha256)) return null
      const answer = await send('GET', keyOf(sha256))
      if (answer.status !== 200) {
        await finish('a read', answer, 404)
        return null
      }
      return {
        stream: checked(answer.stream, sha256),
        size: Number(answer.headers['content-length']),
      }
    },
    async putPicture(path, bytes) {
      if (!isPictureName(path)) throw new Error(`not a picture's name: ${path}`)
      await write(`pictures/${path}`, bytes, {
        'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      })
      await writeWhole(join(options.pictureFolder, path), bytes)
    },
    async hasPicture(path) {
      return (
        isPictureName(path) &&
        (await finish('a look', await send('HEAD', `pictures/${path}`), 200, 404)) === 200
      )
    },
    async removePicture(path) {
      if (!isPictureName(path)) return
      await finish('a removal', await send('DELETE', `pictures/${path}`), 200, 204, 404)
      await rm(join(options.pictureFolder, path), { force: true })
    },
    async bringPicture(path) {
      if (!isPictureName(path)) return
      const target = join(options.pictureFolder, path)
      const now = clock.now().getTime()
      if (
        (missing.get(path) ?? 0) > now ||
        (await stat(target).then(
          () => true,
          () => false,
        ))
      )
        return
      const answer = await send('GET', `pictures/${path}`)
      if (answer.status === 200)
        return writeWhole(target, Buffer.concat((await answer.stream.toArray()) as Buffer[]))
      await finish('a read', answer, 404)
      if (missing.size >= MOST_MISSING) missing.clear()
      missing.set(path, now + MISSING_SECONDS * 1000)
    },
  }
}
