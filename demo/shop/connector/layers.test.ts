import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Key } from '../testing/signed-client.ts'
import { effect, startTestShop } from '../testing/start-demo-shop.ts'
import type { TestShop } from '../testing/start-demo-shop.ts'

let shop: TestShop
let key: Key
const effects = '/connector/v1/stores/store-1/effects'

beforeAll(async () => {
  shop = await startTestShop()
  key = await shop.keyOf('store-1')
})
afterAll(() => shop.stop())

const put = async (id: string, body: unknown) => {
  const answer = await shop.call({ method: 'PUT', path: `${effects}/${id}`, key, body })
  expect(answer.status).toBe(200)
}
const remove = (id: string) => shop.call({ method: 'DELETE', path: `${effects}/${id}`, key })
const page = async (where = '/products/tulip-vase?hl=en') =>
  (await shop.browser().get(shop.at('store-1', where))).text
const slotHashes = async () => {
  const { json } = await shop.call({ path: '/connector/v1/stores/store-1/state', key })
  const slots = json.slots as Array<{ slot: string; sha256: string; layers: unknown[] }>
  return slots.map(({ slot, sha256, layers }) => [slot, sha256, layers.length])
}
function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [at, item] of items.entries())
    for (const rest of orders(items.toSpliced(at, 1))) yield [item, ...rest]
}

describe('layers', () => {
  test('removed in any order they leave what the rest alone would show, and in the end the page byte for byte', async () => {
    const app = await shop.putPackage('store-1', 'app', { 'a.js': 'void 0' })
    const theme = await shop.putPackage('store-1', 'paint', {
      'theme.css': 'a{}',
      'theme.rtl.css': 'b{}',
    })
    const layers: Record<string, unknown> = {
      eff_end: effect(app, 'tracking_code', 'placement:3', {
        html: '<script src="{{asset:a.js}}"></script>',
      }),
      eff_end2: effect(app, 'design_block', 'placement:3', { html: '<p>two</p>' }),
      eff_theme: effect(theme, 'theme', 'theme', {
        stylesheet: 'theme.css',
        stylesheet_rtl: 'theme.rtl.css',
        settings: {},
      }),
    }
    const names = Object.keys(layers)
    const bare = await page()
    const bareHashes = await slotHashes()

    for (const order of orders(names)) {
      for (const name of names) await put(name, layers[name])
      const left = new Set(names)
      for (const name of order) {
        await remove(name)
        left.delete(name)
        const shown = await page()
        for (const one of names.filter((other) => other !== 'eff_theme')) {
          expect(shown.includes(`<!--arasta:${one}-->`)).toBe(left.has(one))
        }
        expect(shown.includes(`/arasta/${theme.sha256}/theme.css`)).toBe(left.has('eff_theme'))
      }
      expect(await page()).toBe(bare)
      expect(await slotHashes()).toEqual(bareHashes)
    }
  })

  test('a call that was stuck on the way does not undo what was asked for after it', async () => {
    const app = await shop.putPackage('store-1', 'late', { 'a.js': 'void 0' })
    const body = effect(app, 'tracking_code', 'placement:3', { html: '<i>late</i>' })
    const layersOf = async () =>
      JSON.stringify((await shop.call({ path: '/connector/v1/stores/store-1/state', key })).json)
    const stuck = async (method: string) => {
      shop.clock.moveSeconds(-30)
      const answer = await shop.call({
        method,
        path: `${effects}/eff_late`,
        key,
        ...(method === 'PUT' && { body }),
      })
      shop.clock.moveSeconds(30)
      return [answer.status, answer.json.error]
    }
    await put('eff_late', body)
    expect(await stuck('DELETE')).toEqual([409, 'overtaken'])
    expect(await layersOf()).toContain('eff_late')
    expect((await remove('eff_late')).json).toMatchObject({ removed: true })
    expect(await stuck('PUT')).toEqual([409, 'overtaken'])
    // Clocks may differ a little.
    shop.clock.moveSeconds(-3)
    await put('eff_late', body)
    shop.clock.moveSeconds(3)
    // Replaced content is checked, too.
    await put('eff_next', { ...body, replaces: 'eff_late', content: { html: '<i>next</i>' } })
    expect(await stuck('PUT')).toEqual([409, 'overtaken'])
    expect(await layersOf()).not.toContain('eff_late')
    await remove('eff_next')
  })

  test('stand in the order in which they first came, each between its comments, with their names filled in', async () => {
    const app = await shop.putPackage('store-1', 'named', { 'js/a.js': '1' })
    await put(
      'eff_b',
      effect(app, 'tracking_code', 'placement:3', {
        html: '{{asset:js/a.js}} {{asset:none.js}} {{store:locale}} {{store:id}} {{csp:nonce}} {{setting:x}} {{asset:../a.js}}',
      }),
    )
    await put('eff_a', effect(app, 'tracking_code', 'placement:3', { html: 'second' }))
    const { text, headers } = await shop.browser().get(shop.at('store-1', '/?hl=ar'))
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1]
    const filled = `/arasta/${app.sha256}/js/a.js {{asset:none.js}} ar {{store:id}} ${nonce} {{setting:x}} {{asset:../a.js}}`
    expect(text).toContain(
      `<!--arasta:eff_b-->${filled}<!--/arasta:eff_b-->` +
        '<!--arasta:eff_a-->second<!--/arasta:eff_a--></body>',
    )
    await remove('eff_b')
    await remove('eff_a')
  })

  test('the last theme shows; the one before comes back when it goes; Arabic gets the right-to-left sheet', async () => {
    const first = await shop.putPackage('store-1', 'first', {
      'theme.css': 'a{}',
      'theme.rtl.css': 'b{}',
    })
    const second = await shop.putPackage('store-1', 'second', {
      'theme.css': 'a{}',
      'theme.rtl.css': 'b{}',
    })
    const sheet = async (hl: string) =>
      /<link rel="stylesheet" href="([^"]+)" data-role="theme">/.exec(await page(`/?hl=${hl}`))?.[1]
    const bootstrap = await sheet('ar')
    expect(bootstrap).toMatch(/bootstrap\.rtl\.css$/)
    for (const [id, made] of [
      ['eff_1', first],
      ['eff_2', second],
    ] as const) {
      await put(
        id,
        effect(made, 'theme', 'theme', {
          stylesheet: 'theme.css',
          stylesheet_rtl: 'theme.rtl.css',
          settings: {},
        }),
      )
    }
    expect(await sheet('en')).toBe(`/arasta/${second.sha256}/theme.css`)
    await remove('eff_2')
    expect(await sheet('ar')).toBe(`/arasta/${first.sha256}/theme.rtl.css`)
    await remove('eff_1')
    expect(await sheet('ar')).toBe(bootstrap)
  })

  test('files of a package are served to the store that has it, for good, and to no other', async () => {
    const contents = { 'a.js': 'void 0', 'pic.svg': '<svg/>', 'page.html': '<script>1</script>' }
    const made = await shop.putPackage('store-1', 'files', contents)
    const get = (part: 'store-1' | 'store-2', file: string) =>
      shop.browser().get(shop.at(part, `/arasta/${made.sha256}/${file}`))
    const script = await get('store-1', 'a.js')
    expect([script.status, script.text]).toEqual([200, 'void 0'])
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('store-1', 'pic.svg')).headers['content-type']).toBe('image/svg+xml')
    expect((await get('store-1', 'page.html')).headers['content-type']).toBe(
      'application/octet-stream',
    )
    expect((await get('store-1', 'none.js')).status).toBe(404)
    expect((await get('store-2', 'a.js')).status).toBe(404)
  })

  test("the owner's own code is base: it stays when layers go, and state tells that it changed", async () => {
    const browser = shop.browser()
    await browser.post(shop.at('panel', '/sign-in'), { store: 'store-1' })
    const before = (await slotHashes()).find(([slot]) => slot === 'placement:1003')
    await browser.post(shop.at('panel', '/store-1/settings/code'), {
      place: '1003',
      html: '<p>mine</p>',
    })
    expect((await slotHashes()).find(([slot]) => slot === 'placement:1003')).not.toEqual(before)
    const app = await shop.putPackage('store-1', 'beside')
    await put(
      'eff_beside',
      effect(app, 'design_block', 'placement:1003', { html: '<p>theirs</p>' }),
    )
    expect(await page('/products')).toContain(
      '<p>mine</p><!--arasta:eff_beside--><p>theirs</p><!--/arasta:eff_beside-->',
    )
    await remove('eff_beside')
    expect(await page('/products')).toContain('<p>mine</p></div>')
  })
})
