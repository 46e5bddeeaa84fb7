import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import type { Readable } from 'node:stream'
import type { Clock } from '#lib/clock.ts'
import { HttpFailure, type HttpStream, type HttpStreams } from '#lib/http.ts'
import { sha256Hex } from '#lib/ids.ts'
import {
  checked,
  digestOf,
  isPictureName,
  isSha256,
  writeWhole,
  type PackageBlobs,
} from './package-blobs.ts'

export interface S3Options {
  /** Origin of the store; the bucket stands in the path. */
  endpoint: string
  region: string
  bucket: string
  /** Before every key; empty or ending in `/`. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Pictures are served from here and brought when they are asked for first. */
  pictureFolder: string
}

const EMPTY = sha256Hex('')
const TRIES = 4
const FIRST_WAIT_MS = 100
/** Names that are not there are not asked for at every request. */
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

/** The beginning of an answer that is for people. */
async function wordsOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > MOST_WORDS) break
  }
  return text
}

/**
 * Packages in a store that speaks S3 (AWS, MinIO, Ceph, R2 …). What is sent is signed with its own
 * hash, which the store checks as it comes in; it is written on condition that there is nothing
 * under its name (RFC 9110, If-None-Match), so that no package is ever written over.
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
      // 409: somebody else is just writing the same. 429 and 5xx: later.
      if (outcome && (tries === TRIES || ![409, 429, 500, 502, 503, 504].includes(outcome.status)))
        return outcome
      await (outcome && wordsOf(outcome.stream))
      await new Promise((resolve) =>
        setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random())),
      )
    }
  }

  /** Ends an exchange whose answer says nothing more; anything but these statuses is a fault. */
  async function finish(
    what: string,
    { status, stream }: HttpStream,
    ...good: number[]
  ): Promise<number> {
    const text = await wordsOf(stream)
    if (good.includes(status)) return status
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
    throw new Error(
      `the store of packages answered ${status} ${code} to ${what}`.replace('  ', ' '),
    )
  }

  async function write(
    key: string,
    source: Buffer | { path: string },
    headers: Record<string, string>,
  ): Promise<void> {
    const { sha256, size } = await digestOf(source)
    const body = () => (Buffer.isBuffer(source) ? source : createReadStream(source.path))
    // 412: it is there.
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
