import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/**
 * One request with the path exactly as given: no client resolves its dots, decodes it or follows
 * where it leads.
 */
export async function rawRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawResponse> {
  const { port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host, accept: 'text/html', ...headers },
      },
      (answer) => {
        const flat = Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join('\n') : (value ?? ''),
          ]),
        )
        text(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: flat, body }),
          reject,
        )
      },
    )
      .on('error', reject)
      .end()
  })
}
