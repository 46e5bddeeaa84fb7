import { connect, type Socket } from 'node:net'
import { attack } from '#test/support/flood-attack.ts'
import { seededRandom } from '../installs/seeded-random.ts'
import { targetsOf, type OpenApiDocument } from './openapi/read-document.ts'
import { describeCounts, type HostilePart, type HostileRun } from './part.ts'
import { jsonOf } from './send.ts'

/**
 * What anybody on the network can send: bodies without end, bodies and headers that come a byte at
 * a time, bodies as large as may be, addresses that no cache has.
 */

const MB = 2 ** 20
const MOST_TAKEN = 16 * MB

interface Attack {
  name: string
  run: (attack: AttackRun) => Promise<void>
}
interface Place {
  origin: string
  method: string
  path: string
}
interface AttackRun extends HostileRun {
  places: readonly Place[]
  /** When to end. */
  until: number
  note: (what: string, times?: number) => void
  violate: (what: string) => void
}

/**
 * One hostile connection manually, for no library sends such things. `write` goes on until the
 * server answers or hangs up.
 */
function byHand(
  { origin, until }: { origin: string; until: number },
  head: (host: string) => string,
  write: (socket: Socket) => void,
): Promise<string> {
  const { port, host } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    const end = setTimeout(() => finish(), Math.max(0, until - Date.now()))
    const finish = () => {
      clearTimeout(end)
      socket.destroy()
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'no answer')
    }
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n\r\n') && !answer.startsWith('HTTP/1.1 100')) finish()
    })
    socket.on('error', finish).on('close', finish)
    socket.on('connect', () => {
      socket.write(head(host))
      write(socket)
    })
  })
}

const headOf = (method: string, path: string, headers: string) => (host: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}`

const everyWhere = ({ sites }: Pick<HostileRun, 'sites'>): [string, string][] => [
  [sites.apps, '/api/contact-forms'],
  [sites.apps, '/api/auth/domain'],
  [sites.apps, '/contact'],
  [sites.apps, '/api/oauth/token'],
  [sites.themes, '/api/newsletter'],
  [sites.apps, '/nothing'],
  [sites.console, '/api/sign-in'],
  [sites.console, '/sign-in'],
  [sites.installer, '/loader/sites/site-0123456789abcdef/trouble'],
  [sites.installer, '/loader/sites/site-0123456789abcdef/rules'],
  [sites.preview, '/x'],
]

/** So many workers until the time is over. */
const crowd = (
  size: number,
  { until, isStopping }: AttackRun,
  work: (one: number) => Promise<void>,
): Promise<unknown> =>
  Promise.all(
    Array.from({ length: size }, async (_, one) => {
      while (Date.now() < until && !isStopping()) await work(one)
    }),
  )

/** Every call that a document names, and what no document knows. */
async function placesOf({ sender, sites }: HostileRun): Promise<Place[]> {
  const documented = await Promise.all(
    (['apps', 'themes', 'installer', 'console'] as const).map(async (site) => {
      const document = jsonOf(
        await sender.ask({ origin: sites[site], method: 'GET', path: '/api/openapi.json' }),
      ) as OpenApiDocument
      return targetsOf(document, site, sites[site]).map(({ origin, method, path }) => ({
        origin,
        method,
        path: path.replace(/\{\w+\}/g, 'x'),
      }))
    }),
  )
  return [
    ...documented.flat(),
    ...everyWhere({ sites }).map(([origin, path]) => ({ origin, method: 'POST', path })),
  ]
}

/** One kind of body at every place in turn, until the time is over. */
const atEveryPlace = (name: string, body: 'endless' | 'slow', size: number): Attack => ({
  name,
  async run(run) {
    const places = seededRandom(`${name} ${run.seed}`).shuffled(run.places)
    let turn = 0
    await crowd(size, run, async () => {
      const { origin, method, path } = places[turn++ % places.length] as Place
      const { host, port } = new URL(origin)
      const { status, sent } = await attack({ host, port: Number(port), method, path, body })
      run.note(status === null ? 'no answer' : String(status))
      if (status === null && sent > MOST_TAKEN)
        run.violate(`${method} ${path} took ${Math.round(sent / MB)} MB of a body without end`)
      if (status !== null && status >= 500 && status !== 503)
        run.violate(`${method} ${path}: ${status}`)
    })
  },
})

const slowHeaders: Attack = {
  name: 'headers a byte at a time',
  run: (run) =>
    crowd(150, run, async (one) => {
      const [origin, path] = everyWhere(run)[one % everyWhere(run).length] as [string, string]
      const status = await byHand(
        { origin, until: run.until },
        headOf('GET', path, 'x-slow: '),
        (socket) => {
          const drip = setInterval(() => socket.write('y'), 200)
          socket.on('close', () => clearInterval(drip))
        },
      )
      run.note(status)
    }).then(() => {}),
}

const HEADERS = Array.from({ length: 1_900 }, (_, at) => `x-${at}: y\r\n`).join('')
const wide: Attack = {
  name: 'headers by the thousand and of many kilobytes',
  run: (run) =>
    crowd(12, run, async (one) => {
      const headers = [
        HEADERS,
        `cookie: ${'a=b; '.repeat(3_000)}\r\n`,
        `x-large: ${'z'.repeat(100_000)}\r\n`,
        `accept-language: ${'tr;q=0.1,'.repeat(1_500)}\r\n`,
      ][one % 4] as string
      const status = await byHand(
        { origin: one % 3 === 0 ? run.sites.console : run.sites.apps, until: run.until },
        headOf('GET', '/', `${headers}connection: close\r\n\r\n`),
        () => {},
      )
      run.note(status)
    }).then(() => {}),
}

const DIGITS = '4111 1111 1111 1111 '.repeat(12_000).slice(0, 240_000)
const heavy: Attack = {
  name: 'contact posts of 240 KB',
  run: (run) =>
    crowd(12, run, async () => {
      const body = Buffer.from(
        JSON.stringify({
          fullname: 'A',
          email: 'a@shop.example',
          phone: '',
          subject: 'S',
          message: DIGITS,
        }),
      )
      await answered(run, {
        origin: run.sites.apps,
        method: 'POST',
        path: '/api/contact-forms',
        headers: { 'content-type': 'application/json' },
        body,
      })
    }).then(() => {}),
}

const uncached: Attack = {
  name: 'addresses that no cache has',
  async run(run) {
    const random = seededRandom(`floods ${run.seed}`)
    const paths = [
      () => `/?utm_x=${random.below(1e9)}`,
      () => `/list?q=${random.below(1e9)}`,
      () => `/search?q=a${random.below(1e9)}`,
      () => `/connect?next=/${random.below(1e9)}`,
      () => `/list?page=${random.below(99_999)}`,
      () => `/nothing-${random.below(1e9)}`,
      () => `/delivery-day?next=${random.below(1e9)}`,
      () => `/api/market/app/list?q=${random.below(1e9)}`,
      () => `/list.data?q=${random.below(1e9)}`,
      () => `/share/delivery-day.jpg?x=${random.below(1e9)}`,
      () => `/compare?items=${random.below(1e9)}`,
    ]
    await crowd(24, run, (one) =>
      answered(run, {
        origin: one % 3 === 0 ? run.sites.themes : run.sites.apps,
        method: 'GET',
        path: random.pick(paths)(),
        headers: { 'accept-language': random.pick(['tr', 'en', 'ar']), accept: 'text/html' },
      }),
    )
  },
}

async function answered(
  { sender, note, violate }: AttackRun,
  wish: Parameters<HostileRun['sender']['send']>[0],
): Promise<void> {
  const reply = await sender.send({ ...wish, timeoutMs: 60_000 })
  if (typeof reply === 'string') return note(reply)
  note(String(reply.status))
  if (reply.status >= 500 && !(reply.status === 503 && reply.headers['retry-after'] !== undefined))
    violate(`${wish.method} ${wish.path.replace(/\d+$/, '…')}: ${reply.status}`)
}

const ATTACKS = [
  atEveryPlace('chunked bodies without end', 'endless', 24),
  atEveryPlace('bodies a byte at a time', 'slow', 150),
  slowHeaders,
  wide,
  heavy,
  uncached,
]

export const floodPart: HostilePart = {
  title: 'Floods',
  async run(run) {
    const [words, violations] = [[] as string[], new Map<string, number>()]
    const places = await placesOf(run)
    let total = 0
    for (const { name, run: begin } of ATTACKS) {
      if (run.isStopping()) break
      const counts: Record<string, number> = {}
      await begin({
        ...run,
        places,
        until: Date.now() + (run.sample ? 3_000 : 30_000),
        note: (what, times = 1) => {
          counts[what] = (counts[what] ?? 0) + times
        },
        violate: (what) => {
          violations.set(`${name}: ${what}`, (violations.get(`${name}: ${what}`) ?? 0) + 1)
        },
      })
      total += Object.values(counts).reduce((sum, count) => sum + count, 0)
      words.push(`${name} (${describeCounts(counts)})`)
      run.say(words.at(-1) as string)
    }
    return {
      done: `${total} hostile requests: ${words.join('; ')}`,
      violations: [...violations].map(([what, times]) => `${times} times ${what}`),
    }
  },
}
