import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashInputs, readStamp, writeStamp } from './stamp.ts'
import { StartError } from './start-error.ts'

export const MARKETS = ['app', 'theme'] as const
export type Market = typeof MARKETS[number]

export interface BuildOptions {
  root: string
  platformId: string
  logFolder: string
  onStart?: (child: ChildProcess) => void
}

/** Everything that a storefront build reads; what a server alone reads is left out, so that its changes need no build. */
export function buildKey(root: string, market: Market, platformId: string): string {
  return hashInputs({
    root,
    paths: ['apps/storefront', 'ui', 'locales', 'lib', 'contexts', 'tsconfig.json', 'package-lock.json'],
    counts: path => !/\.(test\.tsx?|md|sql)$/.test(path),
    also: [market, platformId],
  })
}

function stampFile(root: string, market: Market): string {
  return join(root, `build/storefront-${market}.stamp`)
}

/** The markets whose build is missing or older than its sources. */
export function staleBuilds(root: string, platformId: string): Market[] {
  return MARKETS.filter(market => !existsSync(join(root, `build/storefront-${market}`)) ||
    readStamp(stampFile(root, market)) !== buildKey(root, market, platformId))
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n').map(line => line.trim()).filter(Boolean)
  return lines.slice(-12).join('\n').replaceAll(/\u001B\[[0-9;]*m/g, '')
}

async function build(market: Market, { root, platformId, logFolder, onStart }: BuildOptions): Promise<void> {
  const key = buildKey(root, market, platformId)
  const logFile = join(logFolder, `build-${market}.log`)
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build', 'apps/storefront'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', MARKET: market, PLATFORM_ID: platformId },
    stdio: ['ignore', log, log],
  })
  onStart?.(child)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  closeSync(log)
  if (code === 0) {
    writeStamp(stampFile(root, market), key)
    return
  }
  const words = lastWords(logFile)
  throw new StartError(/ENOSPC/.test(words)
    ? `The disk is full, the ${market} store could not be built in ${root}/build: free some space and start again.`
    : `The ${market} store could not be built (all words in ${logFile}):\n${words}`)
}

/** Builds what is out of date, both markets at once. */
export async function buildStorefronts(options: BuildOptions, markets: readonly Market[]): Promise<void> {
  const outcomes = await Promise.allSettled(markets.map(market => build(market, options)))
  const failed = outcomes.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
