import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { createBoundedServer } from '../../lib/bounded-server.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { randomCode } from '../../lib/ids.ts'
import type { VatServiceConfig } from './config.ts'
import { KNOWN_IDS, type VatIdAnswer } from './ids.ts'

export interface VatService {
  /** Its address, as `VAT_SERVICE_URL` takes it. */
  url: string
  port: number
  /** Every route that it answers. */
  routes: readonly { method: string; path: string }[]
  /** What it says of ids from now on; others as in `ids.ts`. */
  answers: Map<string, VatIdAnswer>
  /** The ids that it was asked about, in their order. */
  asked: string[]
  close(): Promise<void>
}

const SILENT_MS = 30_000
const MAX_BODY_BYTES = 8 * 1024

const question = z.object({
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  vatNumber: z.string().regex(/^[0-9A-Z+*]{2,12}$/),
  requesterMemberStateCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  requesterNumber: z.string().max(12).optional(),
})

export async function createVatService(
  { host, port }: VatServiceConfig,
  clock: Clock = systemClock,
): Promise<VatService> {
  const answers = new Map<string, VatIdAnswer>()
  const asked: string[] = []
  const closing = new AbortController()
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.post('/check-vat-number', async (c) => {
    const read = question.safeParse(await c.req.json().catch(() => null))
    if (!read.success) return c.json(failure('INVALID_INPUT'), 400)
    const { countryCode, vatNumber, requesterMemberStateCode, requesterNumber } = read.data
    const id = `${countryCode}${vatNumber}`
    asked.push(id)
    const answer = answers.get(id) ?? KNOWN_IDS[id] ?? 'valid'
    if (answer === 'silent')
      await sleep(SILENT_MS, null, { signal: closing.signal }).catch(() => {})
    if (answer === 'unavailable' || answer === 'silent')
      return c.json(failure('MS_UNAVAILABLE'), 500)
    const isValid = answer === 'valid'
    return c.json({
      countryCode,
      vatNumber,
      requestDate: clock.now().toISOString(),
      valid: isValid,
      requestIdentifier:
        isValid && requesterMemberStateCode && requesterNumber ? `WAPI${randomCode(12)}` : '',
      name: '---',
      address: '---',
    })
  })
  app.get('/health', (c) => c.json({ ok: true }))
  app.notFound((c) => c.text('Not found', 404))

  const server = createBoundedServer(getRequestListener(app.fetch), {
    allowBody: () => ({ bytes: MAX_BODY_BYTES }),
    refusalText: () => ({
      type: 'application/json',
      body: JSON.stringify(failure('INVALID_INPUT')),
    }),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    answers,
    asked,
    async close() {
      closing.abort()
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}

const failure = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })
