import { proveImage } from './deploy/image.ts'
import { proveKubernetes } from './deploy/kubernetes.ts'
import { proveMonitoring } from './deploy/monitoring.ts'
import { proveSystemd } from './deploy/systemd.ts'
import type { Proof } from './proof.ts'

const PARTS = {
  systemd: proveSystemd,
  kubernetes: proveKubernetes,
  monitoring: proveMonitoring,
  image: proveImage,
}

/**
 * The ways of docs/deploy on this machine's own tools: units read by systemd, manifests made by
 * kustomize, rules evaluated by Prometheus over a running market, the image built and run by
 * buildah. A part whose tool is not here is skipped and says why. `npm run prove -- deploy image`
 * takes one part.
 */
export const prove: Proof = async (run) => {
  const { args, screen } = run
  const chosen = Object.entries(PARTS).filter(([name]) => args.length === 0 || args.includes(name))
  const words: string[] = []
  const reasons: string[] = []
  let violations = 0
  for (const [name, part] of chosen) {
    const { checked, faults, skipped } = await part(run)
    for (const fault of faults) screen.line(`  ${name}: ${fault}`)
    violations += faults.length
    words.push(skipped === undefined ? `${name} (${checked})` : `${name} skipped`)
    if (skipped === undefined) continue
    reasons.push(skipped)
    screen.line(`  ${name} is skipped: ${skipped}`)
  }
  return {
    checked: `Deploy: ${words.join(', ')}`,
    violations,
    ...(reasons.length === chosen.length && { skipped: reasons.join(' ') }),
  }
}
