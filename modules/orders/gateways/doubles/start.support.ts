import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
  /** The next call whose method and path begin like this misbehaves. */
  breakNext(call: string, fault: Fault): Promise<void>
  /** What it sent to a partner's account, and took back. */
  sums(account: string): Promise<PayoutSums>
  close(): Promise<void>
}

const payoutSums = z.object({ transfers: z.number(), sent: z.number(), takenBack: z.number() })
export type PayoutSums = z.infer<typeof payoutSums>

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
    async breakNext(call, fault) {
      await http.request(`${url}/double/fault?${new URLSearchParams({ call, fault })}`)
    },
    async sums(account) {
      const answer = await http.request(`${url}/double/sums?${new URLSearchParams({ account })}`)
      return payoutSums.parse(JSON.parse(answer.body.toString()))
    },
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Nobody listens here, and the system gives it to nobody, unlike a port that was just closed. */
export const CLOSED_PORT = 2

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

/**
 * How the doubles of foreign gateways misbehave. The numbers are those of the sandbox bank
 * (docs/protocols/sandbox-bank.md, section 5), so that one formula makes the cards of all: 490000,
 * behaviour, step, flags, five zeros, Luhn digit. Each fault happens once for a payment.
 */
export type Fault =
  | 'hang_before'
  | 'hang_after'
  | 'reset_before'
  | 'reset_after'
  | 'error_500_before'
  | 'error_500_after'
  | 'error_502_before'
  | 'error_502_after'
  | 'slow_body'
  | 'wrong_amount'
  | 'wrong_currency'
  | 'wrong_order'
  | 'answer_badly_signed'
  | 'answer_malformed'

const FAULT_OF: Record<string, Fault> = {
  '01': 'hang_before',
  '02': 'hang_after',
  '03': 'reset_before',
  '04': 'reset_after',
  '05': 'error_500_before',
  '06': 'error_500_after',
  '07': 'error_502_before',
  '08': 'error_502_after',
  '09': 'slow_body',
  '10': 'wrong_amount',
  '11': 'wrong_currency',
  '12': 'wrong_order',
  '13': 'answer_badly_signed',
  '14': 'answer_malformed',
}
const STEPS = { charge: '0', start: '1', lookup: '2', refund: '3' } as const
export type Step = keyof typeof STEPS

/**
 * The behaviour that a number of that range asks for: '20' is a notice that comes twice … Empty for
 * other numbers.
 */
export const behaviourOf = (number: string): string =>
  /^490000\d{10}$/.test(number) ? number.slice(6, 8) : ''

/** What goes wrong at this step with this card, if anything. */
export function faultOf(number: string, step: Step): Fault | null {
  return behaviourOf(number) !== '' && number[8] === STEPS[step]
    ? (FAULT_OF[behaviourOf(number)] ?? null)
    : null
}

/** Nothing has happened when one of these is seen. */
export const isBefore = (fault: Fault): boolean => fault.endsWith('_before')

/**
 * Faults of the transport: true when the answer was dealt with here. The others are lies of the
 * body, made by each double itself.
 */
export function breakAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  body: string | null,
): boolean {
  const { socket } = request
  if (fault.startsWith('hang_')) {
    setTimeout(() => socket.destroy(), 120_000).unref()
    return true
  }
  if (fault.startsWith('reset_')) {
    socket.resetAndDestroy()
    return true
  }
  if (fault.startsWith('error_502_')) {
    response
      .writeHead(502, { 'content-type': 'text/html' })
      .end('<html><body><h1>502 Bad Gateway</h1></body></html>')
    return true
  }
  if (fault.startsWith('error_500_')) {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"internal"}')
    return true
  }
  if (fault === 'slow_body' && body !== null) {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    let sent = 0
    const drip = setInterval(() => {
      if (sent >= body.length || socket.destroyed) return clearInterval(drip)
      response.write(body.slice(sent, ++sent))
      if (sent === body.length) response.end()
    }, 400).unref()
    return true
  }
  return false
}

/** Faults that a test asked for, each for the next call that begins as it says. */
export function armedFaults() {
  const armed: { call: string; fault: Fault }[] = []
  return {
    arm(url: URL): void {
      const [call, fault] = [url.searchParams.get('call'), url.searchParams.get('fault')]
      armed.push({ call: call ?? '', fault: fault as Fault })
    },
    take(call: string): Fault | null {
      const at = armed.findIndex((one) => call.startsWith(one.call))
      return at < 0 ? null : (armed.splice(at, 1)[0]?.fault ?? null)
    },
  }
}
