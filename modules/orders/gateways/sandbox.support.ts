import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Clock, systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { createSandboxGateway } from './sandbox.ts'

/**
 * For tests: a really started sandbox bank, the card holder at its page, and a server that hears
 * its notices.
 */

const MAIN = join(import.meta.dirname, '../../../demo/sandbox-bank/main.ts')
const MERCHANT = {
  merchantId: 'arasta-test',
  merchantSecret: 'a-secret-that-only-this-test-run-knows',
}

export interface RunningBank {
  url: string
  /** Settings of a client of this bank. */
  settings: { url: string; merchantId: string; merchantSecret: string }
  dataFolder: string
  /** SIGKILL, and wait until the process is gone. */
  kill(): Promise<void>
  /** After `kill`: the same folder, the same port. */
  restart(): Promise<void>
  /** Everything that the process has written to its output so far. */
  output(): string
  close(): Promise<void>
}

/** Starts `demo/sandbox-bank` as a process of its own on a free port with a folder of its own. */
export async function startSandboxBank({ origins }: { origins: string[] }): Promise<RunningBank> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sandbox-bank-'))
  let output = ''
  let child: ChildProcess

  async function run(port: number): Promise<number> {
    child = spawn(process.execPath, ['--no-warnings', MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        SANDBOX_BANK_PORT: String(port),
        SANDBOX_BANK_DATA: dataFolder,
        SANDBOX_BANK_MERCHANT_ID: MERCHANT.merchantId,
        SANDBOX_BANK_MERCHANT_SECRET: MERCHANT.merchantSecret,
        SANDBOX_BANK_NOTICE_ORIGINS: origins.join(','),
        SANDBOX_BANK_NOTICE_DELAYS_MS: '0,50,50',
      },
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    let found = 0
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      output += `${line}\n`
      found = Number(/\(port (\d+)\)/.exec(line)?.[1] ?? found)
      if (line === 'sandbox-bank ready') {
        child.stdout?.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
        return found
      }
    }
    throw new Error(`the sandbox bank did not start: ${output}`)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  const port = await run(0)
  const url = `http://bank.localhost:${port}`
  return {
    url,
    dataFolder,
    settings: { url, ...MERCHANT },
    kill: () => end('SIGKILL'),
    async restart() {
      await run(port)
    },
    output: () => output,
    async close() {
      await end('SIGTERM')
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A client of a running bank; `timeoutMs` short where a hang is expected. */
export function gatewayTo(
  settings: RunningBank['settings'],
  more: { timeoutMs?: number; clock?: Clock } = {},
) {
  const { timeoutMs = 15_000, clock = systemClock } = more
  return createSandboxGateway(
    { ...settings, timeoutMs },
    { http: createHttp({ allowOrigins: [settings.url] }), clock },
  )
}

const field = (markup: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(markup)?.[1] ?? ''

/**
 * The card holder at the challenge page; gives the form with which the browser goes back to the
 * shop.
 */
export async function answerChallenge(
  url: string,
  action: 'confirm' | 'cancel',
): Promise<Record<string, string>> {
  const http = createHttp({ allowOrigins: [new URL(url).origin] })
  const asked = (await http.request(url)).body.toString()
  const code = /<strong[^>]*>(\d{6})<\/strong>/.exec(asked)?.[1] ?? ''
  const answer = await http.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}&code=${code}`,
  })
  const back = answer.body.toString()
  const names = ['status', 'md_status', 'payment_id', 'attempt_id', 'signature']
  return Object.fromEntries(names.map((name) => [name, field(back, name)]))
}

interface HeardNotice {
  body: string
  headers: Record<string, string>
}

/**
 * A merchant's server that hears notices. `answer` chooses the status it gives (200 unless set).
 */
export async function listenForNotices() {
  const heard: HeardNotice[] = []
  const waiting = new Set<() => void>()
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ body: Buffer.concat(chunks).toString('utf8'), headers: flat(request.headers) })
      response.writeHead(status).end()
      for (const look of waiting) look()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://apps.localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    heard,
    answerWith(next: number) {
      status = next
    },
    /** Waits until `count` notices of an attempt came. */
    until(attemptId: string, count: number): Promise<HeardNotice[]> {
      return new Promise((resolve) => {
        const look = () => {
          const mine = heard.filter((notice) => notice.body.includes(`"${attemptId}"`))
          if (mine.length < count) return
          waiting.delete(look)
          resolve(mine)
        }
        waiting.add(look)
        look()
      })
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/**
 * Numbers of the bank's own range (docs/protocols/sandbox-bank.md, section 5), made from the page's
 * formula.
 */
export function bankCard(
  behaviour: string,
  more: { step?: 0 | 1 | 2 | 3; flags?: 0 | 1 | 2 | 3 } = {},
): string {
  const { step = 0, flags = 0 } = more
  const body = `490000${behaviour}${step}${flags}00000`
  let sum = 0
  for (const [place, digit] of [...body].reverse().entries()) {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return `${body}${(10 - (sum % 10)) % 10}`
}
