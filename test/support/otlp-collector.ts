import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/**
 * A collector that takes traces as OTLP by HTTP in JSON, as its specification has it, in a process
 * of its own. Keeps everything in memory. It imports nothing of the product.
 */
export interface OtlpCollector {
  endpoint: string
  /** All spans so far, in the order in which they came. */
  spans(): Promise<CollectedSpan[]>
  /** Header `api-key` of each export. */
  keys(): Promise<(string | undefined)[]>
  stop(): void
}

export interface CollectedSpan {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  name: string
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Record<string, string>
  /** 2: it failed. */
  status: number
}

interface ExportRequest {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        attributes?: { key: string; value: { stringValue?: string } }[]
        status?: { code?: number }
      }[]
    }[]
  }[]
}

const spansOf = ({ resourceSpans }: ExportRequest): CollectedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes = [], status, parentSpanId = '', traceId, spanId, name, kind }) => ({
      traceId,
      spanId,
      parentSpanId,
      name,
      kind,
      status: status?.code ?? 0,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? JSON.stringify(value)]),
      ),
    }))

function serve(): void {
  const spans: CollectedSpan[] = []
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isOurs = request.method === 'POST' && request.url === '/v1/traces'
      if (!isOurs || !request.headers['content-type']?.startsWith('application/json'))
        return void response.writeHead(415).end()
      const sent = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      spans.push(...spansOf(JSON.parse(body.toString('utf8')) as ExportRequest))
      keys.push(request.headers['api-key'] as string | undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  process.on('message', (asked: 'spans' | 'keys') =>
    process.send?.({ done: asked === 'spans' ? spans : keys }),
  )
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const next = <T>() =>
    new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const { port } = await next<{ port: number }>()
  const ask = async <T>(asked: 'spans' | 'keys'): Promise<T> => {
    const answer = next<{ done: T }>()
    child.send(asked)
    return (await answer).done
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: () => ask('spans'),
    keys: () => ask('keys'),
    stop: () => void child.kill('SIGKILL'),
  }
}

if (process.argv[2] === 'serve') serve()
