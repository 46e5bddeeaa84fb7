import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { RESERVED_SLUGS, type Market } from '#lib/market.ts'
import { withoutMap } from '#demo/catalog/without-map.ts'

const TEMPLATES = join(import.meta.dirname, 'templates')
/** As the manifest wants a prefix. */
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export const isName = (name: string): boolean =>
  NAME.test(name) && name.length <= 40 && !RESERVED_SLUGS.includes(name)

/**
 * Writes a project that runs and passes the check. A theme begins with Bootstrap's two builds, as
 * that is what a shop's pages are made of. False when the folder is there already.
 */
export async function create({
  kind,
  name,
  author,
  support,
  folder,
  year,
}: {
  kind: Market
  name: string
  author: string
  support: string
  folder: string
  year: number
}): Promise<boolean> {
  if (existsSync(folder)) return false
  const title = name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  const values: Record<string, string> = {
    PREFIX: name,
    NAME: title,
    AUTHOR: author,
    SUPPORT: support,
    YEAR: String(year),
  }
  const template = join(TEMPLATES, kind)
  for (const entry of await readdir(template, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const from = join(entry.parentPath, entry.name)
    const to = join(folder, relative(template, from))
    await mkdir(dirname(to), { recursive: true })
    await writeFile(
      to,
      entry.name.endsWith('.png')
        ? await readFile(from)
        : filled(await readFile(from, 'utf8'), values, entry.name.endsWith('.json')),
    )
  }
  if (kind === 'theme') await addBootstrap(join(folder, 'package'))
  return true
}

/** `__NAME__` and its like; inside of JSON a quote in a name must not end its text. */
const filled = (text: string, values: Record<string, string>, isJson: boolean) =>
  text.replace(/__([A-Z]+)__/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) return place
    return isJson ? JSON.stringify(value).slice(1, -1) : value
  })

async function addBootstrap(folder: string): Promise<void> {
  const about = findPackageJSON('bootstrap', import.meta.url)
  if (!about) throw new Error('bootstrap is not installed: run npm install')
  const bootstrap = dirname(about)
  for (const [from, to] of [
    ['bootstrap.min.css', 'theme.css'],
    ['bootstrap.rtl.min.css', 'theme.rtl.css'],
  ] as const) {
    const css = withoutMap(await readFile(join(bootstrap, 'dist/css', from), 'utf8'))
    await writeFile(join(folder, to), css + (await readFile(join(folder, 'additions.css'), 'utf8')))
  }
  await mkdir(join(folder, 'licences'), { recursive: true })
  await writeFile(
    join(folder, 'licences/bootstrap.txt'),
    await readFile(join(bootstrap, 'LICENSE')),
  )
}
