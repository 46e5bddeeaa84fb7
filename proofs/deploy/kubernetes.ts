import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { faultsOfResources, type Resource } from '#test/support/kubernetes.ts'
import type { ProofRun } from '../proof.ts'
import { lastWords, runTool, skip, type PartResult } from './tool.ts'

interface Workload {
  template?: { spec: { containers: { image?: string; readinessProbe?: object }[] } }
}

/** What kustomize makes of the manifests is valid, and every pod has its image and its probes. */
export async function proveKubernetes(run: ProofRun): Promise<PartResult> {
  const made = await runTool(run, 'kubectl', ['kustomize', join(run.root, 'deploy/kubernetes')])
  if (made.code === 127) return skip('kubectl is not installed here.')
  if (made.code !== 0) return { checked: '', faults: [lastWords(made)] }
  const resources = parseAllDocuments(made.output).map((one) => one.toJS() as Resource)
  const faults = await faultsOfResources(resources)
  for (const { kind, metadata, spec = {} } of resources)
    for (const { image, readinessProbe } of (spec as Workload).template?.spec.containers ?? []) {
      if (!image?.includes('/arasta:')) faults.push(`${kind} ${metadata.name} has no image`)
      if (kind === 'Deployment' && !readinessProbe) faults.push(`${metadata.name} is not probed`)
    }
  return { checked: `${resources.length} resources`, faults }
}
