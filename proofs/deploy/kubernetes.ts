import { cpSync, appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { faultsOfResources, type Resource } from '#test/support/kubernetes.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { ProofRun } from '../proof.ts'
import { lastWords, runTool, skip, type PartResult } from './tool.ts'

interface Workload {
  template?: { spec: { containers: { image?: string; readinessProbe?: object }[] } }
}

/** With their component, the database archives to the bucket of its backups. */
async function faultsOfBackups(run: ProofRun): Promise<string[]> {
  const folder = temporaryFolder()
  try {
    cpSync(join(run.root, 'deploy/kubernetes'), folder.path, { recursive: true })
    appendFileSync(join(folder.path, 'kustomization.yaml'), 'components: [backups]\n')
    const made = await runTool(run, 'kubectl', ['kustomize', folder.path])
    if (made.code !== 0) return [lastWords(made)]
    const resources = parseAllDocuments(made.output).map((one) => one.toJS() as Resource)
    const database = resources.find(({ kind }) => kind === 'Cluster')?.spec as
      | { instances?: number; plugins?: { isWALArchiver: boolean }[] }
      | undefined
    const kinds = resources.map(({ kind }) => kind)
    return database?.instances === 3 &&
      database.plugins?.[0]?.isWALArchiver === true &&
      kinds.includes('ObjectStore') &&
      kinds.includes('ScheduledBackup')
      ? []
      : ['the component of backups does not reach the database']
  } finally {
    folder.remove()
  }
}

/** What kustomize makes of the manifests is valid, and every pod has its image and its probes. */
export async function proveKubernetes(run: ProofRun): Promise<PartResult> {
  const made = await runTool(run, 'kubectl', ['kustomize', join(run.root, 'deploy/kubernetes')])
  if (made.code === 127) return skip('kubectl is not installed here.')
  if (made.code !== 0) return { checked: '', faults: [lastWords(made)] }
  const resources = parseAllDocuments(made.output).map((one) => one.toJS() as Resource)
  const faults = [...(await faultsOfResources(resources)), ...(await faultsOfBackups(run))]
  for (const { kind, metadata, spec = {} } of resources)
    for (const { image, readinessProbe } of (spec as Workload).template?.spec.containers ?? []) {
      if (!image?.includes('/arasta:')) faults.push(`${kind} ${metadata.name} has no image`)
      if (kind === 'Deployment' && !readinessProbe) faults.push(`${metadata.name} is not probed`)
    }
  return { checked: `${resources.length} resources`, faults }
}
