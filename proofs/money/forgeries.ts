import { createHmac } from 'node:crypto'
import { createSandboxGateway } from '#modules/orders/gateways/sandbox.ts'
import { sandboxSigner } from '#modules/orders/gateways/sandbox-wire.ts'
import { createHttp } from '#lib/http.ts'
import type { TestBed } from './test-bed.ts'
import {
  answerChallenge,
  challengeOf,
  returnToMarket,
  type Buyer,
  type ReturnForm,
} from './buyer.ts'
import type { HeldNotification } from '../harness/load-balancer.ts'
import { inParallel, type Part } from './part.ts'
import { makeRandom, type Random } from '../harness/random.ts'
import type { Violation } from './violation.ts'

/** Genuine words of the bank, from which forged ones are made. */
interface Genuine {
  form: ReturnForm
  notice: HeldNotification
  buyer: Buyer
}

type ForgedReturn = { kind: 'return'; how: string; fields: Record<string, string> }
type ForgedNotification = {
  kind: 'notice'
  how: string
  headers: Record<string, string>
  body: string
}

/** One character of a text changed, taken away, doubled or added. */
function corrupt(text: string, random: Random): string {
  const at = random.below(Math.max(text.length, 1))
  const other = String.fromCharCode(33 + random.below(90))
  const ways = [
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at) + text.slice(at),
    text + other,
    '',
    text.toUpperCase(),
    [...text].reverse().join(''),
  ]
  const spoiled = ways[random.below(ways.length)] ?? ''
  return spoiled === text ? `${text}x` : spoiled
}

function forgeReturn(genuine: Genuine, other: Genuine, random: Random): ForgedReturn {
  const { fields } = genuine.form
  const names = Object.keys(fields)
  const name = names[random.below(names.length)] as string
  const stranger = sandboxSigner(`a-secret-of-somebody-else-${random.below(1e9)}`)
  const signedBy = (signer: ReturnType<typeof sandboxSigner>, more: Record<string, string>) => {
    const form = { ...fields, ...more } as {
      status: 'success'
      md_status: string
      payment_id: string
      attempt_id: string
      signature: string
    }
    return { ...form, signature: signer.browserReturn(form) }
  }
  const ways: [string, () => Record<string, string>][] = [
    ['a field spoiled', () => ({ ...fields, [name]: corrupt(fields[name] ?? '', random) })],
    [
      'a field missing',
      () => Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name)),
    ],
    ['another payment', () => ({ ...fields, payment_id: other.form.fields.payment_id ?? '' })],
    ['another attempt', () => ({ ...fields, attempt_id: other.form.fields.attempt_id ?? '' })],
    ['another signature', () => ({ ...fields, signature: other.form.fields.signature ?? '' })],
    ['signed by somebody else', () => signedBy(stranger, {})],
    [
      'signed by nobody',
      () => ({
        ...fields,
        signature: `v1=${createHmac('sha256', '')
          .update(String(random.below(1e9)))
          .digest('base64url')}`,
      }),
    ],
    [
      'not verified, made verified',
      () => ({ ...fields, md_status: String(2 + random.below(7)), status: 'success' }),
    ],
    [
      "the notice's signature",
      () => ({ ...fields, signature: genuine.notice.headers['bank-signature'] ?? '' }),
    ],
  ]
  const [how, make] = ways[random.below(ways.length)] as [string, () => Record<string, string>]
  return { kind: 'return', how, fields: make() }
}

function forgeNotification(
  genuine: Genuine,
  other: Genuine,
  merchantSecret: string,
  random: Random,
): ForgedNotification {
  const { headers, body } = genuine.notice
  const [eventId, timestamp] = [headers['bank-event-id'] ?? '', headers['bank-timestamp'] ?? '']
  const stranger = sandboxSigner(`a-secret-of-somebody-else-${random.below(1e9)}`)
  const bank = sandboxSigner(merchantSecret)
  const signed = (signer: typeof bank, more: { body?: string; at?: string; id?: string }) => {
    const [text, at, id] = [more.body ?? body, more.at ?? timestamp, more.id ?? eventId]
    return {
      headers: {
        ...headers,
        'bank-event-id': id,
        'bank-timestamp': at,
        'bank-signature': signer.notice(id, at, text),
      },
      body: text,
    }
  }
  const amount = (minor: number) =>
    JSON.stringify({ ...(JSON.parse(body) as object), amount_minor: minor })
  const header = ['bank-event-id', 'bank-timestamp', 'bank-signature'][random.below(3)] as string
  const old = String(Number(timestamp) - 301 - random.below(1e6))
  const ways: [string, () => { headers: Record<string, string>; body: string }][] = [
    ['body spoiled', () => ({ headers, body: corrupt(body, random) })],
    [
      'a header spoiled',
      () => ({ headers: { ...headers, [header]: corrupt(headers[header] ?? '', random) }, body }),
    ],
    ['a header missing', () => ({ headers: { ...headers, [header]: '' }, body })],
    ['another amount', () => ({ headers, body: amount(1 + random.below(1e6)) })],
    [
      'another order',
      () => ({
        headers,
        body: body
          .replaceAll(genuine.buyer.orderNumber, other.buyer.orderNumber)
          .replace('"evt_', '"evt-'),
      }),
    ],
    [
      "another's signature",
      () => ({
        headers: { ...headers, 'bank-signature': other.notice.headers['bank-signature'] ?? '' },
        body,
      }),
    ],
    ['signed by somebody else', () => signed(stranger, {})],
    ['somebody else signs another amount', () => signed(stranger, { body: amount(1) })],
    [
      'genuine, but of another merchant',
      () =>
        signed(bank, {
          body: body.replace('"merchant_id":"arasta"', `"merchant_id":"shop-${random.below(1e6)}"`),
        }),
    ],
    ['genuine, and old', () => signed(bank, { at: old })],
    ["genuine, under another event's id", () => signed(bank, { id: `evt_${random.below(1e9)}` })],
    [
      'a captured one with a new time',
      () => ({
        headers: {
          ...headers,
          'bank-timestamp': String(Number(timestamp) + 1 + random.below(200)),
        },
        body,
      }),
    ],
    [
      "the return's signature",
      () => ({
        headers: { ...headers, 'bank-signature': genuine.form.fields.signature ?? '' },
        body,
      }),
    ],
  ]
  const [how, make] = ways[random.below(ways.length)] as [
    string,
    () => { headers: Record<string, string>; body: string },
  ]
  return { kind: 'notice', how, ...make() }
}

/** Payments of which the bank has said everything: their forms and notices are real. */
async function collect(testBed: TestBed, count: number): Promise<Genuine[]> {
  const found: Genuine[] = []
  while (found.length < count) {
    const buyer = await testBed.newBuyer().prepare()
    const form = await answerChallenge(testBed.world, challengeOf(await buyer.pay()))
    if (!form) continue
    await returnToMarket(testBed.world, form)
    let notice: HeldNotification | undefined
    for (let turn = 0; turn < 200 && !notice; turn += 1) {
      notice = testBed.front.held.find((one) => one.body.includes(buyer.orderNumber))
      if (!notice) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (notice) found.push({ form, notice, buyer })
  }
  return found
}

/**
 * Forged, replayed, foreign notices and returns: none may be believed by the adapter, none may
 * change anything through the market's doors.
 */
export const forgeries: Part = async (run) => {
  const [inMind, overHttp] = run.sample ? [1_000, 30] : [50_000, 2_000]
  const random = makeRandom(run.seed)
  const violations: Violation[] = []
  const testBed = await run.open({ stores: 10, items: 4 })
  try {
    await testBed.startMarkets()
    testBed.front.holdNotices(true)
    const genuine = await collect(testBed, run.sample ? 4 : 10)
    // Orders that a forger would like to be paid: their challenge was never passed.
    const open: Buyer[] = []
    for (let n = 0; n < 4; n += 1) {
      const buyer = await testBed.newBuyer().prepare()
      await buyer.pay()
      open.push(buyer)
    }
    const gateway = createSandboxGateway(
      { url: testBed.world.bankUrl, merchantId: 'arasta', merchantSecret: testBed.merchantSecret },
      {
        http: createHttp({ allowOrigins: [testBed.world.bankUrl] }),
        clock: { now: () => new Date() },
      },
    )
    const forge = (): ForgedReturn | ForgedNotification => {
      const [one, two] = [random.below(genuine.length), random.below(genuine.length - 1)]
      const [mine, other] = [genuine[one] as Genuine, genuine[two < one ? two : two + 1] as Genuine]
      return random.below(2) === 0
        ? forgeReturn(mine, other, random)
        : forgeNotification(mine, other, testBed.merchantSecret, random)
    }
    const isGenuine = (forged: ForgedReturn | ForgedNotification) =>
      genuine.some((one) =>
        forged.kind === 'return'
          ? JSON.stringify(forged.fields) === JSON.stringify(one.form.fields)
          : forged.body === one.notice.body &&
            ['bank-event-id', 'bank-timestamp', 'bank-signature'].every(
              (name) => forged.headers[name] === one.notice.headers[name],
            ),
      )
    let tried = 0
    while (tried < inMind) {
      const forged = forge()
      if (isGenuine(forged)) continue
      tried += 1
      const believed =
        forged.kind === 'return'
          ? gateway.readReturn(forged.fields)
          : gateway.readNotice(forged.body, forged.headers)
      if (believed)
        violations.push({
          invariant: 'FORGERY',
          order: believed.attemptId,
          what: `${forged.kind}, ${forged.how}: believed by the adapter`,
        })
    }
    run.say(`${tried} forgeries shown to the adapter`)
    const before = await testBed.db
      .selectFrom('orders')
      .select(['number', 'state'])
      .orderBy('number')
      .execute()
    await inParallel(
      Array.from({ length: overHttp }, forge).filter((forged) => !isGenuine(forged)),
      8,
      async (forged) => {
        const status =
          forged.kind === 'return'
            ? (
                await returnToMarket(testBed.world, {
                  path: '/checkout/return/sandbox',
                  fields: forged.fields,
                })
              ).status
            : await testBed.front.deliver({
                path: '/checkout/notice/sandbox',
                headers: cleanHeaders(forged.headers),
                body: forged.body,
              })
        if (status < 400 || status >= 500)
          violations.push({
            invariant: 'FORGERY',
            order: '?',
            what: `${forged.kind}, ${forged.how}: answered with ${status}`,
          })
      },
    )
    const after = await testBed.db
      .selectFrom('orders')
      .select(['number', 'state'])
      .orderBy('number')
      .execute()
    if (JSON.stringify(after) !== JSON.stringify(before))
      violations.push({ invariant: 'FORGERY', order: '?', what: 'an order has changed' })
    for (const buyer of open) {
      const outcome = (await buyer.status()).body?.data?.outcome
      if (outcome === 'confirmed')
        violations.push({
          invariant: 'FORGERY',
          order: buyer.orderNumber,
          what: 'is paid though its challenge was never passed',
        })
    }
    violations.push(...(await testBed.check({ settled: false })))
    return {
      done: `${tried} forgeries shown to the adapter, ${overHttp} sent to the market`,
      violations,
    }
  } finally {
    await testBed.close()
  }
}

/** What HTTP can carry of it. */
const cleanHeaders = (headers: Record<string, string>): Record<string, string> => ({
  'content-type': 'application/json',
  ...Object.fromEntries(
    ['bank-merchant', 'bank-event-id', 'bank-timestamp', 'bank-signature'].map((name) => [
      name,
      (headers[name] ?? '').replace(/[^\x21-\x7e]/g, ''),
    ]),
  ),
})
