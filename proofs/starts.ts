import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processMeter } from '#bench/cpu.ts'
import { type Part, productParts, type Surroundings } from '#tools/launch/parts.ts'
import { startProduct, type ProductOptions } from '#tools/launch/product.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { Proof, ProofRun } from './proof.ts'

const ROLES = ['web', 'worker', 'installer', 'preview', 'web,worker,installer,preview']
const TRIES = 3
/** After it is ready; what a start leaves to be done is done by then. */
const SETTLE_MS = 3_000
const MOST_MB = 400

interface Start {
  ms: number
  cpuMs: number
  megabytes: number
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function startServer(run: ProofRun, part: Part, roles: string): Promise<Start> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', part.file], {
    cwd: run.root,
    env: { PATH: process.env.PATH, ...part.env, ROLES: roles },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  run.onChild(child)
  const meter = processMeter(child.pid ?? 0)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('server ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`${roles} ended with ${code}`)))
  })
  const [ms, cpuMs] = [performance.now() - began, meter.used() ?? 0]
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const megabytes = residentMegabytes(child.pid ?? 0)
  await new Promise<void>((resolve) => {
    child.removeAllListeners('exit').once('exit', () => resolve())
    child.kill('SIGTERM')
  })
  return { ms, cpuMs, megabytes }
}

const least = (numbers: number[]): number => Math.round(Math.min(...numbers))

/**
 * How long each role and the whole product take to start when they have been started before, and
 * what memory they need then. The best of some tries: other load only makes a start slower.
 */
export const prove: Proof = async (run) => {
  const { root, screen, onEnd, isStopping } = run
  const folder = temporaryFolder()
  onEnd({ stop: async () => folder.remove(), kill: folder.remove })
  mkdirSync(join(folder.path, 'logs'))
  let server: Part | undefined
  const start = async (parts: ProductOptions['parts']) => {
    const began = performance.now()
    const product = await startProduct({
      dataFolder: folder.path,
      ports: 'free',
      root,
      ...(parts && { parts }),
      onStoppable: onEnd,
    })
    return { product, ms: performance.now() - began }
  }
  const withoutServer = (surroundings: Surroundings) => {
    const parts = productParts(surroundings)
    server = parts.after[0]
    return { ...parts, after: [] }
  }

  const whole: number[] = []
  for (let n = 0; n <= TRIES && !isStopping(); n += 1) {
    const { product, ms } = await start(undefined)
    if (n > 0) whole.push(ms)
    await product.stop()
  }
  screen.line(`  the whole product, again: ${least(whole)} ms`)
  const { product } = await start(withoutServer)
  const heavy: string[] = []
  for (const roles of ROLES) {
    const starts: Start[] = []
    for (let n = 0; n <= TRIES && !isStopping() && server; n += 1)
      starts.push(await startServer(run, server, roles))
    const [, ...again] = starts
    const megabytes = least(again.map((one) => one.megabytes))
    if (megabytes > MOST_MB) heavy.push(roles)
    screen.line(
      `  ${roles}: ${least(again.map((one) => one.ms))} ms, ${least(again.map((one) => one.cpuMs))} ms of processor, ${megabytes} MB`,
    )
  }
  await product.stop()
  return { checked: 'Starts', violations: heavy.length }
}
