import { request } from 'undici'
import { openDb } from '#db/client.ts'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import { systemClock } from '#lib/clock.ts'
import { CONSOLE_STOCK, fillConsole } from './console-stock.ts'
import { percentile } from './percentile.ts'

export interface ConsoleLine {
  page: string
  p50: number
  p99: number
  bytes: number
}

const REPEATS = 30
const PASSWORD = 'a long password for the bench'

/** A browser that is signed in at the console: the address it asks, and what it sends along. */
interface ConsoleSession {
  port: number
  host: string
  cookie: string
}

/**
 * Every page of the console that shows more than a form, on full tables, one request after the
 * other as one person clicks: milliseconds from the request to the last byte of the HTML.
 */
export async function measureConsole({
  databaseUrl,
  port,
  host,
  say,
}: {
  databaseUrl: string
  port: number
  host: string
  say: (words: string) => void
}): Promise<ConsoleLine[]> {
  const db = openDb({ url: databaseUrl, poolSize: 2 })
  try {
    const token = await newFirstOperatorLink({ db, clock: systemClock })
    if (token === null) throw new Error('somebody is an operator already')
    const desk = await signIn({ port, host, cookie: '' }, token)
    const { id: personId } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    say('filling its tables')
    await fillConsole(db, CONSOLE_STOCK, personId)
    const { partner_id: partner } = await db
      .selectFrom('items')
      .select('partner_id')
      .groupBy('partner_id')
      .orderBy((query) => query.fn.countAll(), 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('partner_members')
      .values({ partner_id: partner, person_id: personId, role: 'owner', created_at: new Date() })
      .execute()
    const { item_id: item } = await db
      .selectFrom('installations')
      .select('item_id')
      .groupBy('item_id')
      .orderBy((query) => query.fn.countAll(), 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { store_id: store } = await db
      .selectFrom('installations')
      .select('store_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const own = await db
      .selectFrom('items')
      .select('id')
      .where('partner_id', '=', partner)
      .orderBy('install_count', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const lines: ConsoleLine[] = []
    for (const page of pagesOf({ partner, item, store, own: own.id })) {
      say(page)
      lines.push(await measurePage(desk, page))
    }
    return lines
  } finally {
    await db.destroy()
  }
}

const pagesOf = ({
  partner,
  item,
  store,
  own,
}: {
  partner: string
  item: string
  store: string
  own: string
}): string[] => [
  '/operator',
  '/operator/figures',
  '/operator/items',
  '/operator/items?q=a',
  `/operator/items/${item}`,
  `/operator/items/${item}/stores`,
  '/operator/orders',
  '/operator/orders?state=paid',
  '/operator/reviews',
  '/operator/messages',
  '/operator/queue',
  '/operator/statements',
  '/operator/shelves',
  '/operator/coupons',
  '/operator/jobs',
  '/operator/partners',
  '/operator/stores',
  '/operator/stores?q=shop77',
  `/operator/stores/${store}`,
  '/operator/audit',
  '/operator/audit?kind=item',
  '/operator/team',
  '/operator/platforms/1/report?version=5.0.0',
  `/partner/${partner}`,
  `/partner/${partner}/figures`,
  `/partner/${partner}/reviews`,
  `/partner/${partner}/team`,
  `/partner/${partner}/items/${own}`,
  `/partner/${partner}/items/${own}/releases`,
  `/partner/${partner}/items/${own}/figures`,
]

async function measurePage(desk: ConsoleSession, page: string): Promise<ConsoleLine> {
  const times: number[] = []
  let bytes = 0
  for (let turn = -2; turn < REPEATS; turn += 1) {
    const began = performance.now()
    const { statusCode, body: sent } = await ask(desk, page)
    const body = await sent.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${page} was answered with ${statusCode}`)
    bytes = body.byteLength
    if (turn >= 0) times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { page, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), bytes }
}

// fetch does not let anybody say which host is meant.
const ask = ({ port, host, cookie }: ConsoleSession, path: string, body?: object) =>
  request(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      host,
      cookie,
      origin: `http://${host}`,
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  })

async function signIn(desk: ConsoleSession, token: string): Promise<ConsoleSession> {
  const { statusCode, headers, body } = await ask(desk, `/api/first/${token}`, {
    name: 'Bench',
    email: 'bench@example.com',
    password: PASSWORD,
  })
  if (statusCode !== 200) throw new Error(`no first operator: ${statusCode} ${await body.text()}`)
  await body.dump()
  return {
    ...desk,
    cookie: [headers['set-cookie'] ?? []]
      .flat()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}
