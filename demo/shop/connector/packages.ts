import { verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { HttpFailure } from '../../../lib/http.ts'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { nowSeconds } from '../platform.ts'
import { sha256 } from './canonical-json.ts'
import { createMarketKeys } from './market-keys.ts'
import { Refusal } from './refusal.ts'
import { grow } from './revision.ts'
import type { PackageBody } from './schemas.ts'
import { BadZip, readZip } from './zip.ts'

const manifest = z.object({ format: z.literal(1), prefix: z.string(), version: z.string() })

interface PackageFile {
  path: string
  blob: string
  size: number
}

const bad = (why: string) => new Refusal(422, 'bad_package', why)

/**
 * Fetches, checks and keeps packages; their files lie in the data folder under their own SHA-256.
 */
export function createPackageKeeper(platform: Platform) {
  const { config, db, http } = platform
  const blobs = path.join(config.dataFolder, 'files')
  const fetching = new Map<string, Promise<void>>()
  const blobPath = (blob: string) => path.join(blobs, blob.slice(0, 2), blob)

  const marketKeys = createMarketKeys(platform.clock, async () =>
    parseJson(await fetchFrom(`${config.installer}/keys.json`, 64 * 1024)),
  )

  async function publicKey(keyId: string): Promise<KeyObject> {
    const found = await marketKeys.find(keyId).catch((error: unknown) => {
      throw error instanceof Refusal
        ? error
        : new Refusal(502, 'package_unreachable', 'the list of public keys is not readable')
    })
    if (!found) throw bad(`the market has no public key ${keyId}`)
    return found
  }

  async function fetchFrom(url: string, maxBytes: number): Promise<Buffer> {
    try {
      const answer = await http.request(url, { timeoutMs: 60_000, maxBytes })
      if (answer.status === 200) return answer.body
      throw new Refusal(502, 'package_unreachable', `${url} answered ${answer.status}`)
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      if (error.kind === 'too_large') throw bad('the file is larger than its announced size')
      throw new Refusal(502, 'package_unreachable', error.message)
    }
  }

  async function keepFile(content: Buffer): Promise<string> {
    const blob = sha256(content)
    const target = blobPath(blob)
    const there = await stat(target).then(
      (found) => found.size === content.length,
      () => false,
    )
    if (there) return blob
    await mkdir(path.dirname(target), { recursive: true })
    const draft = `${target}.${randomUUID()}`
    try {
      await writeFile(draft, content, { flush: true })
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return blob
  }

  async function fetchPackage(hash: string, body: PackageBody): Promise<void> {
    const bytes = await fetchFrom(body.url, body.size)
    if (sha256(bytes) !== hash) throw bad('the file has another SHA-256')
    const files: PackageFile[] = []
    const manifests: string[] = []
    try {
      await readZip(bytes, async (name, content) => {
        if (name === 'arasta.app.json' || name === 'arasta.theme.json')
          manifests.push(content.toString('utf8'))
        files.push({ path: name, blob: await keepFile(content), size: content.length })
      })
    } catch (error) {
      throw error instanceof BadZip ? bad(error.message) : error
    }
    const read = manifest.safeParse(
      manifests.length === 1 ? parseJson(manifests[0] ?? '') : undefined,
    )
    if (!read.success || read.data.prefix !== body.prefix || read.data.version !== body.version) {
      throw bad('there is no manifest with this prefix and version at the root')
    }
    db.transaction(() => {
      const added = db.run(
        'INSERT OR IGNORE INTO package VALUES (?, ?, ?, ?)',
        hash,
        body.prefix,
        body.version,
        nowSeconds(platform),
      )
      if (added === 1)
        for (const file of files)
          db.run(
            'INSERT INTO package_file VALUES (?, ?, ?, ?)',
            hash,
            file.path,
            file.blob,
            file.size,
          )
    })
  }

  /**
   * Checks and fetches; two at once fetch once, a second time fetches nothing. No store has the
   * package by this.
   */
  async function fetchOnce(
    hash: string,
    body: PackageBody,
  ): Promise<{ sha256: string; files: number }> {
    if (new URL(body.url).origin !== config.installer)
      throw bad(`packages come from ${config.installer} only`)
    const genuine = verify(
      null,
      Buffer.from(hash, 'hex'),
      await publicKey(body.key_id),
      Buffer.from(body.signature, 'base64url'),
    )
    if (!genuine) throw bad('the signature does not fit')
    if (!getPackage(platform, hash)) {
      const running =
        fetching.get(hash) ?? fetchPackage(hash, body).finally(() => fetching.delete(hash))
      fetching.set(hash, running)
      await running
    }
    const kept = getPackage(platform, hash)
    if (kept?.prefix !== body.prefix || kept.version !== body.version)
      throw bad('the package is of another item or version')
    return { sha256: hash, files: kept.files }
  }

  return {
    fetchOnce,
    /** `PUT /stores/{store}/packages/{sha256}` */
    async keep(
      storeId: StoreId,
      hash: string,
      body: PackageBody,
    ): Promise<{ sha256: string; files: number }> {
      const kept = await fetchOnce(hash, body)
      db.transaction(() => {
        if (db.run('INSERT OR IGNORE INTO store_package VALUES (?, ?)', storeId, hash) === 1)
          grow(db, storeId)
      })
      return kept
    },
    blobPath,
  }
}
export type PackageKeeper = ReturnType<typeof createPackageKeeper>

function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

export const getPackage = (
  { db }: Platform,
  hash: string,
): { prefix: string; version: string; files: number } | undefined =>
  db.get(
    `SELECT prefix, version, (SELECT count(*) FROM package_file f WHERE f.sha256 = p.sha256) AS files
     FROM package p WHERE sha256 = ?`,
    hash,
  )

/** A file of a package, whoever was given it. */
export const findPackageFile = ({ db }: Platform, hash: string, name: string) =>
  db.get<Omit<PackageFile, 'path'>>(
    'SELECT blob, size FROM package_file WHERE sha256 = ? AND path = ?',
    hash,
    name,
  )

/** A file of a package that this store was given. */
export const getPackageFile = ({ db }: Platform, storeId: StoreId, hash: string, name: string) =>
  db.get<Omit<PackageFile, 'path'>>(
    `SELECT f.blob, f.size FROM package_file f JOIN store_package s ON s.sha256 = f.sha256
     WHERE s.store_id = ? AND f.sha256 = ? AND f.path = ?`,
    storeId,
    hash,
    name,
  )
