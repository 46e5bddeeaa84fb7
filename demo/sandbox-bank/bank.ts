import { BANK_LOCALES } from './words.ts'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createBoundedServer } from '../../lib/bounded-server.ts'
import { systemClock, type Clock } from '../../lib/clock.ts'
import { createHttp } from '../../lib/http.ts'
import { chooseLocale } from '../../lib/locale.ts'
import { challengePages } from './challenge.ts'
import type { SandboxBankConfig } from './config.ts'
import { homePage } from './home-page.ts'
import { keptCards } from './kept-cards.ts'
import { openLedger } from './ledger.ts'
import { merchantCalls } from './merchant-calls.ts'
import { createNotices } from './notices.ts'
import { ICON, pageHeaders } from './page.ts'
import { payeePages } from './payee-pages.ts'
import { createPayees } from './payees.ts'
import { paymentRows } from './payment-rows.ts'
import { createPayments } from './payments.ts'
import { createKeys, createSigner } from './signing.ts'
import { STYLE } from './style.ts'

export interface SandboxBank {
  /** Origin under which browsers and merchants reach it. */
  url: string
  port: number
  /** What an account was sent and what was taken back, for tests. */
  sums(accountId: string): { sent: number; takenBack: number; transfers: number }
  /** Every route that it answers. */
  routes: readonly { method: string; path: string }[]
  /** Ends open connections and closes the ledger. */
  close(): Promise<void>
}

/** Its message is one line for the person who started the bank. */
export class ListenError extends Error {}

const SWEEP_MS = 30_000
const MAX_BODY_BYTES = 64 * 1024

/** Opens the ledger and listens. Throws `LedgerError` or `ListenError` when it cannot. */
export async function createSandboxBank(
  config: SandboxBankConfig,
  clock: Clock = systemClock,
  { bodyMs }: { bodyMs?: number } = {},
): Promise<SandboxBank> {
  const db = openLedger(config.dataFolder)
  const signer = createSigner(config.merchantSecret)
  const { merchantId, merchantName, noticeOrigins } = config
  let url = config.publicUrl

  const rows = paymentRows(db)
  const keys = createKeys(config.merchantSecret)
  const cards = keptCards(db, keys)
  const notices = createNotices({
    db,
    rows,
    clock,
    signer,
    merchantId,
    http: createHttp({ allowOrigins: noticeOrigins }),
    delaysMs: config.noticeDelaysMs,
  })
  const payees = createPayees({ db, clock })
  const payments = createPayments({ db, rows, cards, clock, merchantId, keys, tell: notices.add })

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route(
    '/v1',
    merchantCalls({
      payments,
      rows,
      cards,
      payees,
      notices,
      signer,
      clock,
      merchantId,
      noticeOrigins,
      challengeUrl: (token) => `${url}/3ds/${token}`,
      accountUrl: (token) => `${url}/accounts/${token}`,
    }),
  )
  app.route('/3ds', challengePages({ payments, signer, merchantName, formOrigins: noticeOrigins }))
  app.route('/accounts', payeePages({ payees, merchantName, formOrigins: noticeOrigins }))
  app.get('/', (c) => {
    const locale = chooseLocale(
      { query: c.req.query('hl'), acceptLanguage: c.req.header('accept-language') },
      BANK_LOCALES,
    )
    return c.html(homePage(rows, locale), 200, pageHeaders([]))
  })
  app.get('/bank.css', (c) =>
    c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  )
  app.get('/bank.svg', (c) =>
    c.body(ICON, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }),
  )
  app.get('/health', (c) => c.json({ ok: true }))
  app.notFound((c) => c.text('Not found', 404))
  app.onError((error, c) => {
    const incident = crypto.randomUUID()
    console.error(`sandbox-bank: incident ${incident}: ${error.name}: ${error.message}`)
    return c.text(`Something went wrong (${incident})`, 500)
  })

  const server = createBoundedServer(getRequestListener(app.fetch), {
    allowBody: () => ({ bytes: MAX_BODY_BYTES }),
    refusalText: (refusal) => ({
      type: 'application/json',
      body: JSON.stringify({ error: refusal }),
    }),
    ...(bodyMs !== undefined && { bodyMs }),
  })
  try {
    await listen(server, config)
  } catch (error) {
    db.close()
    throw error
  }
  const { port } = server.address() as AddressInfo
  if (url === '') url = `http://bank.localhost:${port}`

  const sweep = setInterval(() => payments.endAllOverdue(), SWEEP_MS).unref()
  payments.endAllOverdue()
  notices.wake()

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    clearInterval(sweep)
    notices.close()
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.closeIdleConnections()
    // What is answered within a moment is let out; calls that hang are not waited for.
    const force = setTimeout(() => server.closeAllConnections(), 500)
    await closed
    clearTimeout(force)
    db.close()
  }
  return {
    url,
    port,
    sums: (accountId) => payees.sums(accountId),
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    close: () => (closing ??= close()),
  }
}

function listen(server: Server, { host, port }: SandboxBankConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new ListenError(
            `port ${port} is taken: stop the other program or set SANDBOX_BANK_PORT to another port`,
          ),
        )
      } else {
        reject(
          new ListenError(`cannot listen on ${host}, port ${port}: ${error.code ?? error.message}`),
        )
      }
    })
    server.listen(port, host, resolve)
  })
}
