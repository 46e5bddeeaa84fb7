import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#tools/launch/start-error.ts'
import { KINDS } from './kinds.ts'

/**
 * How a kind is requested: as a call, as a page that is rendered for its request (for a visitor, a
 * signed-in owner, an owner in the panel's frame), from the page cache; and the limits beside them.
 */
export const WAYS = [
  'api',
  'cached api',
  'page',
  'owner page',
  'framed page',
  'cached page',
  'bare json',
  'bare react',
  'bare page',
  'database',
] as const
export type Way = (typeof WAYS)[number]

const measure = z.object({
  items: z.int(),
  kind: z.enum(KINDS),
  way: z.enum(WAYS),
  /** The median of the rounds, as all that follow. */
  perSecond: z.number(),
  /** Half the range of the rounds' rates, as a share of `perSecond`; null for one round. */
  spread: z.number().nullable().default(null),
  /** Milliseconds; pgbench tells only the mean, as `p50`. */
  p50: z.number(),
  p99: z.number().nullable(),
  /**
   * Milliseconds of processor time for one request: the server's process, and PostgreSQL's; null
   * where the system does not say.
   */
  cpu: z.number().nullable(),
  databaseCpu: z.number().nullable(),
  /** Share of a core that the load itself took; near 1 it was what limited the rate. */
  loader: z.number().nullable(),
  requests: z.int(),
  errors: z.int(),
  non2xx: z.int(),
  /** Of one body, on the proxy. */
  bytes: z.number().nullable(),
  /** Different ones that were asked in turn. */
  addresses: z.int(),
})
export type Measure = z.infer<typeof measure>

const market = z.object({
  items: z.int(),
  generateSeconds: z.number(),
  databaseBytes: z.number(),
  /** Of the server's process after the load, bytes; null where the system does not say. */
  serverMemory: z.number().nullable(),
})
export type MarketFacts = z.infer<typeof market>

const results = z.object({
  /** 1 knew neither commits nor rounds. */
  format: z.union([z.literal(1), z.literal(2)]),
  at: z.iso.datetime(),
  /** The abbreviated commit, with `+` where files differ from it; null outside of git. */
  commit: z.string().nullable().default(null),
  machine: z.object({
    processor: z.string(),
    cores: z.int(),
    memory: z.number(),
    system: z.string(),
    node: z.string(),
    postgres: z.string(),
    loadBefore: z.number().nullable(),
  }),
  settings: z.record(z.string(), z.string()),
  stock: z.string(),
  connections: z.int(),
  seconds: z.number(),
  rounds: z.int().default(1),
  seed: z.int(),
  databaseTool: z.string(),
  markets: z.array(market),
  measures: z.array(measure),
})
export type Results = z.infer<typeof results>

export const parseResults = (text: string): Results => results.parse(JSON.parse(text))

/** Stores results under their time and commit; returns the file's path. */
export function storeResults(folder: string, results: Results): string {
  mkdirSync(folder, { recursive: true })
  const time = results.at.slice(0, 19).replaceAll(':', '-')
  const path = join(folder, `${time}${results.commit ? `-${results.commit}` : ''}.json`)
  writeFileSync(path, `${JSON.stringify(results, null, 1)}\n`)
  return path
}

/**
 * Earlier results: a file, `last` for the newest in the folder, or the beginning of a commit for
 * its newest.
 */
export function findResults(folder: string, wanted: string): { path: string; results: Results } {
  const stored = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{4}-.*\.json$/.test(name))
        .sort()
    : []
  const ofCommit = stored.filter((name) => name.slice(20).startsWith(wanted))
  const newest = (wanted === 'last' ? stored : ofCommit).at(-1)
  const path = newest ? join(folder, newest) : wanted === 'last' ? undefined : wanted
  if (path === undefined)
    throw new StartError(
      'There are no earlier results to compare with: run the bench once without --compare.',
    )
  try {
    return { path, results: parseResults(readFileSync(path, 'utf8')) }
  } catch {
    throw new StartError(`${path} holds no results of the bench.`)
  }
}
