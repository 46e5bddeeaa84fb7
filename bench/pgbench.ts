import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Statement } from './statements.ts'

/** PostgreSQL's own tool: what the database can do when nothing stands in front of it. */

/** In PATH, or in a folder beside the embedded server; undefined where there is none. */
export function findPgbench(
  env: NodeJS.ProcessEnv,
  beside: readonly string[] = [],
): string | undefined {
  const name = process.platform === 'win32' ? 'pgbench.exe' : 'pgbench'
  const folders = [...beside, ...(env.PATH ?? env.Path ?? '').split(delimiter)].filter(Boolean)
  return folders
    .map((folder) => join(folder, name))
    .find(
      (file) => existsSync(file) && spawnSync(file, ['--version'], { timeout: 5_000 }).status === 0,
    )
}

/**
 * One script for one request, its values as variables: statements are parsed once for each
 * connection, as the product's are.
 */
export function scriptOf(
  statements: readonly Statement[],
  prefix: string,
): { text: string; variables: Record<string, string> } {
  const variables: Record<string, string> = {}
  const text = statements
    .map((statement, index) => {
      const name = (place: string) => `${prefix}_${index}_${place}`
      statement.values.forEach((value, place) => {
        variables[name(String(place + 1))] = asText(value)
      })
      // A comment would swallow the rest of the one line.
      return `${statement.text
        .replaceAll(/^\s*--.*$/gm, '')
        .replace(/\$(\d+)/g, (_, place: string) => `:${name(place)}`)
        .replaceAll(/\s+/g, ' ')
        .trim()};\n`
    })
    .join('')
  return { text, variables }
}

const asText = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}`
    : String(value)

export interface PgbenchResult {
  turns: number
  perSecond: number
  /** Milliseconds, the mean: pgbench counts no percentiles. */
  mean: number
}

export function readPgbench(output: string): PgbenchResult | null {
  const number = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? Number.NaN)
  const turns = number(/transactions actually processed: (\d+)/)
  const perSecond = number(/^tps = ([\d.]+) \(without initial connection time\)/m)
  const mean = number(/latency average = ([\d.]+) ms/)
  return Number.isNaN(turns) || Number.isNaN(perSecond) ? null : { turns, perSecond, mean }
}

export interface PgbenchJob {
  file: string
  folder: string
  url: string
  connections: number
  seconds: number
  turns: readonly Statement[][]
  /** As the product's connections have it. */
  planCacheMode: string
  onStart(child: ChildProcess): void
}

export async function runPgbench({
  file,
  folder,
  url,
  connections,
  seconds,
  turns,
  planCacheMode,
  onStart,
}: PgbenchJob): Promise<PgbenchResult> {
  const { hostname, port, username, password, pathname } = new URL(url)
  mkdirSync(folder, { recursive: true })
  const scripts = turns.map((statements, index) => {
    const { text, variables } = scriptOf(statements, `r${index}`)
    const path = join(folder, `${index}.sql`)
    writeFileSync(path, text)
    return { path, variables }
  })
  const child = spawn(
    file,
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${connections}`,
      '--jobs=1',
      `--time=${seconds}`,
      '-h',
      hostname,
      '-p',
      port,
      '-U',
      username,
      ...scripts.flatMap(({ path, variables }) => [
        '-f',
        path,
        ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ]),
      pathname.slice(1),
    ],
    {
      env: {
        ...process.env,
        PGPASSWORD: decodeURIComponent(password),
        PGOPTIONS: `-c plan_cache_mode=${planCacheMode}`,
        LC_ALL: 'C',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  onStart(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const result = readPgbench(output)
  if (code !== 0 || !result)
    throw new Error(`pgbench: ${output.trim().split('\n').slice(0, 8).join(' ')}`)
  return result
}
