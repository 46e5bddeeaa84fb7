import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import type { PackageLimits } from './limits.ts'
import { orBroken, refusePackage } from './problems.ts'
import { checkRatio } from './zip-structure.ts'

/**
 * The content of one entry. Real bytes are counted while they flow: a stream that grows past what
 * the zip declared, or past the ratio, is cut off there, and one that ends early, has another
 * checksum or is itself an archive fails at its end.
 */
export async function streamEntry(
  zip: ZipFile,
  entry: Entry,
  limits: PackageLimits,
): Promise<Readable> {
  const raw = await orBroken(
    entry.fileName,
    zip.openReadStreamPromise(entry, { decodeFileData: false }),
  )
  const inflate = entry.compressionMethod === 8 ? createInflateRaw() : null
  const check = new CheckedContent(entry, limits, inflate)
  const fail = (error: Error) =>
    check.destroy(error.name === 'Refusal' ? error : damaged(entry, error))
  raw.on('error', fail)
  inflate?.on('error', fail)
  check.once('close', () => {
    raw.destroy()
    inflate?.destroy()
  })
  if (inflate) raw.pipe(inflate).pipe(check)
  else raw.pipe(check)
  return check
}

const damaged = (entry: Entry, error: Error) =>
  refusePackage('package.broken_zip', { params: { detail: `${entry.fileName}: ${error.message}` } })

class CheckedContent extends Transform {
  readonly #entry: Entry
  readonly #limits: PackageLimits
  readonly #inflate: InflateRaw | null
  #bytes = 0
  #crc = 0
  #start = Buffer.alloc(0)

  constructor(entry: Entry, limits: PackageLimits, inflate: InflateRaw | null) {
    super()
    this.#entry = entry
    this.#limits = limits
    this.#inflate = inflate
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length
    this.#crc = crc32(chunk, this.#crc)
    if (this.#start.length < ARCHIVE_HEAD_BYTES)
      this.#start = Buffer.concat([this.#start, chunk]).subarray(0, ARCHIVE_HEAD_BYTES)
    try {
      if (this.#bytes > this.#entry.uncompressedSize) throw this.#refusal('package.size_differs')
      checkRatio(this.#entry, this.#bytes, this.#limits)
      done(null, chunk)
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    const path = this.#entry.fileName
    if (this.#bytes !== this.#entry.uncompressedSize)
      return done(this.#refusal('package.size_differs'))
    // zlib stops at the end of its own stream: what the entry holds behind it is hidden data.
    if (this.#inflate && this.#inflate.bytesWritten !== this.#entry.compressedSize) {
      return done(this.#refusal('package.data_between'))
    }
    if (this.#crc !== this.#entry.crc32) return done(this.#refusal('package.checksum_differs'))
    if (isArchive(path, this.#start)) return done(this.#refusal('package.nested_archive'))
    done()
  }

  #refusal(
    code:
      | 'package.size_differs'
      | 'package.data_between'
      | 'package.checksum_differs'
      | 'package.nested_archive',
  ): Error {
    return refusePackage(code, { params: { path: this.#entry.fileName } })
  }
}

const ARCHIVE_HEAD_BYTES = 264
const ARCHIVE_NAME = /\.(?:zip|jar|war|apk|rar|7z|tar|tgz|gz|bz2|xz|zst|br|cab|iso|dmg|phar)$/i
/** First bytes of zip (also empty and split ones), gzip, 7z, RAR, xz, bzip2, zstd, cabinet. */
const ARCHIVE_HEADS = [
  '504b0304',
  '504b0506',
  '504b0708',
  '1f8b',
  '377abcaf271c',
  '526172211a07',
  'fd377a585a00',
  '425a68',
  '28b52ffd',
  '4d534346',
].map((hex) => Buffer.from(hex, 'hex'))

/** What scanners cannot look into is not delivered. */
function isArchive(path: string, start: Buffer): boolean {
  if (ARCHIVE_NAME.test(path)) return true
  if (ARCHIVE_HEADS.some((head) => start.subarray(0, head.length).equals(head))) return true
  return start.subarray(257, 262).toString('latin1') === 'ustar'
}
