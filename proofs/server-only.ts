import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHttp } from '#lib/http.ts'
import { productParts } from '../tools/launch/parts.ts'
import { startProduct } from '../tools/launch/product.ts'
import { makeServerFolder, sizeOf } from '../tools/launch/server-folder.ts'
import { StartError } from '../tools/launch/start-error.ts'
import { startTestCluster, temporaryFolder } from '../tools/launch/testing/test-cluster.ts'
import type { Proof } from './proof.ts'

const MAX_DIRECT = 50
/** With Node.js and a small Debian an image stays below 350 MB. */
const MAX_MEGABYTES = 150

interface PackageFile {
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
  const { dependencies = {} } = read('.')
  const folder = temporaryFolder()
  onEnd({ stop: async () => folder.remove(), kill: folder.remove })
  const server = join(folder.path, 'server')
  const installing = screen.step('Installing the server alone')
  try {
    await makeServerFolder({ root, folder: server, onStart: onChild })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { checked: 'Server alone', violations: 0, skipped: error.message }
  }
  const megabytes = Math.round(sizeOf(server) / 1e6)
  installing.done(`Installing the server alone: ${megabytes} MB`)

  const violations: string[] = []
  const direct = Object.keys(dependencies).length
  if (megabytes > MAX_MEGABYTES) violations.push(`${megabytes} MB`)
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
    checked: `Server alone: ${direct} direct dependencies, ${megabytes} MB, ${pages.length} pages`,
    violations: violations.length,
  }
}
