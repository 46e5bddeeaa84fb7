import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Sender } from '#proofs/hostile/send.ts'
import { ADDRESS, CARDS, pay, prepareOrder } from '#test/support/checkout.ts'
import { finished, idOf, install } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import {
  startOtlpCollector,
  type CollectedSpan,
  type OtlpCollector,
} from '#test/support/otlp-collector.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { namesInMonitoring } from '#test/support/monitoring.ts'

let market: Marketplace
let collector: OtlpCollector
let server: ServerProcess
let metricsOrigin: string
/** Addresses as the configuration has them: the bank sends nobody anywhere else. */
let configured: Marketplace['origins']
let sender: Sender
beforeAll(async () => {
  market = await startMarketplace()
  collector = await startOtlpCollector()
  const [port] = (await freePorts(1)) as [number]
  metricsOrigin = `http://127.0.0.1:${port}`
  server = await startServerProcess(market, {
    APP_ORIGIN: market.origins.app,
    THEME_ORIGIN: market.origins.theme,
    METRICS_PORT: String(port),
    REQUEST_LOG: '1',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=for%20the%20collector',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  configured = { ...server.origins, app: market.origins.app, theme: market.origins.theme }
  market = { ...market, origins: server.origins }
  sender = new Sender(8)
}, 120_000)
afterAll(async () => {
  sender.close()
  await server.terminate()
  collector.stop()
  await market.stop()
})

async function scrape(): Promise<string> {
  const { status, body } = await sender.ask({
    origin: metricsOrigin,
    method: 'GET',
    path: '/metrics',
  })
  expect(status).toBe(200)
  return body.toString('utf8')
}

/** Names and labels of a family's series, without their values. */
const seriesOf = (text: string, family: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${family}{`))
    .map((line) => line.slice(0, line.lastIndexOf('}') + 1))

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  )

const logged = (): Record<string, unknown>[] =>
  server
    .lines()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const hostOf = (part: keyof Marketplace['origins']) => new URL(configured[part]).host

const get = (path: string) =>
  sender.ask({
    origin: server.origins.app,
    method: 'GET',
    path,
    headers: { host: hostOf('app') },
  })

const enter = (store: 'store-1' | 'store-2' = 'store-1') =>
  signIn(market, store, 'app', { aud: configured.app })

/** Pays for one item, up to the bank's challenge, and installs another. */
async function payAndInstall(owner: Owner): Promise<void> {
  const paid = await pay(owner, await prepareOrder(owner, 'gallery'))
  expect(paid.body).toMatchObject({ state: 'challenge' })
  const asked = await install(owner, await idOf(owner, 'instant'))
  expect(asked.body).toHaveProperty('data.id')
  await finished(owner, asked.body.data.id as string)
}

const chainOf = (spans: readonly CollectedSpan[], last: CollectedSpan): string[] => {
  const names: string[] = []
  for (
    let span: CollectedSpan | undefined = last;
    span;
    span = spans.find((one) => one.spanId === span?.parentSpanId)
  )
    names.unshift(span.name)
  return names
}

test('a trace leads from the request to its job and to the call of the platform or the gateway', async () => {
  await payAndInstall(await enter())
  const called = async (by: string) => {
    const spans = await collector.spans()
    return spans
      .filter((span) => span.kind === 3)
      .map((span) => chainOf(spans, span).join(' → '))
      .filter((chain) => chain.includes(by))
  }
  await expect
    .poll(() => called('job run-installation'), { timeout: 20_000 })
    .toEqual(
      expect.arrayContaining(['startInstall → startInstall → job run-installation → PUT trusted']),
    )
  expect(await called('sandbox start')).toEqual(
    expect.arrayContaining(['payOrder → payOrder → sandbox start → POST trusted']),
  )
  const spans = await collector.spans()
  const request = spans.find((span) => span.name === 'payOrder' && span.kind === 2)
  expect(request?.attributes).toMatchObject({
    'arasta.part': 'app',
    'http.request.method': 'POST',
    'http.response.status_code': '200',
  })
  expect(new Set(await collector.keys())).toEqual(new Set(['for the collector']))
}, 60_000)

test('every metric that a rule or a panel names is in the scrape, with a worker that has done its work', async () => {
  await get('/')
  const text = await scrape()
  const names = namesInMonitoring()
  expect(names.length).toBeGreaterThan(15)
  const missing = names.filter((name) => !new RegExp(`^${name}(\\{| )`, 'm').test(text))
  expect(missing).toEqual([])
})

test('figures tell requests by operation and page, gateways and installations by outcome, and that the process is ready', async () => {
  await get('/')
  await get('/list')
  await get('/api/app-store/app/detail?slug=no-such-item')
  const text = await scrape()
  const counted = (labels: string) =>
    seriesOf(text, 'http_server_request_duration_seconds_count').filter((one) =>
      one.includes(labels),
    )
  expect(counted('arasta_operation="page /list"').join()).toContain(
    'http_response_status_code="200"',
  )
  expect(counted('arasta_operation="getItem"').join()).toContain('http_response_status_code="404"')
  expect(seriesOf(text, 'arasta_gateway_call_duration_seconds_count')).toContain(
    'arasta_gateway_call_duration_seconds_count{arasta_gateway="sandbox",arasta_gateway_call="start",arasta_outcome="challenge"}',
  )
  expect(
    valueOf(text, 'arasta_installation_runs_total{arasta_run="install",arasta_outcome="done"}'),
  ).toBeGreaterThan(0)
  for (const check of ['started', 'database', 'migrations', 'changes'])
    expect(valueOf(text, `arasta_ready{arasta_check="${check}"}`), check).toBe(1)
  expect(valueOf(text, 'arasta_job_waiting{arasta_job="run-installation"}')).toBe(0)
  expect((await sender.ask({ origin: metricsOrigin, method: 'GET', path: '/' })).status).toBe(404)
})

test('a thousand random paths, hosts and methods make no series', async () => {
  const family = 'http_server_request_duration_seconds_count'
  const wander = async (times: number) => {
    for (let n = 0; n < times; n += 8)
      await Promise.all(
        Array.from({ length: 8 }, async (_, lane) => {
          const word = randomBytes(6).toString('hex')
          const path = [
            `/${word}`,
            `/${word}/reviews`,
            `/api/${word}`,
            `/api/app-store/app/detail?slug=${word}`,
            `/packages/${word}.zip`,
            `/pictures/${word}.webp`,
            `/market/${word}?q=${word}`,
            `/account/orders/${word}.data`,
          ][lane]!
          const part = (['app', 'theme', 'installer', 'console'] as const)[n % 4]!
          await sender.send({
            origin: server.origins[part],
            method: n % 24 === 16 ? `X${word.toUpperCase()}` : 'GET',
            path,
            headers: { host: n % 3 === 0 ? `${word}.localhost` : hostOf(part) },
          })
        }),
      )
  }
  await wander(200)
  const before = seriesOf(await scrape(), family)
  await wander(1_000)
  const after = seriesOf(await scrape(), family)
  expect(after.filter((one) => !before.includes(one))).toEqual([])
  expect(after.length).toBeLessThan(300)
}, 120_000)

test('neither names, mails, tokens nor cards of real requests are in the log, the spans or the figures', async () => {
  const secret = (kind: string) => `canary-${kind}-${randomBytes(8).toString('hex')}`
  const [path, query, body, header, cookie] = ['path', 'query', 'body', 'header', 'cookie'].map(
    secret,
  ) as [string, string, string, string, string]
  const email = `${body}@canary.example`
  const headers = {
    authorization: `Bearer ${header}`,
    'user-agent': header,
    referer: `http://apps.localhost/${header}`,
    traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
    cookie: `known=${cookie}; apps-token=${cookie}`,
  }
  const owner = await enter('store-2')
  const order = await prepareOrder(owner, 'gallery')
  await owner.call('POST', '/domain/address', {
    body: { ...ADDRESS, name: body, firstname: body, address: body, email },
  })
  await pay(owner, order, { card: CARDS.declined })
  await pay(owner, order, { card: CARDS.good, body: { holder: body } })
  for (const place of [
    `/${path}`,
    `/contact/${path}`,
    `/newsletter/${path}`,
    `/newsletter/unsubscribe/${path}`,
    `/enter/${path}`,
    `/search?q=${query}&email=${query}%40canary.example`,
    `/api/app-store/app/detail?slug=${query}`,
    `/api/domain/order/${path}`,
    `/?token=${query}&hl=tr`,
    `/${path}.data?card=${CARDS.good}`,
    `/list?search=${CARDS.good}`,
  ])
    for (const part of ['app', 'console', 'installer'] as const)
      await sender.send({
        origin: server.origins[part],
        method: 'GET',
        path: place,
        headers: { ...headers, host: hostOf(part) },
      })
  for (const [place, form] of [
    ['/api/contact-forms', JSON.stringify({ name: body, email, message: body, subject: body })],
    ['/api/auth/domain', JSON.stringify({ token: body })],
    ['/api/sign-in', JSON.stringify({ email, password: body })],
    ['/contact', new URLSearchParams({ name: body, email, message: body }).toString()],
    ['/api/newsletter', `{"email":"${email}`],
  ] as const)
    for (const part of ['app', 'console'] as const)
      await sender.send({
        origin: server.origins[part],
        method: 'POST',
        path: place,
        headers: {
          ...headers,
          host: hostOf(part),
          origin: configured[part],
          'content-type': form.startsWith('{')
            ? 'application/json'
            : 'application/x-www-form-urlencoded',
        },
        body: Buffer.from(form),
      })
  const seen = logged().filter((line) => line.msg === 'request').length
  expect(seen).toBeGreaterThan(40)
  await expect
    .poll(async () => (await collector.spans()).filter((span) => span.kind === 2).length)
    .toBeGreaterThan(40)
  const places = {
    log: server.lines().join('\n'),
    spans: JSON.stringify(await collector.spans()),
    figures: await scrape(),
  }
  const hidden = {
    path,
    query,
    body,
    header,
    cookie,
    email,
    card: CARDS.good,
    declined: CARDS.declined,
    token: owner.token,
    storeToken: owner.storeToken,
    surname: ADDRESS.lastname,
    city: ADDRESS.city,
    domain: owner.domain,
    order: order.orderNumber,
    address: '127.0.0.1',
    strangersTrace: 'ab'.repeat(16),
  }
  for (const [place, text] of Object.entries(places)) {
    const found = Object.entries(hidden).filter(([, value]) => text.includes(value))
    expect(
      found.map(([name]) => name),
      place,
    ).toEqual([])
  }
}, 120_000)

test('a line of the request log says the trace, the operation, how it ended, how long it took and how many statements it needed', async () => {
  const owner = await enter()
  await owner.call('GET', '/domain/address')
  const of = (operation: string) =>
    logged().findLast((line) => line.msg === 'request' && line.operation === operation)
  await expect.poll(() => of('listAddresses')).toBeDefined()
  expect(of('listAddresses')).toEqual({
    level: 30,
    time: expect.any(String),
    trace: expect.stringMatching(/^[0-9a-f]{32}$/),
    part: 'app',
    operation: 'listAddresses',
    method: 'GET',
    status: 200,
    ms: expect.any(Number),
    statements: expect.any(Number),
    msg: 'request',
  })
  expect(of('listAddresses')?.statements).toBeGreaterThan(0)
  const traces = async () => (await collector.spans()).map((span) => span.traceId)
  await expect.poll(traces).toContain(of('listAddresses')?.trace)
})
