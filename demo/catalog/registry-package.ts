import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Credit } from './demo-item.ts'

/** A file of an installed registry package. */
export const readRegistryFile = (name: string, path: string): Promise<Buffer> =>
  readFile(join(folderOf(name), path))

function folderOf(name: string): string {
  const found = findPackageJSON(name, import.meta.url)
  if (!found) throw new Error(`${name} is not installed: run npm install`)
  return dirname(found)
}

const packageFile = z.object({
  version: z.string(),
  license: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() })]),
})

/**
 * Version, licence and source as the package itself states them. The author is named by us:
 * packages write it in many ways.
 */
export async function creditOf(name: string, author: string): Promise<Credit> {
  const about = packageFile.parse(
    JSON.parse((await readRegistryFile(name, 'package.json')).toString()),
  )
  return {
    package: name,
    version: about.version,
    author,
    licence: about.license,
    source: webAddress(about.repository),
  }
}

/** `git+https://github.com/a/b.git` and its other spellings → `https://github.com/a/b`. */
function webAddress(repository: string | { url: string }): string {
  const url = typeof repository === 'string' ? repository : repository.url
  return url
    .replace(/^git\+/, '')
    .replace(/^git:\/\//, 'https://')
    .replace(/\.git$/, '')
    .replace(/^github:/, 'https://github.com/')
}
