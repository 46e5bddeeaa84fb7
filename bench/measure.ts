import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { BarePage } from './bare-react.ts'
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
  /** For all rounds. */
  seconds: number
  rounds: number
  connections: number
}

export interface LineOfTarget {
  target: Target
  line: Line
  bytes: number | null
}

/** By address. */
export type Answers = ReadonlyMap<string, Answer>

/** Asks every address once: each must be answered with 200. Gives the answers. */
export async function checkAll(
  { port, headers }: Pick<Target, 'port' | 'headers'>,
  paths: readonly string[],
): Promise<Answers> {
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

/**
 * Measures lines of servers that run side by side, in rounds: each line's turns lie apart, so that
 * their spread shows how much the machine changed meanwhile. Gives the medians.
 */
export async function measureLines(
  measuring: Measuring,
  lines: readonly LineOfTarget[],
  progress: (line: Line) => void,
): Promise<Measure[]> {
  const rounds: Measure[][] = lines.map(() => [])
  for (let round = 0; round < measuring.rounds; round += 1)
    for (const [index, one] of lines.entries()) {
      progress(one.line)
      rounds[index]?.push(await measureLine(measuring, one, round === 0))
    }
  return rounds.map(medianOf)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** One line of several rounds. */
export function medianOf(rounds: readonly Measure[]): Measure {
  const [first] = rounds
  if (!first) throw new Error('Nothing was measured')
  const of = (name: 'p50' | 'p99' | 'cpu' | 'databaseCpu' | 'loader'): number | null => {
    const values = rounds.map((one) => one[name]).filter((value) => value !== null)
    return values.length < rounds.length ? null : median(values)
  }
  const rates = rounds.map((one) => one.perSecond)
  const sum = (name: 'requests' | 'errors' | 'non2xx') =>
    rounds.reduce((all, one) => all + one[name], 0)
  const perSecond = median(rates)
  return {
    ...first,
    perSecond,
    spread: rounds.length === 1 ? null : (Math.max(...rates) - Math.min(...rates)) / 2 / perSecond,
    p50: of('p50') ?? first.p50,
    p99: of('p99'),
    cpu: of('cpu'),
    databaseCpu: of('databaseCpu'),
    loader: of('loader'),
    requests: sum('requests'),
    errors: sum('errors'),
    non2xx: sum('non2xx'),
  }
}

async function measureLine(
  { loader, seconds: allSeconds, rounds, connections }: Measuring,
  { target, line, bytes }: LineOfTarget,
  isFirst: boolean,
): Promise<Measure> {
  const seconds = allSeconds / rounds
  const job: LoadJob = {
    url: `http://127.0.0.1:${target.port}`,
    connections,
    seconds: isFirst ? allSeconds * WARM_UP : seconds * WARM_UP,
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
    spread: null,
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
export const bareAnswers = (answers: Answers): BareAnswer[] =>
  [...answers].map(([path, answer]) => ({
    path,
    headers: setHeaders(answer),
    body: answer.body.toString('base64'),
  }))

/** The pages' HTML, for `bare-react.ts`. */
export const barePages = (answers: Answers): BarePage[] =>
  [...answers].map(([path, answer]) => ({ path, html: decoded(answer).toString() }))

function decoded({ rawHeaders, body }: Answer): Buffer {
  const at = rawHeaders.findIndex((one, n) => n % 2 === 0 && /^content-encoding$/i.test(one))
  const encoding = at < 0 ? undefined : rawHeaders[at + 1]
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}
