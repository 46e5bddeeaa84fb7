import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { createTransport } from 'nodemailer'
import type Mail from 'nodemailer/lib/mailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop } from '../testing/start-demo-shop.ts'
import type { TestShop } from '../testing/start-demo-shop.ts'

let market: Server
let app = ''
let shop: TestShop
beforeAll(async () => {
  market = createServer((_, response) => response.end('a market'))
  market.listen(0, '127.0.0.1')
  await once(market, 'listening')
  app = `http://apps.localhost:${(market.address() as AddressInfo).port}`
  shop = await startTestShop({
    market: { app, theme: 'http://themes.localhost:1', sites: 'http://sites.localhost:1' },
  })
})
afterAll(async () => {
  await shop.stop()
  market.close()
  market.closeAllConnections()
})

const panel = (where: string) => shop.at('panel', where)
async function owner(...stores: string[]) {
  const browser = shop.browser()
  for (const store of stores) await browser.post(panel('/sign-in'), { store })
  return browser
}
const frameOf = (text: string) =>
  new URL(
    (/<iframe class="market"[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'),
  )
const verify = (token: string, audience: string) =>
  jwtVerify(token, shop.publicKey, {
    issuer: '1',
    audience,
    currentDate: shop.clock.now(),
    algorithms: ['EdDSA'],
  })

describe('handing the session over', () => {
  test('the frame carries a launch token with every claim of the protocol, and the store token', async () => {
    const { text, headers } = await (await owner('store-2')).get(panel('/store-2/apps?hl=AR'))
    const frame = frameOf(text)
    expect(frame.origin + frame.pathname).toBe(`${app}/market`)
    expect(frame.searchParams.get('hl')).toBe('AR')
    expect(frame.searchParams.get('store-token')).toBe(shop.shop.storeToken('store-2'))
    const { payload, protectedHeader } = await verify(
      frame.searchParams.get('apps-token') ?? '',
      app,
    )
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: 'panel-1' })
    expect(payload).toMatchObject({
      iss: '1',
      aud: app,
      sub: 'store-2',
      domain: new URL(shop.at('store-2')).host,
      is_os2: true,
      hl: 'ar',
      account: { id: 'owner-of-store-2', name: 'Demo Owner 2', email: 'owner@shop2.localhost' },
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(120)
    expect(payload.nbf).toBe(payload.iat)
    expect(payload.jti?.length).toBeGreaterThan(20)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain(
      `frame-src 'self' ${app} http://themes.localhost:1`,
    )
    expect(text).toMatch(
      /<iframe [^>]*allow="payment; clipboard-write; storage-access"\s+referrerpolicy="no-referrer">/,
    )
  })

  test('every token is a new one: for a reload, for a renewal, for a new tab', async () => {
    const browser = await owner('store-1')
    const ids = new Set<unknown>()
    const see = async (token: string) => ids.add((await verify(token, app)).payload.jti)
    await see(
      frameOf((await browser.get(panel('/store-1/apps'))).text).searchParams.get('apps-token') ??
        '',
    )
    const renewed = JSON.parse((await browser.post(panel('/store-1/apps/launch'), {})).text) as {
      apps_token: string
      store_token: string
    }
    await see(renewed.apps_token)
    expect(renewed.store_token).toBe(shop.shop.storeToken('store-1'))
    const opened = await browser.post(panel('/store-1/apps/open'), {}, { follow: false })
    expect(opened.status).toBe(303)
    await see(new URL(opened.headers.location ?? '').searchParams.get('apps-token') ?? '')
    expect(ids.size).toBe(3)
  })

  test('a mirrored path is followed inside the market only', async () => {
    const browser = await owner('store-1')
    const target = async (path: string) => {
      const frame = frameOf(
        (await browser.get(panel(`/store-1/apps?path=${encodeURIComponent(path)}`))).text,
      )
      return frame.origin + frame.pathname + (frame.searchParams.get('q') ?? '')
    }
    expect(await target('/market/installed?q=x&apps-token=old')).toBe(`${app}/market/installedx`)
    for (const path of [
      '//evil.example/market',
      'https://evil.example/market',
      '/market/../account',
      '/marketing',
      'javascript:alert(1)',
      '/\\evil.example/market',
      '',
    ]) {
      expect(await target(path)).toBe(`${app}/market`)
    }
  })

  test('a market that does not answer gets clear words and a way to try again', async () => {
    const { text, status } = await (await owner('store-1')).get(panel('/store-1/themes?hl=en'))
    expect(status).toBe(200)
    expect(text).toContain('Arasta is not answering right now')
    expect(text).toContain('href="/store-1/themes">Try again')
    expect(text).not.toContain('<iframe')
  })

  test('a renewed key makes the handle before it worthless', async () => {
    const browser = await owner('store-1')
    const before = shop.shop.storeToken('store-1')
    const key = await shop.keyOf('store-1')
    await browser.post(panel('/store-1/settings/key'), {})
    expect(shop.shop.storeToken('store-1')).not.toBe(before)
    expect((await shop.call({ path: '/connector/v1/stores/store-1', key })).status).toBe(401)
    expect(
      (await shop.call({ path: '/connector/v1/stores/store-1', key: await shop.keyOf('store-1') }))
        .status,
    ).toBe(200)
  })
})

describe('signing in', () => {
  test('a deep link leads through the sign-in to where it pointed', async () => {
    const browser = shop.browser()
    const asked = await browser.get(panel('/store-2/orders?hl=en'))
    expect(new URL(asked.url).pathname).toBe('/sign-in')
    const next = /name="next" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
    expect((await browser.post(panel('/sign-in'), { store: 'store-2', next })).url).toBe(
      panel('/store-2/orders?hl=en'),
    )
  })

  test.each([
    '//evil.example',
    'https://evil.example/store-1',
    '/store-2',
    '/store-1/../../x',
    '/store-1//evil.example:80@x',
  ])('the address %s is not followed after it', async (next) => {
    const { headers } = await shop
      .browser()
      .post(panel('/sign-in'), { store: 'store-1', next }, { follow: false })
    expect(new URL(headers.location ?? '', panel('/')).origin).toBe(panel('').replace(/\/$/, ''))
    expect(headers.location).toMatch(/^\/store-1(?:\/[^/]|$)/)
  })

  test('both stores can be open at once; one that was not signed in to is not', async () => {
    const both = await owner('store-1', 'store-2')
    expect((await both.get(panel('/store-1'))).url).toBe(panel('/store-1'))
    expect((await both.get(panel('/store-2'))).url).toBe(panel('/store-2'))
    const first = await owner('store-1')
    expect(new URL((await first.get(panel('/store-2'))).url).pathname).toBe('/sign-in')
    expect((await first.post(panel('/store-2/apps/launch'), {})).status).toBe(401)
    expect((await shop.browser().post(panel('/store-1/apps/launch'), {})).status).toBe(401)
    await both.post(panel('/sign-out'), {})
    expect(new URL((await both.get(panel('/store-1'))).url).pathname).toBe('/sign-in')
  })

  test('a page of another site can neither sign in, nor take a token, nor close the store', async () => {
    const browser = await owner('store-1')
    for (const where of ['/sign-in', '/store-1/apps/launch', '/store-1/settings/status']) {
      const answer = await browser.post(
        panel(where),
        { store: 'store-2', status: 'closed' },
        { headers: { 'sec-fetch-site': 'cross-site' } },
      )
      expect(answer.status).toBe(403)
    }
  })
})

describe('pages', () => {
  test.each(['tr', 'en', 'ar'])('every page of the panel answers in %s', async (hl) => {
    const browser = await owner('store-1')
    for (const where of ['', '/orders', '/products', '/apps', '/themes', '/mailbox', '/settings']) {
      const { status, text } = await browser.get(panel(`/store-1${where}?hl=${hl}`))
      expect([where, status, text.includes(`<html lang="${hl}"`)]).toEqual([where, 200, true])
    }
    expect((await browser.get(panel('/store-1/none'))).status).toBe(404)
  })

  test('the owner closes the store and opens it again', async () => {
    const browser = await owner('store-2')
    await browser.post(panel('/store-2/settings/status'), { status: 'closed' })
    expect((await browser.get(shop.at('store-2'))).status).toBe(503)
    await browser.post(panel('/store-2/settings/status'), { status: 'active' })
    expect((await browser.get(shop.at('store-2'))).status).toBe(200)
  })

  test('faults are set in the settings and taken back there', async () => {
    const browser = await owner('store-2')
    const about = async () =>
      (await shop.call({ path: '/connector/v1/stores/store-2', key: await shop.keyOf('store-2') }))
        .status
    await browser.post(panel('/store-2/settings/faults'), {
      store: 'error_500',
      'store-times': '1',
    })
    expect((await browser.get(panel('/store-2/settings'))).text).toContain(
      'value="error_500" selected',
    )
    expect(await about()).toBe(500)
    expect(await about()).toBe(200)
  })
})

describe('the mailbox', () => {
  const send = (mail: Mail.Options) =>
    createTransport({
      host: '127.0.0.1',
      port: shop.shop.mailPort(),
      connectionTimeout: 5_000,
    }).sendMail(mail)
  const letter = {
    from: 'Arasta <no-reply@apps.localhost>',
    to: 'owner@shop.localhost',
    subject: 'Kod <1> – ışığı',
    text: 'see http://apps.localhost:3000/x?a=1&b=2 now',
    html: '<p onclick="x()">Code</p><script>1</script>',
  }

  test('has what is sent by SMTP, and shows it without letting it run anything', async () => {
    await send(letter)
    const [mail] = shop.shop.mails()
    expect(mail).toMatchObject({
      sender: 'Arasta <no-reply@apps.localhost>',
      recipient: 'owner@shop.localhost',
      subject: 'Kod <1> – ışığı',
    })
    const browser = await owner('store-1')
    expect((await browser.get(panel('/store-1/mailbox'))).text).toContain('Kod &lt;1&gt;')
    const opened = await browser.get(panel(`/store-1/mailbox/${mail?.id}`))
    expect(opened.text).toContain(
      '<a href="http://apps.localhost:3000/x?a=1&amp;b=2" target="_blank" rel="noreferrer">',
    )
    expect(opened.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    const body = await browser.get(panel(`/store-1/mailbox/${mail?.id}/body`))
    expect(body.headers['content-security-policy']).toMatch(
      /default-src 'none';.*sandbox allow-popups/,
    )
  })

  test('takes no mail above a megabyte', async () => {
    const before = shop.shop.mails().length
    await expect(send({ ...letter, text: 'x'.repeat(1_100_000) })).rejects.toMatchObject({
      responseCode: 552,
    })
    expect(shop.shop.mails()).toHaveLength(before)
  })
})
