import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileToPack } from '../../modules/catalog/packages/write-package.ts'
import { readRegistryFile } from './registry-package.ts'
import { withoutMap } from './without-map.ts'

/** A file of our own, from the item's folder `files`. */
export const ownFile = async (prefix: string, file: string): Promise<FileToPack> => ({
  path: file,
  bytes: await readFile(join(import.meta.dirname, 'items', prefix, 'files', file)),
})

/**
 * A later release of a file of ours, by what it says otherwise: what was released stays as it is.
 */
export async function changedFile(
  prefix: string,
  file: string,
  changes: readonly (readonly [from: string, to: string])[],
): Promise<FileToPack> {
  const { path, bytes } = await ownFile(prefix, file)
  const text = changes.reduce((said, [from, to]) => {
    if (!said.includes(from)) throw new Error(`${prefix}/${file} says no more: ${from}`)
    return said.replace(from, to)
  }, bytes.toString())
  return { path, bytes: Buffer.from(text) }
}

/**
 * A file of a registry package, under a name of ours. Source maps stay at home: nobody would ever
 * be served them.
 */
export async function registryFile(
  packageName: string,
  from: string,
  path: string,
): Promise<FileToPack> {
  const bytes = await readRegistryFile(packageName, from)
  if (!/\.(?:js|css)$/.test(path)) return { path, bytes }
  return {
    path,
    bytes: Buffer.from(withoutMap(bytes.toString())),
  }
}
