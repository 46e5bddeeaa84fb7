import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#tools/launch/start-error.ts'
import { KINDS } from './kinds.ts'

/**
 * By which way it was asked: the product's calls, its pages rendered anew or out of the page cache,
 * and the limits beside them.
 */
export const WAYS = [
  'api',
  'cached api',
  'page',
  'cached page',
  'bare json',
  'bare page',
  'database',
] as const
export type Way = (typeof WAYS)[number]

const measure = z.object({
  items: z.int(),
  kind: z.enum(KINDS),
  way: z.enum(WAYS),
  perSecond: z.number(),
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
  format: z.literal(1),
  at: z.iso.datetime(),
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
  seed: z.int(),
  databaseTool: z.string(),
  markets: z.array(market),
  measures: z.array(measure),
})
export type Results = z.infer<typeof results>

export const parseResults = (text: string): Results => results.parse(JSON.parse(text))

/** Keeps results under their time; gives the file's path. */
export function storeResults(folder: string, kept: Results): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${kept.at.slice(0, 19).replaceAll(':', '-')}.json`)
  writeFileSync(path, `${JSON.stringify(kept, null, 1)}\n`)
  return path
}

/** Results that were kept before: a file, or `last` for the newest in the folder. */
export function findResults(folder: string, wanted: string): { path: string; results: Results } {
  const newest = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{4}-.*\.json$/.test(name))
        .sort()
        .at(-1)
    : undefined
  const path = wanted === 'last' ? newest && join(folder, newest) : wanted
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
