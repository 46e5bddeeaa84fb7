import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashInputs, readStamp, writeStamp } from './stamp.ts'
import { StartError } from './start-error.ts'

export const MARKETS = ['app', 'theme'] as const
type Market = (typeof MARKETS)[number]
/** Everything that is built for browsers: a storefront for each market, and the console. */
export const BUILDS = [...MARKETS, 'console'] as const
export type Build = (typeof BUILDS)[number]
const isMarket = (build: Build): build is Market => build !== 'console'
const folderOf = (build: Build) => (isMarket(build) ? `storefront-${build}` : build)
export const titleOf = (build: Build): string => (isMarket(build) ? `${build} store` : build)

export interface BuildOptions {
  root: string
  logFolder: string
  onStart?: (child: ChildProcess) => void
}

/**
 * Everything that a build reads; what a server alone reads is left out, so that its changes need no
 * build.
 */
export function buildKey(root: string, build: Build): string {
  return hashInputs({
    root,
    paths: [
      isMarket(build) ? 'apps/storefront' : 'apps/console',
      'ui',
      'locales',
      'lib',
      'modules',
      'kernel',
      'tsconfig.json',
      'package-lock.json',
    ],
    counts: (path) => !/\.(test\.tsx?|md|sql)$/.test(path),
    also: [build],
  })
}

function stampFile(root: string, build: Build): string {
  return join(root, `build/${folderOf(build)}.stamp`)
}

/** Those that are missing or older than their sources. */
export function staleBuilds(root: string): Build[] {
  return BUILDS.filter(
    (build) =>
      !existsSync(join(root, `build/${folderOf(build)}`)) ||
      readStamp(stampFile(root, build)) !== buildKey(root, build),
  )
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines
    .slice(-12)
    .join('\n')
    .replaceAll(/\u001B\[[0-9;]*m/g, '')
}

async function buildOne(build: Build, { root, logFolder, onStart }: BuildOptions): Promise<void> {
  const key = buildKey(root, build)
  const logFile = join(logFolder, `build-${build}.log`)
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/@react-router/dev/bin.cjs'),
      'build',
      isMarket(build) ? 'apps/storefront' : 'apps/console',
    ],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', ...(isMarket(build) && { MARKET: build }) },
      stdio: ['ignore', log, log],
    },
  )
  onStart?.(child)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  closeSync(log)
  if (code === 0) {
    writeStamp(stampFile(root, build), key)
    return
  }
  const words = lastWords(logFile)
  throw new StartError(
    /ENOSPC/.test(words)
      ? `The disk is full, the ${titleOf(build)} could not be built in ${root}/build: free some space and start again.`
      : `The ${titleOf(build)} could not be built (all words in ${logFile}):\n${words}`,
  )
}

/** Builds what is out of date, all at once. */
export async function buildAll(options: BuildOptions, builds: readonly Build[]): Promise<void> {
  const outcomes = await Promise.allSettled(builds.map((build) => buildOne(build, options)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
