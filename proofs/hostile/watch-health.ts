import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Asks a server how it is, again and again, from a thread of its own, and measures how long the
 * answer takes. Where the machine has other work, the server's main thread waits for a processor:
 * that wait, which Linux counts, is not the server's doing and is taken off.
 */
export interface HealthSample {
  rawMs: number
  ownMs: number
}
export interface HealthOrder {
  origin: string
  pid: number
  everyMs: number
}

const { origin, pid, everyMs } = workerData as HealthOrder
const { host, port } = new URL(origin)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds that a process's main thread, or ours, was ready and had no processor. */
function waitedMs(task: string): number {
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
const waits = (): number => waitedMs(`${pid}/task/${pid}`) + waitedMs('thread-self')

const ask = () =>
  new Promise<void>((resolve, reject) => {
    request(
      { agent, host: '127.0.0.1', port, path: '/health/ready', headers: { host }, timeout: 30_000 },
      (answer) => {
        answer
          .resume()
          .on('end', () =>
            answer.statusCode === 200
              ? resolve()
              : reject(new Error(`/health/ready answered ${answer.statusCode}`)),
          )
      },
    )
      .on('error', reject)
      .on('timeout', () => reject(new Error('/health/ready did not answer in 30 s')))
      .end()
  })

for (;;) {
  const [began, waited] = [performance.now(), waits()]
  try {
    await ask()
    const rawMs = performance.now() - began
    parentPort?.postMessage({
      rawMs,
      ownMs: Math.max(0, rawMs - (waits() - waited)),
    } satisfies HealthSample)
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message })
  }
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
