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
  bareAnswers,
  checkAll,
  meanBytes,
  measureLine,
  type Measuring,
  type Target,
} from './measure.ts'
import type { LoadResult } from './load.ts'
import type { BenchOptions } from './options.ts'
import { runPgbench } from './pgbench.ts'
import type { ReplayResult } from './replay.ts'
import type { MarketFacts, Measure } from './results.ts'
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
    const put = (line: Measure | undefined): void => void (line && measures.push(line))
    const words = (kind: Kind, what: string) => `${KIND_LABELS[kind]}, ${what}`
    const facts = await timed(
      screen,
      `Asking it (${items.toLocaleString('en-US')} items)`,
      async (progress) => {
        const measuring: Measuring = {
          loader: run.loader,
          seconds: options.seconds,
          connections: options.connections,
        }
        const plain = await open(run, 0)
        let json: Awaited<ReturnType<typeof checkAll>> | undefined
        for (const kind of options.kinds) {
          progress(words(kind, 'API'))
          const api = targetOf(run, plain, API_HEADERS)
          const answers = await checkAll(api, asks[kind].api)
          checkSearch(kind, answers, run.generated)
          if (kind === 'list') json = answers
          put(
            await measureLine(
              measuring,
              api,
              { items, kind, way: 'api', paths: asks[kind].api },
              meanBytes(answers.values()),
            ),
          )
          progress(words(kind, 'HTML'))
          const page = targetOf(run, plain, PAGE_HEADERS)
          const pages = await checkAll(page, asks[kind].html)
          put(
            await measureLine(
              measuring,
              page,
              { items, kind, way: 'page', paths: asks[kind].html },
              meanBytes(pages.values()),
            ),
          )
        }
        const serverMemory = memoryOf(plain.pid())
        await plain.stop()
        const cached = await open(run, 64)
        const sent = new Map<Kind, Awaited<ReturnType<typeof checkAll>>>()
        for (const kind of options.kinds) {
          progress(words(kind, 'out of the page cache'))
          const api = targetOf(run, cached, API_HEADERS)
          put(
            await measureLine(
              measuring,
              api,
              { items, kind, way: 'cached api', paths: asks[kind].api },
              meanBytes((await checkAll(api, asks[kind].api)).values()),
            ),
          )
          const page = targetOf(run, cached, PAGE_HEADERS)
          sent.set(kind, await checkAll(page, asks[kind].html))
          put(
            await measureLine(
              measuring,
              page,
              { items, kind, way: 'cached page', paths: asks[kind].html },
              meanBytes(sent.get(kind)?.values() ?? []),
            ),
          )
        }
        await cached.stop()
        const {
          rows: [session],
        } = await poolOf(listener.db).query<{ plan_cache_mode: string }>('show plan_cache_mode')
        const planCacheMode = session?.plan_cache_mode ?? 'auto'
        for (const kind of options.kinds) {
          progress(words(kind, 'the limits'))
          const pages = sent.get(kind)
          if (pages && BARE_PAGES.includes(kind))
            put(await measureBare(run, measuring, kind, 'bare page', pages, PAGE_HEADERS))
          if (json && kind === 'list')
            put(await measureBare(run, measuring, kind, 'bare json', json, API_HEADERS))
          if (kind !== 'home')
            put(
              await measureDatabase(
                run,
                kind,
                await turnsOf(listener.statementsOf, asks[kind]),
                planCacheMode,
              ),
            )
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

/** For each kind, as a call and as a page that is rendered anew: where the server's time goes. */
export async function profileMarket(run: MarketRun): Promise<string[]> {
  const {
    options: { kinds, seconds, connections },
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
      const lines: string[] = []
      for (const kind of kinds)
        for (const way of ['api', 'html'] as const) {
          progress(`${KIND_LABELS[kind]}, ${way}`)
          const target = targetOf(run, server, way === 'api' ? API_HEADERS : PAGE_HEADERS)
          const paths = requests[kind][way]
          const bytes = meanBytes((await checkAll(target, paths)).values())
          const line = {
            items: generated.items,
            kind,
            way: way === 'api' ? 'api' : 'page',
          } as const
          const measuring: Measuring = { loader, seconds, connections }
          // Unprofiled first: it warms up, and its processor time is not the profiler's.
          const plain = await measureLine(measuring, target, { ...line, paths }, bytes)
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
          lines.push(
            '',
            `${KIND_LABELS[kind]}, ${way === 'api' ? 'as a call' : 'as a page'}: ${count(plain.perSecond)} per second, ${plain.cpu?.toFixed(2) ?? '–'} ms CPU, ${(statements / requestsSent).toFixed(1)} statements, ${count(bytes ?? 0)} bytes`,
            ...align([['module', 'ms', ''], ...folded.modules.slice(0, SHOWN_MODULES).map(row)], 1),
            '',
            ...align(
              [['function', 'ms', ''], ...folded.functions.slice(0, SHOWN_FUNCTIONS).map(row)],
              1,
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
function checkSearch(
  kind: Kind,
  answers: Map<string, { body: Buffer }>,
  { items }: GeneratedMarket,
): void {
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

async function measureBare(
  { bare, generated: { items } }: MarketRun,
  measuring: Measuring,
  kind: Kind,
  way: 'bare page' | 'bare json',
  answers: Awaited<ReturnType<typeof checkAll>>,
  headers: Record<string, string>,
): Promise<Measure> {
  await bare.ask(bareAnswers(answers))
  const { port } = bare.hello as { port: number }
  return measureLine(
    measuring,
    { port, pid: bare.pid, databasePid: null, headers },
    { items, kind, way, paths: [...answers.keys()] },
    meanBytes(answers.values()),
  )
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
