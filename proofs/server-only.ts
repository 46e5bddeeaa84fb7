import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createHttp } from '#lib/http.ts'
import { explainNpm, npmCi } from '../tools/launch/npm.mjs'
import { productParts } from '../tools/launch/parts.ts'
import { startProduct } from '../tools/launch/product.ts'
import { startTestCluster, temporaryFolder } from '../tools/launch/testing/test-cluster.ts'
import type { Proof } from './proof.ts'

/** What a server needs of the repository, `build/` made before. */
const PRODUCTION = [
  'apps',
  'build',
  'connectors',
  'db',
  'kernel',
  'lib',
  'locales',
  'modules',
  'package.json',
  'package-lock.json',
  'server',
  'ui',
]
const MAX_DIRECT = 45

interface PackageFile {
  workspaces?: string[]
  dependencies?: Record<string, string>
}

/**
 * A production install, as docs/operating.md describes it, in a folder of its own: the root
 * package's dependencies alone, none of them the demo's. A market of one's own starts from there in
 * all roles and answers.
 */
export const prove: Proof = async ({ root, screen, onChild, onEnd }) => {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageFile
  const { dependencies = {}, workspaces = [] } = read('.')
  const folder = temporaryFolder()
  onEnd({ stop: async () => folder.remove(), kill: folder.remove })
  const server = join(folder.path, 'server')
  for (const path of PRODUCTION)
    cpSync(join(root, path), join(server, path), {
      recursive: true,
      filter: (file) => !/node_modules|\.test\.tsx?$/.test(file),
    })
  // npm reads what the lock file names; the code of these workspaces stays away.
  for (const workspace of workspaces) {
    const file = join(server, workspace, 'package.json')
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(root, workspace, 'package.json'), file)
  }

  const installing = screen.step('Installing the server alone')
  const { ok, output } = await npmCi(server, {
    cache: join(root, '.arasta/npm-cache'),
    megabytes: 300,
    args: ['--omit=dev', '--workspaces=false'],
    onStart: onChild,
  })
  if (!ok) return { checked: 'Server alone', violations: 0, skipped: explainNpm(output, server) }
  installing.done('Installing the server alone')

  const violations: string[] = []
  const direct = Object.keys(dependencies).length
  if (direct > MAX_DIRECT) violations.push(`${direct} direct dependencies`)
  for (const name of Object.keys(read('demo').dependencies ?? {}))
    if (!(name in dependencies) && existsSync(join(server, 'node_modules', name)))
      violations.push(`${name} of the demo is installed`)

  const database = await startTestCluster()
  onEnd(database)
  const product = await startProduct({
    root: server,
    dataFolder: join(folder.path, 'data'),
    ports: 'free',
    databaseUrl: database.url,
    empty: true,
    screen,
    parts: (surroundings) => ({ ...productParts(surroundings), alone: [] }),
  })
  onEnd(product)
  const { apps, themes, console: desk } = product.addresses
  const http = createHttp({ allowOrigins: [apps, themes, desk] })
  const pages = [`${apps}/health/live`, `${apps}/`, `${themes}/`, `${desk}/sign-in`]
  for (const page of pages) {
    const { status } = await http.request(page)
    screen.line(`  ${status}  ${page}`)
    if (status !== 200) violations.push(`${page} answers ${status}`)
  }
  for (const violation of violations) screen.line(`  ${violation}`)
  return {
    checked: `Server alone: ${direct} direct dependencies, ${pages.length} pages`,
    violations: violations.length,
  }
}
