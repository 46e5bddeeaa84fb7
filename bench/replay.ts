import pg from 'pg'
import type { Statement } from './statements.ts'
import { percentile } from './percentile.ts'
import { endWithParent } from './worker.ts'

/**
 * Where there is no pgbench: the smallest client that sends the same prepared statements, in a
 * process of its own.
 */

export interface ReplayJob {
  url: string
  connections: number
  seconds: number
  /** Each entry is what one request says to the database, one after the other. */
  turns: Statement[][]
  /** As the product's connections have it. */
  planCacheMode: string
}

export interface ReplayResult {
  turns: number
  seconds: number
  p50: number
  p99: number
}

export async function runReplay({
  url,
  connections,
  seconds,
  turns,
  planCacheMode,
}: ReplayJob): Promise<ReplayResult> {
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'arasta bench' })
      await client.connect()
      await client.query(`set plan_cache_mode = ${client.escapeIdentifier(planCacheMode)}`)
      return client
    }),
  )
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  try {
    await Promise.all(
      clients.map(async (client, index) => {
        for (
          let place = Math.floor((index * turns.length) / connections);
          performance.now() < until;
          place++
        ) {
          const from = performance.now()
          for (const { text, values } of turns[place % turns.length] ?? [])
            await client.query({ name: nameOf(text), text, values, rowMode: 'array' })
          times.push(performance.now() - from)
        }
      }),
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  const sorted = Float64Array.from(times).sort()
  return {
    turns: sorted.length,
    seconds: (performance.now() - began) / 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}

if (import.meta.main) {
  endWithParent()
  process.on('message', (job: ReplayJob) => {
    runReplay(job).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
  process.send?.('ready')
}
