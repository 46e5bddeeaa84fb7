import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDb } from '#db/client.ts'
import { createHttp } from '#lib/http.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { productParts, type Parts, type Surroundings } from '#tools/launch/parts.ts'
import { startProduct } from '#tools/launch/product.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { ProofRun } from '../proof.ts'
import { lastWords, runTool, skip, type PartResult } from './tool.ts'

/** A figure of the database is up to a minute old. */
const FIRES_WITHIN_MS = 120_000
const STEP_MS = 500

interface Tools {
  prometheus: string
  promtool: string
}

/** What is installed, or Debian's package, unpacked into `folder`; null without either. */
async function findPrometheus(run: ProofRun, folder: string): Promise<Tools | null> {
  if ((await runTool(run, 'prometheus', ['--version'])).code === 0)
    return { prometheus: 'prometheus', promtool: 'promtool' }
  if ((await runTool(run, 'apt-get', ['download', 'prometheus'], { cwd: folder })).code !== 0)
    return null
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (file === undefined) return null
  const unpacked = await runTool(run, 'dpkg-deb', ['--extract', join(folder, file), folder])
  const bin = join(folder, 'usr/bin')
  return unpacked.code === 0
    ? { prometheus: join(bin, 'prometheus'), promtool: join(bin, 'promtool') }
    : null
}

/** The rules are rules, and each fires when its cause is in the series. */
async function checkRules(run: ProofRun, { promtool }: Tools): Promise<string[]> {
  const cwd = join(run.root, 'deploy/monitoring')
  const faults: string[] = []
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const outcome = await runTool(run, promtool, args, { cwd })
    if (outcome.code !== 0) faults.push(lastWords(outcome))
  }
  return faults
}

const withMetrics =
  (port: number) =>
  (surroundings: Surroundings): Parts => {
    const parts = productParts(surroundings)
    const METRICS_PORT = String(port)
    return {
      ...parts,
      after: parts.after.map((part) =>
        part.file === 'server/main.ts' ? { ...part, env: { ...part.env, METRICS_PORT } } : part,
      ),
    }
  }

/** Starts Prometheus with our rules; alerts wait for seconds, not minutes. */
function startPrometheus(
  run: ProofRun,
  { prometheus }: Tools,
  { folder, port, target }: { folder: string; port: number; target: number },
): () => void {
  const rules = readFileSync(join(run.root, 'deploy/monitoring/alerts.yaml'), 'utf8')
  writeFileSync(join(folder, 'alerts.yaml'), rules.replaceAll(/^( +for:) \d+m$/gm, '$1 3s'))
  writeFileSync(
    join(folder, 'prometheus.yaml'),
    `global: { scrape_interval: 2s, evaluation_interval: 1s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: arasta
    static_configs: [{ targets: ['127.0.0.1:${target}'] }]
`,
  )
  const data = join(folder, 'data')
  mkdirSync(data)
  const child = spawn(
    prometheus,
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  run.onChild(child)
  return () => void child.kill('SIGKILL')
}

interface RuleState {
  name: string
  health: string
  state: string
}

function askPrometheus(port: number) {
  const origin = `http://127.0.0.1:${port}`
  const http = createHttp({ allowOrigins: [origin] })
  const ask = async <T>(path: string): Promise<T | null> => {
    const answer = await http.request(`${origin}/api/v1/${path}`).catch(() => null)
    return answer?.status === 200
      ? (JSON.parse(answer.body.toString('utf8')) as { data: T }).data
      : null
  }
  return {
    async rules(): Promise<RuleState[]> {
      const answer = await ask<{ groups: { rules: RuleState[] }[] }>('rules')
      return answer?.groups.flatMap(({ rules }) => rules) ?? []
    },
    async value(query: string): Promise<number | null> {
      const answer = await ask<{ result: { value: [number, string] }[] }>(
        `query?query=${encodeURIComponent(query)}`,
      )
      const text = answer?.result[0]?.value[1]
      return text === undefined ? null : Number(text)
    },
  }
}

async function until(isSo: () => Promise<boolean>, within = FIRES_WITHIN_MS): Promise<boolean> {
  const end = performance.now() + within
  while (performance.now() < end) {
    if (await isSo()) return true
    await sleep(STEP_MS)
  }
  return false
}

/** A running market is scraped, its rules are evaluated, and one alert comes and goes. */
async function watchMarket(
  run: ProofRun,
  tools: Tools,
  folder: string,
): Promise<{ faults: string[]; rules: number }> {
  const [metrics, port] = (await freePorts(2)) as [number, number]
  const dataFolder = join(folder, 'market')
  mkdirSync(join(dataFolder, 'logs'), { recursive: true })
  const product = await startProduct({
    root: run.root,
    dataFolder,
    ports: 'free',
    empty: true,
    screen: run.screen,
    parts: withMetrics(metrics),
    onStoppable: run.onEnd,
  })
  const stop = startPrometheus(run, tools, { folder, port, target: metrics })
  const prometheus = askPrometheus(port)
  const db = openDb({ url: product.databaseUrl, poolSize: 1 })
  const stateOf = async (name: string) =>
    (await prometheus.rules()).find((rule) => rule.name === name)?.state
  const faults: string[] = []
  try {
    if (!(await until(async () => (await prometheus.value('min(arasta_ready)')) === 1)))
      faults.push('Prometheus does not see that the market is ready')
    const isEvaluated = async () => {
      const rules = await prometheus.rules()
      return rules.length > 0 && rules.every(({ health }) => health === 'ok')
    }
    if (!(await until(isEvaluated))) faults.push('not every rule could be evaluated')
    if ((await stateOf('ArastaNotReady')) !== 'inactive')
      faults.push('ArastaNotReady fires without a cause')
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration
      where name = (select max(name) from kysely_migration)
      returning name, timestamp`.execute(db)
    if (!(await until(async () => (await stateOf('ArastaNotReady')) === 'firing')))
      faults.push('ArastaNotReady does not fire while a migration is missing')
    await sql`insert into kysely_migration (name, timestamp)
      values (${rows[0]!.name}, ${rows[0]!.timestamp})`.execute(db)
    if (!(await until(async () => (await stateOf('ArastaNotReady')) === 'inactive')))
      faults.push('ArastaNotReady does not end with its cause')
    return { faults, rules: (await prometheus.rules()).length }
  } finally {
    stop()
    await db.destroy()
    await product.stop()
  }
}

/** Debian's Prometheus reads a running market, and evaluates and tests the rules. */
export async function proveMonitoring(run: ProofRun): Promise<PartResult> {
  const folder = temporaryFolder()
  run.onEnd({ stop: async () => folder.remove(), kill: folder.remove })
  try {
    const tools = await findPrometheus(run, folder.path)
    if (tools === null)
      return skip('Prometheus is not installed, and its Debian package could not be fetched.')
    const faults = await checkRules(run, tools)
    const watched = await watchMarket(run, tools, folder.path)
    return { checked: `${watched.rules} rules`, faults: [...faults, ...watched.faults] }
  } finally {
    folder.remove()
  }
}
