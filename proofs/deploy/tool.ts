import { spawn } from 'node:child_process'
import type { ProofRun } from '../proof.ts'

/** What a part of the proof found; `skipped` says why it looked at nothing. */
export interface PartResult {
  checked: string
  faults: string[]
  skipped?: string
}

export const skip = (skipped: string): PartResult => ({ checked: '', faults: [], skipped })

export interface Outcome {
  code: number | null
  /** Of both streams, in order. */
  words: string
  /** Of standard output alone. */
  output: string
}

/** Runs a program to its end; code 127 where it is not installed. */
export function runTool(
  { onChild }: Pick<ProofRun, 'onChild'>,
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onChild(child)
    const said = { words: '', output: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.words += text
      said.output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.words += text
    })
    child.on('error', (error) => resolve({ code: 127, words: error.message, output: '' }))
    child.on('close', (code) => resolve({ code, ...said }))
  })
}

/** The last lines of what a program said. */
export const lastWords = ({ words }: Outcome): string =>
  words.trim().split('\n').slice(-8).join('\n')
