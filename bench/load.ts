import autocannon from 'autocannon'
import { percentile } from './percentile.ts'
import { endWithParent } from './worker.ts'

/** A process of its own that asks; one job after the other, given and answered by messages. */

export interface LoadJob {
  url: string
  connections: number
  seconds: number
  /** Every connection goes round these, each from another place. */
  paths: string[]
  headers: Record<string, string>
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Connections that broke and requests that nobody answered in time. */
  errors: number
  non2xx: number
  bytes: number
}

export async function runLoad({
  url,
  connections,
  seconds,
  paths,
  headers,
}: LoadJob): Promise<LoadResult> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }))
  // autocannon's own histogram counts whole milliseconds.
  const times: number[] = []
  let next = 0
  const began = performance.now()
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    requests,
    sampleInt: 50,
    timeout: 30,
    setupClient(client) {
      const first = Math.floor((next++ * requests.length) / connections)
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
    },
  })
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    times.push(milliseconds)
  })
  const result = await run
  const took = (performance.now() - began) / 1000
  const sorted = Float64Array.from(times).sort()
  return {
    requests: sorted.length,
    seconds: took,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    errors: result.errors,
    non2xx: result.non2xx,
    bytes: result.throughput.total,
  }
}

if (import.meta.main) {
  endWithParent()
  process.on('message', (job: LoadJob) => {
    runLoad(job).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
  process.send?.('ready')
}
