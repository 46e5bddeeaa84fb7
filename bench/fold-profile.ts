import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A CPU profile as V8's inspector returns it (`Profiler.stop`); times in microseconds. */
export interface CpuProfile {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
  }[]
  /** The node on top of the stack at each sample. */
  samples: number[]
  /** Time before each sample. */
  timeDeltas: number[]
}

export interface ProfileShare {
  name: string
  /** Milliseconds of self time. */
  ms: number
}

export interface FoldedProfile {
  /** Without idle time. */
  totalMs: number
  /** By package, folder of the product, or part of the runtime; the largest first. */
  modules: ProfileShare[]
  functions: ProfileShare[]
}

const RUNTIME: Record<string, string> = {
  '(garbage collector)': 'V8: garbage collection',
  '(program)': 'V8: native code',
}

/** Self time of a profile by module and by function. `root` is the repository's folder. */
export function foldProfile(
  { nodes, samples, timeDeltas }: CpuProfile,
  root: string,
): FoldedProfile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const modules = new Map<string, number>()
  const functions = new Map<string, number>()
  let totalMs = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)') continue
    const ms = (timeDeltas[index] ?? 0) / 1_000
    totalMs += ms
    const module = moduleOf(frame, root)
    const name = `${module}  ${frame.functionName || '(anonymous)'}`
    modules.set(module, (modules.get(module) ?? 0) + ms)
    functions.set(name, (functions.get(name) ?? 0) + ms)
  }
  return { totalMs, modules: sorted(modules), functions: sorted(functions) }
}

const sorted = (shares: ReadonlyMap<string, number>): ProfileShare[] =>
  [...shares].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms)

function moduleOf(
  { functionName, url }: CpuProfile['nodes'][number]['callFrame'],
  root: string,
): string {
  if (url === '') return RUNTIME[functionName] ?? 'V8: built-in functions'
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const inPackages = path.lastIndexOf('/node_modules/')
  if (inPackages >= 0) {
    const [first = '', second = ''] = path.slice(inPackages + '/node_modules/'.length).split('/')
    return first.startsWith('@') ? `${first}/${second}` : first
  }
  // A chunk of the built storefront without the hash of its content.
  return relative(root, path).replace(/-[\w-]{8}(?=\.js$)/, '')
}
