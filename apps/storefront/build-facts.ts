import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** S7.35: metadata of a build. The id is a hash of its content: equal sources have the same id. */
export interface BuildFacts {
  id: string
  /** Build time. */
  time: string
  routes: { id: string; path: string }[]
}

/**
 * PCI DSS 6.4.3: all scripts that our origin can serve to a page, including the checkout; the CSP
 * allows no others (`script-src 'self'`). `sha384` is of the built file.
 */
export interface ScriptInventory {
  scripts: { path: string; sha384: string; owner: string; reason: string }[]
}

interface RouterManifest {
  version: string
  routes: Record<
    string,
    { id: string; parentId?: string; path?: string; index?: boolean; hasLoader: boolean }
  >
}

/**
 * The router's manifest is a script that assigns an object. Manifests of earlier builds are in the
 * same folder; the server build names the current one.
 */
async function readManifest(client: string, server: string): Promise<RouterManifest> {
  const name = /\/assets\/manifest-[\w-]+\.js/.exec(
    await readFile(join(server, 'index.js'), 'utf8'),
  )?.[0]
  if (!name) throw new Error(`${server} names no manifest of the router`)
  const text = await readFile(join(client, name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as RouterManifest
}

/**
 * Writes `/builds/meta/{id}.json` (S7.35) and `/builds/latest.json` (S7.36) next to the build's
 * other files.
 */
export async function writeBuildFacts(client: string, server: string): Promise<void> {
  const { version, routes } = await readManifest(client, server)
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const holders = new Set(Object.values(routes).map((route) => route.parentId))
  const screens = Object.values(routes)
    .filter((route) => !holders.has(route.id))
    .map(({ id }) => ({ id, path: pathOf(id) || '/' }))
  const facts: BuildFacts = { id: version, time: new Date().toISOString(), routes: screens }
  await mkdir(join(client, 'builds/meta'), { recursive: true })
  await writeFile(join(client, `builds/meta/${version}.json`), JSON.stringify(facts))
  await writeFile(
    join(client, 'builds/latest.json'),
    JSON.stringify({ id: facts.id, time: facts.time }),
  )
  await writeFile(join(client, 'builds/scripts.json'), JSON.stringify(await listScripts(client)))
}

const reasonOf = (file: string): string =>
  file.startsWith('manifest-')
    ? 'names the screens and their files to the router'
    : file.startsWith('entry.client-')
      ? 'wakes a page up'
      : `draws and runs screens (${file.replace(/-[\w-]{8}\.js$/, '')})`

async function listScripts(client: string): Promise<ScriptInventory> {
  const folder = join(client, 'assets')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
  return {
    scripts: await Promise.all(
      files.map(async (file) => ({
        path: `/assets/${file}`,
        sha384: createHash('sha384')
          .update(await readFile(join(folder, file)))
          .digest('base64'),
        owner: 'Arasta',
        reason: reasonOf(file),
      })),
    ),
  }
}
