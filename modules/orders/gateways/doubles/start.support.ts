import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { createHttp } from '#lib/http.ts'

export interface RunningDouble {
  url: string
  /** What its own books hold of an order. */
  book(orderNumber: string): Promise<{
    charges: number
    chargedMinor: number
    refundedMinor: number
    currency: string | undefined
  }>
  /** Sends its notices there from now on. */
  tell(noticeUrl: string): Promise<void>
  close(): Promise<void>
}

const bookAnswer = z.object({
  charges: z.number().int(),
  chargedMinor: z.number().int(),
  refundedMinor: z.number().int(),
  currency: z
    .string()
    .optional()
    .transform((currency) => currency),
})

/** Starts a double of this folder as a process of its own; its first line names its address. */
export async function startDouble(
  file: string,
  env: Record<string, string>,
): Promise<RunningDouble> {
  const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^double ready (\S+)$/.exec(line)?.[1] ?? ''
    if (url !== '') break
  }
  if (url === '') throw new Error(`the double ${file} did not start`)
  child.stdout.resume()
  const http = createHttp({ allowOrigins: [url] })
  return {
    url,
    async book(orderNumber) {
      const { currency, ...sums } = bookAnswer.parse(
        JSON.parse((await http.request(`${url}/double/book?order=${orderNumber}`)).body.toString()),
      )
      return { ...sums, currency }
    },
    async tell(noticeUrl) {
      await http.request(`${url}/double/notices?to=${encodeURIComponent(noticeUrl)}`)
    },
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** A port where nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Where a page's form leads, and with what. */
export function readForm(page: string): { action: string; fields: Record<string, string> } {
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, plain(value)] as const,
  )
  return {
    action: plain(/<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? ''),
    fields: Object.fromEntries(inputs),
  }
}
