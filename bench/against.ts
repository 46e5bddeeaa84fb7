import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#tools/launch/start-error.ts'
import type { BenchOptions } from './options.ts'
import { findResults, type Results } from './results.ts'

const run = promisify(execFile)

const git = async (root: string, ...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: root })).stdout.trim()

/** The abbreviated commit, with `+` where tracked files differ from it; null outside of git. */
export async function commitOf(root: string): Promise<string | null> {
  try {
    const commit = await git(root, 'rev-parse', '--short=10', 'HEAD')
    const changed = await git(root, 'status', '--porcelain', '--untracked-files=no')
    return changed === '' ? commit : `${commit}+`
  } catch {
    return null
  }
}

/**
 * Measures another commit by its own bench, in a clone below `folder`, with the same options.
 * Throws a `StartError` for an unknown commit and where its bench fails.
 */
export async function measureCommit({
  root,
  folder,
  wanted,
  options,
  onChild,
  say,
}: {
  root: string
  folder: string
  wanted: string
  options: BenchOptions
  onChild: (child: ChildProcess) => void
  /** Gets each line of its output. */
  say: (line: string) => void
}): Promise<Results> {
  const commit = await git(
    root,
    'rev-parse',
    '--verify',
    '--end-of-options',
    `${wanted}^{commit}`,
  ).catch(() => undefined)
  if (!commit) throw new StartError(`--against knows no commit "${wanted}".`)
  const clone = join(folder, 'against')
  rmSync(clone, { recursive: true, force: true })
  await git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, clone)
  await git(clone, 'checkout', '--quiet', '--detach', commit)
  shareNode(root, clone)
  await bench(clone, options, onChild, say)
  const { results } = findResults(join(clone, '.arasta/bench'), 'last')
  rmSync(clone, { recursive: true, force: true })
  return { ...results, commit: commit.slice(0, 10) }
}

/** Spares the download of Node where both commits use the same. */
function shareNode(root: string, clone: string): void {
  const node = 'tools/launch/node'
  const lock = join(node, 'package-lock.json')
  const modules = join(node, 'node_modules')
  if (!existsSync(join(root, modules)) || !existsSync(join(clone, lock))) return
  if (readFileSync(join(root, lock), 'utf8') === readFileSync(join(clone, lock), 'utf8'))
    cpSync(join(root, modules), join(clone, modules), { recursive: true })
}

function bench(
  folder: string,
  { sizes, kinds, seconds, connections, seed, catalogue }: BenchOptions,
  onChild: (child: ChildProcess) => void,
  say: (line: string) => void,
): Promise<void> {
  const given = { sizes, only: kinds, seconds, connections, seed, catalogue }
  const args = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  // Only what every commit's bench knows.
  const child = spawn(process.execPath, ['tools/launch/launch.mjs', 'bench', ...args], {
    cwd: folder,
    env: { ...process.env, ARASTA_DATA: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  })
  onChild(child)
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) say(line)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new StartError(`That commit's bench ended with ${code}.`)),
    )
  })
}
