import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { poolOf } from '#db/client.ts'
import type { Screen } from '#tools/launch/screen.ts'
import { timed } from '#tools/launch/screen.ts'
import type { StartError } from '#tools/launch/start-error.ts'
import { makeRequests, type BenchRequests } from './requests.ts'
import type { BenchCluster } from './cluster.ts'
import { childrenMeter } from './cpu.ts'
import type { GeneratedMarket } from './generate.ts'
import { readKnownValues } from './known-values.ts'
import { KIND_LABELS, type Kind } from './kinds.ts'
import {
  type Answers,
  bareAnswers,
  barePages,
  checkAll,
  type Line,
  type LineOfTarget,
  meanBytes,
  measureLines,
  type Measuring,
  type Target,
} from './measure.ts'
import type { LoadResult } from './load.ts'
import type { BenchOptions } from './options.ts'
import { runPgbench } from './pgbench.ts'
import type { ReplayResult } from './replay.ts'
import { addOwner } from './owner.ts'
import type { MarketFacts, Measure, Way } from './results.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { foldProfile } from './fold-profile.ts'
import { connectInspector } from './profile.ts'
import { startServer, type BenchServer } from './server.ts'
import { align, count } from './table.ts'
import { recordStatements, type Statement } from './statements.ts'
import { startWorker, type Worker } from './worker.ts'

export interface MarketRun {
  root: string
  cluster: BenchCluster
  database: string
  databaseUrl: string
  generated: GeneratedMarket
  loader: Worker
  bare: Worker
  react: Worker
  pgbench: string | undefined
  options: BenchOptions
  screen: Screen
  onChild: (child: ChildProcess) => void
  onEnd: (end: { stop: () => Promise<unknown>; kill: () => unknown }) => void
  onGiveUp: (error: StartError) => void
}

/** As a browser asks; for the calls, a program that unpacks nothing. */
const PAGE_HEADERS = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'tr',
}
const API_HEADERS = { accept: 'application/json' }
/** Kinds whose bytes the bare server sends, too. */
const BARE_PAGES: readonly Kind[] = ['list', 'detail', 'home']

/** Every line of one market: first without the page cache, then with it, then the limits. */
export async function measureMarket(
  run: MarketRun,
): Promise<{ facts: MarketFacts; measures: Measure[] }> {
  const {
    generated: { items },
    options,
    screen,
  } = run
  const listener = recordStatements(run.databaseUrl)
  try {
    const asks = makeRequests(await readKnownValues(listener.db, run.generated))
    const measures: Measure[] = []
    const facts = await timed(
      screen,
      `Asking it (${items.toLocaleString('en-US')} items)`,
      async (progress) => {
        const measuring: Measuring = {
          loader: run.loader,
          seconds: options.seconds,
          rounds: options.rounds,
          connections: options.connections,
        }
        const report = ({ kind, way }: Line) => progress(`${KIND_LABELS[kind]}, ${way}`)
        const owner = await addOwner(listener.db)
        const plain = await open(run, 0)
        const uncached: LineOfTarget[] = []
        let json: Answers | undefined
        const plainPages = new Map<Kind, Answers>()
        for (const kind of options.kinds) {
          progress(`${KIND_LABELS[kind]}, first answers`)
          const api = targetOf(run, plain, API_HEADERS)
          const answers = await checkAll(api, asks[kind].api)
          checkSearch(kind, answers, run.generated)
          if (kind === 'list') json = answers
          uncached.push(lineOf(items, kind, 'api', api, answers))
          const page = targetOf(run, plain, PAGE_HEADERS)
          const pages = await checkAll(page, asks[kind].html)
          plainPages.set(kind, pages)
          uncached.push(lineOf(items, kind, 'page', page, pages))
          if (!BARE_PAGES.includes(kind)) continue
          const signedIn = targetOf(run, plain, { ...PAGE_HEADERS, cookie: owner })
          const framed = asks[kind].html.map((path) => `/market${path === '/' ? '' : path}`)
          uncached.push(
            lineOf(items, kind, 'owner page', signedIn, await checkAll(signedIn, asks[kind].html)),
            lineOf(items, kind, 'framed page', signedIn, await checkAll(signedIn, framed)),
          )
        }
        measures.push(...(await measureLines(measuring, uncached, report)))
        const serverMemory = memoryOf(plain.pid())
        await plain.stop()
        const cached = await open(run, 64)
        const fromCache: LineOfTarget[] = []
        const sent = new Map<Kind, Answers>()
        for (const kind of options.kinds) {
          const api = targetOf(run, cached, API_HEADERS)
          const page = targetOf(run, cached, PAGE_HEADERS)
          const pages = await checkAll(page, asks[kind].html)
          sent.set(kind, pages)
          fromCache.push(
            lineOf(items, kind, 'cached api', api, await checkAll(api, asks[kind].api)),
            lineOf(items, kind, 'cached page', page, pages),
          )
        }
        measures.push(...(await measureLines(measuring, fromCache, report)))
        await cached.stop()
        for (const kind of options.kinds) {
          const [pages, rendered] = [sent.get(kind), plainPages.get(kind)]
          if (pages && rendered && BARE_PAGES.includes(kind))
            measures.push(
              ...(await measureBare(run, measuring, kind, 'bare page', pages, report)),
              ...(await measureBare(run, measuring, kind, 'bare react', rendered, report)),
            )
          if (json && kind === 'list')
            measures.push(...(await measureBare(run, measuring, kind, 'bare json', json, report)))
        }
        const {
          rows: [session],
        } = await poolOf(listener.db).query<{ plan_cache_mode: string }>('show plan_cache_mode')
        const planCacheMode = session?.plan_cache_mode ?? 'auto'
        for (const kind of options.kinds) {
          if (kind === 'home') continue
          progress(`${KIND_LABELS[kind]}, database`)
          const turns = await turnsOf(listener.statementsOf, asks[kind])
          measures.push(await measureDatabase(run, kind, turns, planCacheMode))
        }
        const {
          rows: [size],
        } = await poolOf(listener.db).query<{ bytes: number }>(
          'select pg_database_size(current_database()) as bytes',
        )
        return {
          items,
          generateSeconds: run.generated.seconds,
          databaseBytes: size?.bytes ?? 0,
          serverMemory,
        }
      },
    )
    return { facts, measures }
  } finally {
    await listener.close()
  }
}

const open = async (
  { root, cluster, databaseUrl, screen, onGiveUp, onEnd }: MarketRun,
  cacheMegabytes: number,
  inspectPort?: number,
): Promise<BenchServer> =>
  startServer({
    root,
    cluster,
    databaseUrl,
    cacheMegabytes,
    inspectPort,
    screen,
    onGiveUp,
    onStart: onEnd,
  })

const SHOWN_MODULES = 25
const SHOWN_FUNCTIONS = 30
const SHOWN_STATEMENTS = 15

/** For each kind, as a call and as a page that is rendered anew: where the server's time goes. */
export async function profileMarket(run: MarketRun): Promise<string[]> {
  const {
    options: { kinds, seconds, rounds, connections },
    generated,
    loader,
    screen,
  } = run
  const listener = recordStatements(run.databaseUrl)
  const [port = 0] = await freePorts(1)
  try {
    const requests = makeRequests(await readKnownValues(listener.db, generated))
    return await timed(screen, 'Profiling', async (progress) => {
      const server = await open(run, 0, port)
      const inspector = await connectInspector(port)
      const owner = await addOwner(listener.db)
      const lines: string[] = []
      for (const kind of kinds)
        for (const way of ['api', 'page', 'owner page'] as const) {
          progress(`${KIND_LABELS[kind]}, ${way}`)
          const target = targetOf(run, server, {
            ...(way === 'api' ? API_HEADERS : PAGE_HEADERS),
            ...(way === 'owner page' && { cookie: owner }),
          })
          const paths = requests[kind][way === 'api' ? 'api' : 'html']
          const answers = await checkAll(target, paths)
          const line = lineOf(
            generated.items,
            kind,
            way === 'api' ? 'api' : 'page',
            target,
            answers,
          )
          const measuring: Measuring = { loader, seconds, rounds, connections }
          // Unprofiled first: it warms up, and its processor time is not the profiler's.
          const [plain] = await measureLines(measuring, [line], () => {})
          let requestsSent = 0
          const { profile, statements } = await inspector.record(async () => {
            requestsSent = (
              await loader.ask<LoadResult>({
                url: `http://127.0.0.1:${target.port}`,
                connections,
                seconds,
                paths,
                headers: target.headers,
              })
            ).requests
          })
          const folded = foldProfile(profile, run.root)
          const row = ({ name, ms }: { name: string; ms: number }) => [
            name,
            (ms / requestsSent).toFixed(3),
            `${((ms / folded.totalMs) * 100).toFixed(1)} %`,
          ]
          const sent = [...statements].toSorted(([, a], [, b]) => b - a)
          const each = sent.reduce((sum, [, times]) => sum + times, 0) / requestsSent
          lines.push(
            '',
            `${KIND_LABELS[kind]}, ${way}: ${count(plain?.perSecond ?? 0)} per second, ${plain?.cpu?.toFixed(2) ?? '–'} ms CPU, ${plain?.databaseCpu?.toFixed(2) ?? '–'} ms of PostgreSQL, ${each.toFixed(1)} statements, ${count(line.bytes ?? 0)} bytes`,
            ...align([['module', 'ms', ''], ...folded.modules.slice(0, SHOWN_MODULES).map(row)], 1),
            '',
            ...align(
              [['function', 'ms', ''], ...folded.functions.slice(0, SHOWN_FUNCTIONS).map(row)],
              1,
            ),
            '',
            'statements a request',
            ...sent
              .slice(0, SHOWN_STATEMENTS)
              .map(
                ([text, times]) => `${(times / requestsSent).toFixed(2)}  ${text.slice(0, 160)}`,
              ),
          )
        }
      inspector.close()
      await server.stop()
      return lines
    })
  } finally {
    await listener.close()
  }
}

const targetOf = (
  { cluster }: MarketRun,
  server: BenchServer,
  headers: Record<string, string>,
): Target => ({
  port: server.port,
  pid: server.pid(),
  databasePid: cluster.pid,
  headers: { ...headers, host: server.host },
})

/** That the searches are what their lines say. */
function checkSearch(kind: Kind, answers: Answers, { items }: GeneratedMarket): void {
  if (kind !== 'selective' && kind !== 'broad' && kind !== 'typo') return
  for (const [path, { body }] of answers) {
    if (kind === 'broad' && path.includes('category=')) continue
    const { meta } = JSON.parse(body.toString()) as {
      meta: { total: number; total_is_at_least: boolean; corrected: string | null }
    }
    const share = meta.total / items
    // The nearest word may be another one than was meant, or the beginning of several.
    const most = kind === 'typo' ? Math.max(40, items / 100) : 40
    if (
      kind === 'broad'
        ? !meta.total_is_at_least && (share < 0.1 || share > 0.35)
        : meta.total < 1 || meta.total > most
    )
      throw new Error(`${path} found ${meta.total}`)
    if (kind === 'typo' && meta.corrected === null) throw new Error(`${path} was not corrected`)
  }
}

const lineOf = (
  items: number,
  kind: Kind,
  way: Way,
  target: Target,
  answers: Answers,
): LineOfTarget => ({
  target,
  line: { items, kind, way, paths: [...answers.keys()] },
  bytes: meanBytes(answers.values()),
})

/** What a bare server needs for the same bytes, or React for the same elements. */
async function measureBare(
  run: MarketRun,
  measuring: Measuring,
  kind: Kind,
  way: 'bare page' | 'bare json' | 'bare react',
  answers: Answers,
  report: (line: Line) => void,
): Promise<Measure[]> {
  const [worker, job] =
    way === 'bare react' ? [run.react, barePages(answers)] : [run.bare, bareAnswers(answers)]
  await worker.ask(job)
  const { port } = worker.hello as { port: number }
  const headers = way === 'bare json' ? API_HEADERS : PAGE_HEADERS
  const target = { port, pid: worker.pid, databasePid: null, headers }
  return measureLines(measuring, [lineOf(run.generated.items, kind, way, target, answers)], report)
}

async function turnsOf(
  statementsOf: (address: string) => Promise<Statement[]>,
  { api }: BenchRequests,
): Promise<Statement[][]> {
  const turns: Statement[][] = []
  for (const address of api) turns.push(await statementsOf(address))
  return turns
}

async function measureDatabase(
  run: MarketRun,
  kind: Kind,
  turns: Statement[][],
  planCacheMode: string,
): Promise<Measure> {
  const {
    pgbench,
    cluster,
    databaseUrl: url,
    generated: { items },
    options: { seconds, connections },
    onChild,
  } = run
  const line = {
    items,
    kind,
    way: 'database',
    cpu: null,
    spread: null,
    loader: null,
    errors: 0,
    non2xx: 0,
    bytes: null,
    addresses: turns.length,
  } as const
  if (pgbench !== undefined) {
    const job = {
      file: pgbench,
      folder: join(cluster.folder, 'pgbench'),
      url,
      connections,
      turns,
      planCacheMode,
      onStart: onChild,
    }
    const meter = childrenMeter(cluster.pid)
    // pgbench counts whole seconds; connections are opened within them and not counted.
    const result = await runPgbench({ ...job, seconds: Math.max(1, Math.round(seconds)) })
    const used = meter.used()
    return {
      ...line,
      perSecond: result.perSecond,
      p50: result.mean,
      p99: null,
      databaseCpu: used === null ? null : used / result.turns,
      requests: result.turns,
    }
  }
  const client = await startWorker('replay.ts', onChild)
  try {
    const meter = childrenMeter(cluster.pid)
    const result = await client.ask<ReplayResult>({
      url,
      connections,
      seconds,
      turns,
      planCacheMode,
    })
    const used = meter.used()
    return {
      ...line,
      perSecond: result.turns / result.seconds,
      p50: result.p50,
      p99: result.p99,
      databaseCpu: used === null ? null : used / result.turns,
      requests: result.turns,
    }
  } finally {
    await client.end()
  }
}

/** Resident, in bytes. */
function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
