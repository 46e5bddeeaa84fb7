import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { movableClock } from '../../lib/clock.ts'
import { createHttp } from '../../lib/http.ts'
import { newId, newSecret } from '../../lib/ids.ts'
import { createSandboxBank } from './bank.ts'
import type { SandboxBankConfig } from './config.ts'
import { createSigner } from './signing.ts'

/** For tests: a bank inside the test's process, and a merchant who signs calls to it by hand. */
export const SHOP = 'http://apps.localhost:3999'
const SECRET = 'a-secret-of-more-than-32-characters'

export async function openBank(more: Partial<SandboxBankConfig> = {}) {
  const dataFolder = more.dataFolder ?? (await mkdtemp(join(tmpdir(), 'sandbox-bank-')))
  const clock = movableClock(new Date('2026-11-20T12:00:00Z'))
  const bank = await createSandboxBank(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: '',
      dataFolder,
      merchantId: 'arasta',
      merchantName: 'Arasta',
      merchantSecret: SECRET,
      noticeOrigins: [SHOP],
      noticeDelaysMs: [0],
      ...more,
    },
    clock,
  )
  const http = createHttp({ allowOrigins: [bank.url, `http://localhost:${bank.port}`] })
  const signer = createSigner(SECRET)

  async function call(
    method: 'GET' | 'POST',
    target: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
    timeoutMs = 10_000,
  ) {
    const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const [timestamp, nonce] = [String(Math.floor(clock.now().getTime() / 1000)), newSecret()]
    const signed = {
      'bank-merchant': 'arasta',
      'bank-timestamp': timestamp,
      'bank-nonce': nonce,
      'bank-signature': signer.request({
        method,
        target,
        timestamp,
        nonce,
        body: Buffer.from(sent),
      }),
      ...headers,
    }
    const given = Object.fromEntries(
      Object.entries(signed).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    const answer = await http.request(bank.url + target, {
      method,
      headers: given,
      timeoutMs,
      ...(sent && { body: sent }),
    })
    const text = answer.body.toString()
    const expected = signer.answer({
      nonce: given['bank-nonce'] ?? '',
      status: answer.status,
      body: text,
    })
    return {
      status: answer.status,
      body: JSON.parse(text) as Record<string, unknown>,
      authentic: answer.headers['bank-signature'] === expected,
    }
  }

  const form = (url: string, fields: Record<string, string>) =>
    http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

  return {
    bank,
    clock,
    http,
    call,
    form,
    dataFolder,
    /** Starts a payment and gives the bank's answer. */
    async start(number: string, more: Record<string, unknown> = {}) {
      const attempt = newId('att')
      const input = startInput(number, {
        attempt_id: attempt,
        order_number: `AR-${attempt}`,
        ...more,
      })
      const { body } = await call('POST', '/v1/payments', input)
      return { input, payment: body as Record<string, string> }
    },
    /** Answers the challenge with the code that stands on the page. */
    async pass(url: string) {
      const code =
        /<strong[^>]*>(\d{6})</.exec((await http.request(url)).body.toString())?.[1] ?? ''
      return form(url, { action: 'confirm', code })
    },
    complete: (payment: Record<string, unknown>) =>
      call('POST', `/v1/payments/${String(payment.payment_id)}/complete`, {
        order_number: payment.order_number,
        amount_minor: payment.amount_minor,
        currency: payment.currency,
      }),
    async close({ keep = false } = {}) {
      await bank.close()
      if (!keep) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

export type OpenBank = Awaited<ReturnType<typeof openBank>>

/** What a merchant says of an order, with and without the holder. */
const ORDER = {
  attempt_id: 'att_1',
  order_number: 'AR-1',
  item_name: 'Cookie consent',
  amount_minor: 24_990,
  currency: 'TRY',
  locale: 'tr',
  notice_url: `${SHOP}/notice`,
  buyer: {
    name: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    phone: '+905321234567',
    city: 'İstanbul',
    country: 'TR',
    address: 'Çarşı 5',
    zip_code: '34000',
    ip: '127.0.0.1',
  },
}

/** Of `POST /v1/payments`. */
export const startInput = (number: string, more: Record<string, unknown> = {}) => ({
  ...ORDER,
  installments: 1,
  three_d_secure: 'force',
  return_url: `${SHOP}/return`,
  card: {
    holder: 'AYSE YILMAZ',
    number,
    expiry_month: 12,
    expiry_year: 2030,
    cvc: number.startsWith('37') ? '9431' : '943',
  },
  ...more,
})

/** Of `POST /v1/charges`, for an attempt of its own. */
export function chargeInput(card: { customer_ref: string; card_token: string }) {
  const attempt = newId('att')
  return { ...ORDER, attempt_id: attempt, order_number: `AR-${attempt}`, saved_card: card }
}
