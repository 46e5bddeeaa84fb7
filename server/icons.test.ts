import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { isRefusal } from '#lib/refusal.ts'
import { icons as drawings } from '#ui/icons.gen.ts'
import { iconSets, type IconSet } from './icons.ts'

let upstream: Server
let origin: string
let asked: string[] = []
let work: (path: string) => unknown
beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = work(request.url ?? '')
    if (answer !== undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
})
afterAll(() => {
  upstream.closeAllConnections()
  upstream.close()
})
beforeEach(() => {
  asked = []
})

function start(withUpstream: boolean) {
  const clock = movableClock(new Date('2027-01-01'))
  const app = iconSets({
    upstream: withUpstream ? origin : null,
    http: createHttp({ allowOrigins: [origin] }),
    clock,
  })
  app.onError((error, c) =>
    isRefusal(error) ? c.json({ code: error.code }, error.status) : c.text('fault', 500),
  )
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, { headers })
    return {
      status: answer.status,
      headers: answer.headers,
      set: (answer.headers.get('content-type')?.includes('json')
        ? await answer.json()
        : null) as IconSet,
    }
  }
  return { clock, get }
}
const someSet = (path: string): IconSet => {
  const [, prefix, names] = /^\/([\w-]+)\.json\?icons=(.*)$/.exec(path)!
  return {
    prefix: prefix!,
    icons: Object.fromEntries(
      names!.split(',').map((name) => [name, { body: `<path d="M0 0"/>` }]),
    ),
    width: 16,
    height: 16,
  }
}

describe('S7.38 icons', () => {
  test('come as Iconify’s JSON from our own set, under our names and under Lucide’s; unknown ones are named', async () => {
    const { get } = start(false)
    const ours = await get('/arasta.json?icons=search,shop,nothing')
    expect(ours.set).toMatchObject({
      prefix: 'arasta',
      not_found: ['nothing'],
      width: 24,
      height: 24,
    })
    expect(ours.set.icons.search?.body).toContain(drawings.search)
    const lucide = await get('/lucide.json?icons=store,constructor')
    expect(lucide.set.icons.store?.body).toBe(ours.set.icons.shop?.body)
    expect(lucide.set.not_found).toEqual(['constructor'])
    expect(ours.headers.get('cache-control')).toBe('public, max-age=604800')
  })

  test('carry a tag, by which an answer that is known is not sent again', async () => {
    const { get } = start(false)
    const { headers } = await get('/arasta.json?icons=search')
    expect(
      (await get('/arasta.json?icons=search', { 'if-none-match': headers.get('etag')! })).status,
    ).toBe(304)
  })

  test('are refused when the question is none, and not found when the set is none', async () => {
    const { get } = start(false)
    for (const query of [
      '',
      '?icons=',
      '?icons=a&icons=b',
      '?icons=a,,b',
      '?icons=../x',
      '?icons=A',
      `?icons=${'a,'.repeat(100)}z${'y'.repeat(64)}`,
      '?icons=%3Cscript%3E',
    ])
      expect((await get(`/arasta.json${query}`)).status, query).toBe(400)
    for (const path of [
      '/mdi.json?icons=home',
      '/toString.json?icons=a',
      '/..%2farasta.json?icons=a',
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test('of other sets come from the upstream where one is configured; what could run is no icon', async () => {
    const { get } = start(true)
    work = () => ({
      prefix: 'mdi',
      icons: {
        home: { body: '<path d="M1 1"/>' },
        evil: { body: '<script>alert(1)</script>' },
        load: { body: '<image href="https://x.example"/>' },
        on: { body: '<path onload="x()"/>' },
        other: { body: '' },
      },
    })
    const { set } = await get('/mdi.json?icons=home,evil,load,on')
    expect(set).toMatchObject({
      icons: { home: { body: '<path d="M1 1"/>' } },
      not_found: ['evil', 'load', 'on'],
    })
    expect(Object.keys(set.icons)).toEqual(['home'])
  })
})

describe('S7.38 an upstream that lacks an icon', () => {
  test('is completed from the local set where both have the same size', async () => {
    const { get } = start(true)
    work = () => ({
      prefix: 'lucide',
      icons: { house: { body: '<path d="M1 1"/>' } },
      not_found: ['store'],
      width: 24,
      height: 24,
    })
    const { set } = await get('/lucide.json?icons=house,store,nothing')
    expect(set.icons.house?.body).toBe('<path d="M1 1"/>')
    expect(set.icons.store?.body).toContain(drawings.shop)
    expect(set.not_found).toEqual(['nothing'])
  })
})

describe('S9.7 the icon cache', () => {
  test('holds 50 answers, and forgets the one that was unused longest', async () => {
    const { get } = start(true)
    work = someSet
    for (let n = 1; n <= 50; n++) await get(`/mdi.json?icons=i${n}`)
    await get('/mdi.json?icons=i1')
    expect(asked).toHaveLength(50)
    await get('/mdi.json?icons=i51')
    await get('/mdi.json?icons=i1')
    expect(asked).toHaveLength(51)
    await get('/mdi.json?icons=i2')
    expect(asked).toHaveLength(52)
  })

  test('holds them for 168 hours', async () => {
    const { get, clock } = start(true)
    work = someSet
    await get('/mdi.json?icons=a,b')
    clock.moveSeconds(168 * 3600 - 1)
    await get('/mdi.json?icons=b,a')
    expect(asked).toHaveLength(1)
    clock.moveSeconds(1)
    await get('/mdi.json?icons=a,b')
    expect(asked).toHaveLength(2)
  })

  test('an upstream that does not answer in 1500 ms is not waited for: the local set answers, and it is asked again next time', async () => {
    const { get } = start(true)
    work = () => undefined
    const { set } = await get('/arasta.json?icons=search')
    expect(set.icons.search?.body).toContain(drawings.search)
    work = someSet
    expect((await get('/arasta.json?icons=search')).set.width).toBe(16)
    expect(asked).toHaveLength(2)
  })
})
