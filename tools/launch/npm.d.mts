import type { ChildProcess } from 'node:child_process'

export function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export function findNpm(env?: NodeJS.ProcessEnv): string | undefined
export function npmCache(ownFolder: string, env?: NodeJS.ProcessEnv): string | undefined
export function npmCi(
  folder: string,
  options: {
    cache: string
    megabytes: number
    args?: string[]
    onProgress?: (packages: number) => void
    onStart?: (child: ChildProcess) => void
  },
): Promise<{ ok: boolean; output: string }>
export function explainNpm(output: string, folder: string): string
