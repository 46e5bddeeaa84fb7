import { execFileSync, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nativeFolder } from '#tools/launch/postgres/binaries.ts'
import type { Screen } from '#tools/launch/screen.ts'
import { timed } from '#tools/launch/screen.ts'
import { StartError } from '#tools/launch/start-error.ts'
import { startBenchCluster, type BenchCluster } from './cluster.ts'
import { generateMarket } from './generate.ts'
import { commitOf, measureCommit } from './against.ts'
import { describeMachine, machineLines } from './machine.ts'
import { CONSOLE_STOCK } from './console-stock.ts'
import { measureConsole } from './measure-console.ts'
import { measureMarket, type MarketRun, profileMarket } from './measure-market.ts'
import { goalsTableOf, withTable } from './goals.ts'
import type { BenchOptions } from './options.ts'
import { measureRelevance } from './relevance/measure-relevance.ts'
import { findPgbench } from './pgbench.ts'
import { findResults, storeResults, type Results } from './results.ts'
import { prepareDatabase, startServer } from './server.ts'
import { catalogueStock } from './catalogue-stock.ts'
import { demoStock, type Stock } from './demo-stock.ts'
import { align, comparisonOf, count, growthOf, tableOf } from './table.ts'
import { startWorker } from './worker.ts'

export interface BenchRun {
  root: string
  options: BenchOptions
  screen: Screen
  onChild: (child: ChildProcess) => void
  /** Told of everything that must be put away at the end, in whichever way that comes. */
  onEnd: (end: { stop: () => Promise<unknown>; kill: () => unknown }) => void
  isStopping: () => boolean
}

/** Prints README's table from stored results, and puts it there. */
export function writeTable(root: string, wanted: string, screen: Screen): void {
  const { path, results } = findResults(join(root, '.arasta/bench'), wanted)
  const table = goalsTableOf(results)
  for (const line of table) screen.line(line)
  const file = join(root, 'README.md')
  const readme = withTable(readFileSync(file, 'utf8'), table)
  if (readme === null) throw new StartError('README.md has no place for the table.')
  writeFileSync(file, readme)
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), file], {
    cwd: root,
    stdio: 'ignore',
    timeout: 30_000,
  })
  screen.line(`README.md has the table of ${relative(root, path)}.`)
}

/** Prints how well search finds (`relevance/`). */
export async function runRelevance({
  root,
  options,
  screen,
  onEnd,
}: Pick<BenchRun, 'root' | 'options' | 'screen' | 'onEnd'>): Promise<void> {
  const cluster = await timed(screen, 'Starting a database of its own', () =>
    startBenchCluster(root, join(root, '.arasta/bench/data'), screen),
  )
  onEnd(cluster)
  const { catalogue } = options
  for (const line of await measureRelevance({ root, cluster, screen, catalogue })) screen.line(line)
}

/** Generates, measures, prints and keeps; everything that it starts is handed to `onEnd`. */
export async function runBench(run: BenchRun): Promise<Results> {
  const { root, options, screen } = run
  const folder = join(root, '.arasta/bench')
  const earlier =
    options.compare === undefined ? undefined : findResults(folder, options.compare).results
  const against =
    options.against === undefined ? undefined : await measureAgainst(run, folder, options.against)
  const stock =
    options.catalogue === undefined
      ? demoStock()
      : await timed(screen, 'Reading the catalogue', () => catalogueStock(options.catalogue ?? ''))
  const cluster = await timed(screen, 'Starting a database of its own', () =>
    startBenchCluster(root, join(folder, 'data'), screen),
  )
  run.onEnd(cluster)
  const machine = describeMachine(cluster.version)
  screen.line('')
  for (const line of machineLines(machine)) screen.line(line)
  const pgbench = findPgbench(process.env, [join(nativeFolder(root).folder, 'bin')])
  const databaseTool =
    pgbench === undefined
      ? 'a minimal client with prepared statements (no pgbench was found)'
      : `pgbench (${pgbench})`
  screen.line(
    `Multiplied: ${stock.name}, ${count(stock.items.length)} items. ${options.connections} connections, ${options.seconds} s a line in ${options.rounds} ${options.rounds === 1 ? 'round' : 'rounds'}. PostgreSQL's own rate by ${databaseTool}.`,
  )
  screen.line(
    `PostgreSQL as the product's embedded one is set: ${Object.entries(cluster.settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  )
  screen.line('')
  const loader = await startWorker('load.ts', run.onChild)
  const bare = await startWorker('bare-server.ts', run.onChild)
  const react = await startWorker('bare-react.ts', run.onChild)
  const results: Results = {
    format: 2,
    at: new Date().toISOString(),
    commit: await commitOf(root),
    machine,
    settings: cluster.settings,
    stock: stock.name,
    connections: options.connections,
    seconds: options.seconds,
    rounds: options.rounds,
    seed: options.seed,
    databaseTool,
    markets: [],
    measures: [],
  }
  for (const items of options.sizes) {
    if (run.isStopping()) break
    const market = await makeMarket(run, cluster, stock, items)
    if (options.console) {
      for (const line of await consoleLines(run, cluster, market)) screen.line(line)
      await cluster.dropDatabase(market.database)
      continue
    }
    const marketRun: MarketRun = {
      ...market,
      root,
      cluster,
      loader,
      bare,
      react,
      pgbench,
      options,
      screen,
      onChild: run.onChild,
      onEnd: run.onEnd,
      onGiveUp: (error) => screen.error(error.message),
    }
    if (options.profile) {
      for (const line of await profileMarket(marketRun)) screen.line(line)
      await cluster.dropDatabase(market.database)
      continue
    }
    const measured = await measureMarket(marketRun)
    results.markets.push(measured.facts)
    results.measures.push(...measured.measures)
    // At once: whatever happens to a bigger market, these are measured.
    storeResults(folder, results)
    await cluster.dropDatabase(market.database)
  }
  if (options.console || options.profile) return results
  for (const line of [
    ...tableOf(results),
    ...growthOf(results),
    ...(earlier ? comparisonOf(results, earlier) : []),
    ...(against ? comparisonOf(results, against) : []),
  ])
    screen.line(line)
  const failed = results.measures.reduce((sum, one) => sum + one.errors + one.non2xx, 0)
  screen.line('')
  if (failed > 0) screen.error(`${count(failed)} requests failed: these figures do not count.`)
  for (const line of machineLines(machine)) screen.line(line)
  screen.line(
    `Kept in ${relative(root, storeResults(folder, results))}; \`npm run bench -- --compare last\` shows what has changed since.`,
  )
  return results
}

async function measureAgainst(
  { root, options, screen, onChild }: BenchRun,
  folder: string,
  wanted: string,
): Promise<Results> {
  const results = await timed(screen, `Measuring ${wanted}`, (progress) =>
    measureCommit({ root, folder, wanted, options, onChild, say: progress }),
  )
  storeResults(folder, results)
  return results
}

async function consoleLines(
  { root, screen, onEnd }: BenchRun,
  cluster: BenchCluster,
  { databaseUrl, generated }: Pick<MarketRun, 'databaseUrl' | 'generated'>,
): Promise<string[]> {
  const lines = await timed(screen, 'Asking the console', async (progress) => {
    const server = await startServer({
      root,
      cluster,
      databaseUrl,
      cacheMegabytes: 0,
      screen,
      onGiveUp: (error) => screen.error(error.message),
      onStart: onEnd,
    })
    const measured = await measureConsole({ databaseUrl, ...server.console, say: progress })
    await server.stop()
    return measured
  })
  const { stores, installs, orders, auditLines } = CONSOLE_STOCK
  return [
    '',
    `The console at ${count(generated.items)} items, ${count(stores)} stores, ${count(installs)} installations, ${count(orders)} orders, ${count(auditLines)} audit lines:`,
    ...align(
      [
        ['page', 'p50 ms', 'p99 ms', 'bytes'],
        ...lines.map(({ page, p50, p99, bytes }) => [
          page,
          p50.toFixed(1),
          p99.toFixed(1),
          count(bytes),
        ]),
      ],
      1,
    ),
  ]
}

async function makeMarket(
  { root, options, screen }: BenchRun,
  cluster: BenchCluster,
  stock: Stock,
  items: number,
): Promise<Pick<MarketRun, 'database' | 'databaseUrl' | 'generated'>> {
  const database = `bench_${items}`
  const databaseUrl = await cluster.createDatabase(database)
  const generated = await timed(
    screen,
    `Making a market of ${count(items)} items`,
    async (progress) => {
      await prepareDatabase(root, cluster, databaseUrl)
      return generateMarket({
        url: databaseUrl,
        items,
        seed: options.seed,
        stock,
        onProgress: (done) => progress(`${Math.floor((done / items) * 100)} %`),
      })
    },
  )
  return { database, databaseUrl, generated }
}
