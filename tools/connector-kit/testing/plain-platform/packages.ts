import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { get } from 'node:http'
import { crc32 } from 'node:zlib'
import { sha256 } from '#modules/stores/platforms/kit/signed-calls.ts'
import { isObject, need, needText, No, type Plain } from './platform.ts'

/**
 * Packages of the plain platform: fetched, checked, kept as one JSON file each. Reads the canonical
 * form of the package format and nothing else.
 */

const bad = (why: string) => new No(422, 'bad_package', why)

/** Bytes at an address, at most so many; a redirect is no answer. */
function fetchBytes(url: string, most: number, patienceMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new No(502, 'package_unreachable', url))
    const request = get(
      url.replace(/:\/\/[^/:]*localhost/, '://127.0.0.1'),
      { agent: false, timeout: patienceMs },
      (response) => {
        if (response.statusCode !== 200) return void (response.resume(), gone())
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > most) {
            response.destroy()
            reject(bad('more bytes than announced'))
          }
        })
        response.on('error', gone)
        response.on('close', () => (response.complete ? resolve(Buffer.concat(chunks)) : gone()))
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', gone)
  })
}

/** The files of a stored zip whose every byte is accounted for. */
function readZip(bytes: Buffer, takesAnyName: boolean): Map<string, string> {
  const files = new Map<string, string>()
  let at = 0
  while (bytes.length >= at + 30 && bytes.readUInt32LE(at) === 0x04034b50) {
    const [method, crc, size, names, extra] = [
      bytes.readUInt16LE(at + 8),
      bytes.readUInt32LE(at + 14),
      bytes.readUInt32LE(at + 18),
      bytes.readUInt16LE(at + 26),
      bytes.readUInt16LE(at + 28),
    ]
    const name = bytes.toString('utf8', at + 30, at + 30 + names)
    const content = bytes.subarray(at + 30 + names, at + 30 + names + size)
    const isSafe =
      /^[A-Za-z0-9._/-]{1,200}$/.test(name) &&
      !name.split('/').some((part) => part === '' || part.startsWith('.'))
    if (
      method !== 0 ||
      extra !== 0 ||
      content.length !== size ||
      crc32(content) !== crc ||
      files.has(name) ||
      (!isSafe && !takesAnyName)
    )
      throw bad(`not a file of a package: ${name}`)
    files.set(name, content.toString('base64'))
    at += 30 + names + size
  }
  const start = at
  let rows = 0
  while (bytes.length >= at + 46 && bytes.readUInt32LE(at) === 0x02014b50) {
    const [names, mode] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 38) >>> 16]
    const name = bytes.toString('utf8', at + 46, at + 46 + names)
    if (!files.has(name) || (mode !== 0 && (mode & 0o177000) !== 0o100000))
      throw bad(`the directory names ${name}`)
    rows += 1
    at += 46 + names
  }
  const isEnd =
    bytes.length === at + 22 &&
    bytes.readUInt32LE(at) === 0x06054b50 &&
    bytes.readUInt32LE(at + 16) === start &&
    rows === files.size &&
    rows > 0
  if (!isEnd) throw bad('not a zip in the canonical form')
  return files
}

export interface Offer {
  url: string
  size: number
  signature: string
  keyId: string
  prefix: string
  version: string
}

export function readOffer(body: Record<string, unknown>): Offer {
  const size = need(body, 'size', 'number') as number
  if (!Number.isInteger(size) || size < 1) throw new No(400, 'bad_request', 'size')
  return {
    url: needText(body, 'url'),
    size,
    signature: needText(body, 'signature'),
    keyId: needText(body, 'key_id'),
    prefix: needText(body, 'prefix'),
    version: needText(body, 'version'),
  }
}

export function createPackages({ config, data, is }: Plain) {
  let known: { at: number; keys: Map<string, KeyObject> } = { at: -Infinity, keys: new Map() }
  const under = new Map<string, Promise<void>>()

  async function keyOf(kid: string): Promise<KeyObject | undefined> {
    const age = config.now() - known.at
    const isOld = age > 300 && !is('package-withdrawn-key')
    const isUnknown = !known.keys.has(kid) && age > 4 && !is('package-new-key')
    if (isOld || isUnknown || known.keys.size === 0) {
      const list: unknown = JSON.parse(
        (await fetchBytes(`${config.installer}/keys.json`, 65_536, 5000)).toString('utf8'),
      )
      const keys = isObject(list) && Array.isArray(list.keys) ? list.keys.filter(isObject) : []
      const before = is('package-withdrawn-key') ? known.keys : []
      known = {
        at: config.now(),
        keys: new Map([
          ...before,
          ...keys.map(
            (key) =>
              [String(key.kid), createPublicKey({ key: { ...key }, format: 'jwk' })] as const,
          ),
        ]),
      }
    }
    return known.keys.get(kid)
  }

  async function fetchPackage(hash: string, offer: Offer): Promise<void> {
    const bytes = await fetchBytes(
      offer.url,
      is('package-size') ? Infinity : offer.size,
      is('package-slowly') ? 150 : 50_000,
    )
    if (sha256(bytes) !== hash && !is('package-hash')) throw bad('another hash')
    const files = readZip(bytes, is('package-zip'))
    const manifests = ['arasta.app.json', 'arasta.theme.json'].filter((name) => files.has(name))
    let manifest: unknown
    try {
      manifest = JSON.parse(
        Buffer.from(files.get(manifests[0] ?? '') ?? '', 'base64').toString('utf8'),
      )
    } catch {
      throw bad('no manifest')
    }
    const fits =
      isObject(manifest) &&
      manifest.prefix === offer.prefix &&
      manifest.version === offer.version &&
      manifests.length === 1
    if (!fits && !is('package-manifest')) throw bad('another manifest')
    data.keepPackage(hash, offer.prefix, offer.version, Object.fromEntries(files))
  }

  return {
    /** Fetches and checks; nobody has the package by this. */
    async get(hash: string, offer: Offer): Promise<{ sha256: string; files: number }> {
      let origin = ''
      try {
        origin = new URL(offer.url).origin
      } catch {
        throw new No(400, 'bad_request', 'url')
      }
      if (origin !== config.installer && !is('package-elsewhere'))
        throw bad("not the market's address")
      const key = await keyOf(offer.keyId)
      const fits =
        key &&
        /^[A-Za-z0-9_-]{86}$/.test(offer.signature) &&
        verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(offer.signature, 'base64url'))
      if (!fits && !is('package-signature')) throw bad('not signed by the market')
      if (!data.packageOf(hash)) {
        if (is('package-at-once') && under.has(hash)) throw new No(409, 'busy')
        const running =
          under.get(hash) ?? fetchPackage(hash, offer).finally(() => under.delete(hash))
        under.set(hash, running)
        await running.catch((error: unknown) => {
          throw is('package-unreachable') && error instanceof No && error.status === 502
            ? new No(500, 'oops')
            : error
        })
      }
      const kept = data.packageOf(hash)
      if (!kept || kept.prefix !== offer.prefix || kept.version !== offer.version)
        throw bad('the package is of another item or version')
      return { sha256: hash, files: Object.keys(kept.files).length }
    },
  }
}
export type Packages = ReturnType<typeof createPackages>
