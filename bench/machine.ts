import { cpus, loadavg, totalmem, type, release } from 'node:os'

export interface Machine {
  processor: string
  cores: number
  /** GiB. */
  memory: number
  system: string
  node: string
  postgres: string
  /** Of the last minute, before the run; null where the system does not count it. */
  loadBefore: number | null
}

export function describeMachine(postgres: string): Machine {
  const all = cpus()
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    postgres,
    loadBefore: process.platform === 'win32' ? null : (loadavg()[0] ?? null),
  }
}

/** One in four cores at work for somebody else spoils every figure. */
export const isBusy = ({ loadBefore, cores }: Pick<Machine, 'loadBefore' | 'cores'>): boolean =>
  loadBefore !== null && loadBefore > cores / 4

export function machineLines(machine: Machine): string[] {
  const { processor, cores, memory, system, node, postgres, loadBefore } = machine
  return [
    `${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory} GiB, ${system}; Node.js ${node}, PostgreSQL ${postgres}`,
    ...(loadBefore === null ? [] : [`load before: ${loadBefore.toFixed(2)}`]),
    ...(isBusy(machine)
      ? [
          'WARNING: the machine was busy with something else; only ratios within this run mean anything, and not much.',
        ]
      : []),
  ]
}
