import type { BareAnswer } from './bare-server.ts'
import { childrenMeter, processMeter } from './cpu.ts'
import type { Kind } from './kinds.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { ask, setHeaders, type Answer } from './http-probe.ts'
import type { Measure, Way } from './results.ts'
import type { Worker } from './worker.ts'

/** One line of the table. */

/** Before each line: compilers warm up, caches fill. */
const WARM_UP = 0.5 // of the measured time

export interface Target {
  port: number
  /** Process that answers. */
  pid: number
  /** PostgreSQL's listening process where the database is behind it. */
  databasePid: number | null
  headers: Record<string, string>
}

export interface Line {
  items: number
  kind: Kind
  way: Way
  paths: string[]
}

export interface Measuring {
  loader: Worker
  seconds: number
  connections: number
}

/** Asks every address once: each must be answered with 200. Gives the answers. */
export async function checkAll(
  { port, headers }: Pick<Target, 'port' | 'headers'>,
  paths: readonly string[],
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const path of paths) {
    const answer = await ask(port, path, headers)
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
    answers.set(path, answer)
  }
  return answers
}

export const meanBytes = (answers: Iterable<Answer>): number | null => {
  const sizes = [...answers].map((answer) => answer.body.length)
  return sizes.length === 0
    ? null
    : Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
}

export async function measureLine(
  { loader, seconds, connections }: Measuring,
  target: Target,
  line: Line,
  bytes: number | null,
): Promise<Measure> {
  const job: LoadJob = {
    url: `http://127.0.0.1:${target.port}`,
    connections,
    seconds: seconds * WARM_UP,
    paths: line.paths,
    headers: target.headers,
  }
  await loader.ask<LoadResult>(job)
  const server = processMeter(target.pid)
  const load = processMeter(loader.pid)
  const database = target.databasePid === null ? null : childrenMeter(target.databasePid)
  const result = await loader.ask<LoadResult>({ ...job, seconds })
  const each = (used: number | null | undefined): number | null =>
    used === null || used === undefined || result.requests === 0 ? null : used / result.requests
  return {
    items: line.items,
    kind: line.kind,
    way: line.way,
    perSecond: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    loader: shareOfCore(load.used(), result.seconds),
    cpu: each(server.used()),
    databaseCpu: each(database?.used()),
    requests: result.requests,
    errors: result.errors,
    non2xx: result.non2xx,
    bytes,
    addresses: line.paths.length,
  }
}

const shareOfCore = (used: number | null, seconds: number): number | null =>
  used === null ? null : used / 1000 / seconds

/** What the bare server is to send: the product's own answers. */
export const bareAnswers = (answers: ReadonlyMap<string, Answer>): BareAnswer[] =>
  [...answers].map(([path, answer]) => ({
    path,
    headers: setHeaders(answer),
    body: answer.body.toString('base64'),
  }))
