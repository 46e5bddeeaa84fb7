import { createHash } from 'node:crypto'
import { copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { diskBlobs } from '#contexts/catalog/package-blobs.ts'
import { generateSigningKey, type PrivateKey } from '#contexts/catalog/packages/sign-package.ts'
import { systemClock } from '#lib/clock.ts'
import { loadDemoCatalogue } from '#tools/demo-catalogue/load.ts'
import { ensureDatabase, templateName, type Template } from './database.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What the loaded catalogue is made of. */
const SOURCES = ['tools/demo-catalogue', 'contexts/catalog', 'lib', 'package-lock.json']
const PREFIX = 'arasta-catalogue-'
const KEPT_MS = 6 * 3_600_000

/**
 * The demo catalogue, loaded once in a run as every market loads it: a database to be cloned and a folder of blobs to be linked. Loading it takes
 * seconds, for each of its pictures is written to the disk for good.
 */
export interface LoadedCatalogue {
  template: Template
  /** Its releases are signed with this. */
  signingKey: PrivateKey
  /** Puts its packages and pictures into a market's own folder. What a market writes there does not come back: files are replaced, never changed. */
  fill(folder: string): Promise<void>
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile() && !entry.name.includes('.test.')).map(entry => join(entry.parentPath, entry.name)).sort()
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(templateName())
  for (const source of SOURCES) {
    for (const file of await filesOf(join(ROOT, source))) {
      const { size, mtimeMs } = await stat(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 12)
}

async function readOrMakeKey(folder: string): Promise<PrivateKey> {
  const path = join(folder, 'signing-key.json')
  await mkdir(folder, { recursive: true })
  await writeFile(path, JSON.stringify(generateSigningKey()), { flag: 'wx' }).catch(() => {})
  return JSON.parse(await readFile(path, 'utf8')) as PrivateKey
}

/** Those of earlier states of the sources, left by earlier runs. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    if (Date.now() - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}

export async function loadedCatalogue(): Promise<LoadedCatalogue> {
  const code = await fingerprint()
  const folder = join(tmpdir(), PREFIX + code)
  const blobs = join(folder, 'blobs')
  const signingKey = await readOrMakeKey(folder)
  const template = await ensureDatabase(`arasta_catalogue_${code}_${signingKey.x.slice(0, 6).toLowerCase().replaceAll(/\W/g, '_')}`, async db => {
    await removeOld()
    await loadDemoCatalogue({ db, blobs: diskBlobs(blobs), signingKey, clock: systemClock })
  })
  return {
    template, signingKey,
    async fill(own) {
      const files = await filesOf(blobs)
      for (const made of new Set(files.map(file => dirname(file)))) await mkdir(join(own, made.slice(blobs.length)), { recursive: true })
      // a folder on another disk cannot be linked to
      await Promise.all(files.map(file => link(file, join(own, file.slice(blobs.length))).catch(() => copyFile(file, join(own, file.slice(blobs.length))))))
    },
  }
}
