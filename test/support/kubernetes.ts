import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#tools/launch/settings.ts'

export interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: Record<string, unknown>
}

/** What is no kind of the cluster itself: its operators describe it. */
const OF_OPERATORS = [
  'postgresql.cnpg.io/v1 Cluster',
  'postgresql.cnpg.io/v1 ScheduledBackup',
  'barmancloud.cnpg.io/v1 ObjectStore',
]
const isOfOperator = ({ apiVersion, kind }: Resource) =>
  OF_OPERATORS.includes(`${apiVersion} ${kind}`)

type Kind = new (data: object) => { validate(): void }

/** Values that the schema of its kind forbids, or that are missing. */
async function faultsOfValues(resource: Resource): Promise<string[]> {
  const { apiVersion, kind } = resource
  const name = `${kind} ${resource.metadata.name}`
  try {
    const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<string, Kind>
    const Model = models[kind] as Kind
    new Model(resource).validate()
    return []
  } catch (error) {
    return [`${name}: ${(error as Error).message}`]
  }
}

/** Fields that a kind does not have; schemas of Kubernetes allow them, its types do not. */
function faultsOfFields(resources: readonly Resource[]): Promise<string[]> {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'kubernetes-'))
  const file = join(folder, 'resources.ts')
  writeFileSync(
    file,
    resources
      .map((one, n) => {
        const type = `import('kubernetes-models/${one.apiVersion}/${one.kind}').I${one.kind}`
        return `export const r${n}: ${type} = ${JSON.stringify(one)}`
      })
      .join('\n'),
  )
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types'
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '--ignoreConfig', ...options.split(' '), '', file],
      { encoding: 'utf8' },
      (error, said) => {
        rmSync(folder, { recursive: true })
        resolve(error ? said.split('\n').filter((line) => line.includes('error TS')) : [])
      },
    )
  })
}

/** What the schemas of their kinds have against resources. */
export async function faultsOfResources(resources: readonly Resource[]): Promise<string[]> {
  const known = resources.filter((one) => !isOfOperator(one))
  return (await Promise.all([...known.map(faultsOfValues), faultsOfFields(known)])).flat()
}
