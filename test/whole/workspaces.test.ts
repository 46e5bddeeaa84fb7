import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface PackageFile {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const ROOT = join(import.meta.dirname, '../..')
const read = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as PackageFile
const server = read('.')
const workspaces = (server.workspaces ?? []).map(read)

// Six of them are OpenTelemetry (docs/decisions/0080).
test('a server has at most 50 direct dependencies', () => {
  expect(Object.keys(server.dependencies ?? {}).length).toBeLessThanOrEqual(50)
})

test('all workspaces name the same version of a package, so that npm installs it once', () => {
  expect(workspaces.length).toBeGreaterThan(1)
  const versions = new Map<string, Set<string>>()
  for (const { dependencies = {}, devDependencies = {} } of [server, ...workspaces])
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version))
  expect([...versions].filter(([, all]) => all.size > 1).map(([name]) => name)).toEqual([])
})

test('nothing that the root package needs for development only is installed by a workspace', () => {
  // npm would then install it on servers too.
  const own = Object.keys(server.devDependencies ?? {})
  const runtime = workspaces.flatMap(({ dependencies = {} }) => Object.keys(dependencies))
  expect(own.filter((name) => runtime.includes(name))).toEqual([])
})
