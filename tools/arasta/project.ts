import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { MANIFEST_FILES } from '#modules/catalog/packages/manifest.ts'
import { refusePackage } from '#modules/catalog/packages/problems.ts'
import { writePackage, type FileToPack } from '#modules/catalog/packages/write-package.ts'
import { LISTING_FILE } from './listing-file.ts'

/** What `arasta` was pointed at: where the package is, and where its listing would be. */
export interface Project {
  packed: () => Promise<Buffer>
  listing: string
}

/** Of a folder that is package and project in one, what is not packed. */
const NOT_PACKED = /^(?:\.[^/]*|node_modules|listing|README\.md|arasta\.notes\.json)(?:\/|$)/

/** A folder (with a folder `package` in it, or one itself) or a zip. */
export async function openProject(path: string): Promise<Project> {
  if ((await stat(path)).isFile())
    return { packed: () => readFile(path), listing: join(dirname(path), LISTING_FILE) }
  const inner = join(path, 'package')
  const folder = (await hasManifest(inner)) ? inner : path
  return {
    packed: async () => writePackage(await filesIn(folder)),
    listing: join(path, LISTING_FILE),
  }
}

async function hasManifest(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => (Object.values(MANIFEST_FILES) as string[]).includes(name))
}

/** As publishing packs it: regular files only, a link is refused and not followed. */
async function filesIn(folder: string): Promise<FileToPack[]> {
  const files: FileToPack[] = []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (NOT_PACKED.test(path) || path === LISTING_FILE || entry.isDirectory()) continue
    if (entry.isSymbolicLink()) throw refusePackage('package.link', { params: { path } })
    if (!entry.isFile()) throw refusePackage('package.special_file', { params: { path } })
    files.push({ path, bytes: await readFile(join(entry.parentPath, entry.name)) })
  }
  return files
}
