import { request } from 'node:http'

/** One answer as it came over the proxy. */
export interface Answer {
  status: number
  /** Name and value by turns. */
  rawHeaders: string[]
  body: Buffer
}

const TIMEOUT_MS = 60_000

/**
 * Asks once. Not `fetch`: that unpacks what was compressed, and the bare server must send the very
 * same bytes.
 */
export function ask(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, headers, timeout: TIMEOUT_MS },
      (incoming) => {
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            rawHeaders: incoming.rawHeaders,
            body: Buffer.concat(parts),
          }),
        )
        incoming.on('error', reject)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${path}`)))
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** Those that node:http adds by itself in the product and in the bare server alike. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Headers that the application set, by turns. */
export const setHeaders = ({ rawHeaders }: Pick<Answer, 'rawHeaders'>): string[] =>
  rawHeaders.filter((_, index) => !OWN.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''))
