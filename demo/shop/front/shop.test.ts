import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import type { Key } from '../testing/signed-client.ts'
import { effect, startTestShop } from '../testing/start-demo-shop.ts'
import type { TestShop } from '../testing/start-demo-shop.ts'

let shop: TestShop
let key: Key
beforeAll(async () => {
  shop = await startTestShop()
  key = await shop.keyOf('store-1')
})
afterAll(() => shop.stop())

const here = (where: string) => shop.at('store-1', where)
const anAddress = {
  fullName: 'Zeynep <b>Ak</b>',
  email: 'zeynep@example.com',
  phone: '+90 532 000 00 00',
  street: 'Lale Sokak 5',
  district: 'Kadıköy',
  city: 'İstanbul',
  country: 'TR',
}
const bodyOf = (text: string) => /<body[^>]*>/.exec(text)?.[0] ?? ''
const order = async (browser: Browser, form: Record<string, string> = {}) => {
  await browser.post(here('/cart'), { slug: 'tulip-vase', quantity: '2', ...form })
  await browser.post(here('/order/address'), anAddress)
  return browser.post(here('/order/payment'), { payment: 'card_at_door', terms: 'yes' })
}
let sequence = 0
const join = (browser: Browser) =>
  browser.post(here('/account/register'), {
    fullName: 'Zeynep Ak',
    email: `zeynep${(sequence += 1)}@example.com`,
    password: 'uzun bir parola',
  })

describe('placements', () => {
  test('every placement of the protocol shows on its pages and only there', async () => {
    const made = await shop.putPackage('store-1', 'everywhere')
    const codes = ['1', '2', '3', '4', '5', '1003', '1004', '1054', '100100', '100101', '100102']
    for (const code of codes) {
      const body = effect(made, 'tracking_code', `placement:${code}`, {
        html: `<!--here ${code}-->`,
      })
      await shop.call({
        method: 'PUT',
        path: `/connector/v1/stores/store-1/effects/eff_${code}`,
        key,
        body,
      })
    }
    const browser = shop.browser()
    const shown = (text: string) => codes.filter((code) => text.includes(`<!--here ${code}-->`))
    const visits: Array<[string, string[]]> = []
    const visit = async (page: Promise<{ text: string }>) => {
      const { text } = await page
      visits.push([/data-page="([^"]+)"/.exec(text)?.[1] ?? '', shown(text).slice(3)])
      expect(text).toMatch(/<!--here 1-->.*<\/head>/s)
      expect(text).toMatch(/<body[^>]*>\n<!--arasta:eff_2--><!--here 2-->/)
      expect(text).toMatch(/<!--here 3--><!--\/arasta:eff_3--><\/body>/)
      return text
    }
    await visit(browser.get(here('/')))
    await visit(browser.get(here('/products')))
    await visit(browser.get(here('/products/kilim')))
    await visit(browser.post(here('/cart'), { slug: 'kilim', quantity: '1' }))
    await visit(browser.get(here('/order/address')))
    await visit(browser.post(here('/order/address'), anAddress))
    await visit(browser.post(here('/order/payment'), { payment: 'cash_at_door', terms: 'yes' }))
    const member = await visit(join(browser))
    expect(visits).toEqual([
      ['home', []],
      ['list', ['1003']],
      ['product', ['1004']],
      ['cart', ['1054']],
      ['order-address', ['100100']],
      ['order-payment', ['100101']],
      ['order-approve', ['100102']],
      ['member-confirmation', ['4', '5']],
    ])
    expect(member).toMatch(/<!--here 5-->.*<\/head>/s)
    expect(member).toMatch(/<!--here 4--><!--\/arasta:eff_4--><\/div>\n<\/main>/)
    for (const code of codes)
      await shop.call({
        method: 'DELETE',
        path: `/connector/v1/stores/store-1/effects/eff_${code}`,
        key,
      })
  })

  test('a product page says which product it is, and where its large picture lies', async () => {
    const { text } = await shop.browser().get(here('/products/tulip-vase'))
    expect(bodyOf(text)).toContain(
      'data-page="product" data-store-id="store-1" data-product-id="tulip-vase"',
    )
    const large =
      /<a href="([^"]+)" data-role="product-picture-large"[^>]*><img [^>]*data-role="product-picture"/.exec(
        text,
      )?.[1] ?? ''
    const picture = await shop.browser().get(here(large))
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(picture.text).toContain('width="1600"')
  })
})

describe('ordering', () => {
  test('a cart becomes an order whose number the approval page and the panel show, with the notes of the page', async () => {
    const browser = shop.browser()
    const done = await order(browser, { 'note[Delivery day]': '2026-11-26' })
    const number = /data-order-number="(\d+)"/.exec(bodyOf(done.text))?.[1]
    expect(done.url).toBe(here(`/order/approve/${number}`))
    expect(done.text).toContain(`data-role="order-number"><bdi>${number}</bdi>`)
    expect(done.text).toContain('<li>Delivery day: <bdi>2026-11-26</bdi></li>')
    expect(done.text).toContain('₺1.780,00')
    expect((await browser.get(here('/cart'))).text).toContain('data-role="cart-count">0<')

    await browser.post(shop.at('panel', '/sign-in'), { store: 'store-1' })
    const seen = await browser.get(shop.at('panel', `/store-1/orders/${number}`))
    expect(seen.text).toContain('Zeynep &lt;b&gt;Ak&lt;/b&gt;')
    expect(seen.text).toContain('Delivery day: <bdi>2026-11-26</bdi>')
    expect(
      (
        await browser.post(shop.at('panel', `/store-1/orders/${number}/notes`), {
          text: '<script>x',
        })
      ).text,
    ).toContain('&lt;script&gt;x')
  })

  test("somebody else's order is not there", async () => {
    const done = await order(shop.browser())
    expect((await shop.browser().get(done.url)).status).toBe(404)
    const stranger = shop.browser()
    await order(stranger)
    expect((await stranger.get(done.url)).status).toBe(404)
  })

  test('sums: delivery is free from the limit on, quantities can change, nought takes a line out', async () => {
    const browser = shop.browser()
    const one = await browser.post(here('/cart'), { slug: 'tulip-vase', quantity: '1' })
    expect(one.text).toMatch(/data-role="total"><bdi[^>]*>₺979,00</)
    const line = /action="(\/cart\/lines\/\d+)"/.exec(one.text)?.[1] ?? ''
    expect((await browser.post(here(line), { quantity: '3' })).text).toMatch(
      /data-role="total"><bdi[^>]*>₺2.670,00</,
    )
    expect((await browser.post(here(line), { quantity: '100' })).text).toMatch(
      /data-role="total"><bdi[^>]*>₺2.670,00</,
    )
    const other = shop.browser()
    await other.post(here('/cart'), { slug: 'kilim', quantity: '1' })
    await other.post(here(line), { quantity: '0' })
    expect((await browser.get(here('/cart'))).text).toContain('data-role="cart-count">3<')
    expect((await browser.post(here(line), { quantity: '3', remove: 'yes' })).text).toContain(
      'data-role="cart-count">0<',
    )
  })

  test('the steps lead back to what is missing', async () => {
    const browser = shop.browser()
    expect((await browser.get(here('/order/payment'))).url).toBe(here('/cart'))
    await browser.post(here('/cart'), { slug: 'kilim', quantity: '1' })
    expect((await browser.get(here('/order/payment'))).url).toBe(here('/order/address'))
    const faulty = await browser.post(
      here('/order/address'),
      { ...anAddress, email: 'no', phone: '12', city: ' ' },
      {},
    )
    expect(faulty.status).toBe(422)
    for (const id of ['email-fault', 'phone-fault', 'city-fault'])
      expect(faulty.text).toContain(`id="${id}"`)
    expect(faulty.text).toContain('value="Lale Sokak 5"')
    await browser.post(here('/order/address'), anAddress)
    expect(
      (await browser.post(here('/order/payment'), { payment: 'cash_at_door' })).text,
    ).toContain('id="terms-fault"')
    expect(
      (await browser.post(here('/order/payment'), { payment: 'gold', terms: 'yes' })).text,
    ).toContain('id="payment-fault"')
  })

  test('two clicks on approve make one order', async () => {
    const browser = shop.browser()
    await browser.post(here('/cart'), { slug: 'kilim', quantity: '1' })
    await browser.post(here('/order/address'), anAddress)
    const click = () =>
      browser.post(here('/order/payment'), { payment: 'cash_at_door', terms: 'yes' })
    const ends = (await Promise.all([click(), click()])).map((page) =>
      new URL(page.url).pathname.replace(/\d+$/, 'n'),
    )
    expect(ends.sort()).toEqual(['/cart', '/order/approve/n'])
  })
})

describe('members', () => {
  test('join once per address, leave, and come back with their orders', async () => {
    const browser = shop.browser()
    const joined = await join(browser)
    expect(joined.url).toBe(here('/account/confirmed'))
    const email = `zeynep${sequence}@example.com`
    const again = await shop.browser().post(here('/account/register'), {
      fullName: 'Z',
      email: email.toUpperCase(),
      password: 'uzun bir parola',
    })
    expect([again.status, again.text.includes('id="email-fault"')]).toEqual([422, true])
    await order(browser)
    await browser.post(here('/account/sign-out'), {})
    expect((await browser.get(here('/account'))).url).toBe(here('/account/sign-in'))
    expect(
      (await browser.post(here('/account/sign-in'), { email, password: 'yanlış parola' })).status,
    ).toBe(422)
    const back = await shop
      .browser()
      .post(here('/account/sign-in'), { email, password: 'uzun bir parola' })
    expect(back.text).toMatch(/href="\/order\/approve\/\d+"/)
  })

  test('a confirmation page is for members only', async () => {
    expect((await shop.browser().get(here('/account/confirmed'))).url).toBe(
      here('/account/register'),
    )
  })
})

describe('languages', () => {
  test.each([
    ['tr', 'ltr', 'Lale vazo', '₺890,00'],
    ['en', 'ltr', 'Tulip vase', '₺890.00'],
    [
      'ar',
      'rtl',
      'مزهرية الزنبق',
      '<bdi class="price" dir="rtl"><bdi dir="ltr">890.00</bdi>\u00a0₺</bdi>',
    ],
  ])('the shop speaks %s, written %s, with its own prices', async (hl, dir, name, price) => {
    const browser = shop.browser()
    const { text } = await browser.get(here(`/products/tulip-vase?hl=${hl.toUpperCase()}`))
    expect(text).toContain(`<html lang="${hl}" dir="${dir}">`)
    expect(text).toContain(name)
    expect(text).toContain(price)
    expect((await browser.get(here('/'))).text).toContain(`<html lang="${hl}"`)
  })

  test('a store without Turkish answers in its first language', async () => {
    const { text } = await shop.browser().get(shop.at('store-2', '/products/tulip-vase?hl=tr'))
    expect(text).toContain('<html lang="en"')
    expect(text).toContain('$44.00')
  })

  test('the search finds without accents, with Turkish letters, and in every language', async () => {
    for (const words of ['KASE', 'çizgili kâse', 'striped bowl', 'وعاء']) {
      const { text } = await shop.browser().get(here(`/products?q=${encodeURIComponent(words)}`))
      expect(text).toContain('href="/products/striped-bowl"')
    }
    const nothing = await shop.browser().get(here('/products?q=%3Cscript%3E'))
    expect(nothing.text).toContain('value="&lt;script&gt;"')
    expect(nothing.text).not.toContain('<script>')
  })
})

describe('at the door', () => {
  test('pages run nothing from outside and nothing inline without the nonce of this answer', async () => {
    const [one, two] = await Promise.all([
      shop.browser().get(here('/')),
      shop.browser().get(here('/')),
    ])
    const policy = one.headers['content-security-policy'] ?? ''
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[^']+'; style-src 'self' 'nonce-[^']+'; img-src 'self' data:;/,
    )
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toBe(two.headers['content-security-policy'])
    expect(one.text).toBe(two.text)
  })

  test('a form of another site changes nothing', async () => {
    const browser = shop.browser()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await browser.post(
        here('/cart'),
        { slug: 'kilim', quantity: '1' },
        { headers },
      )
      expect(answer.status).toBe(403)
    }
    expect((await browser.get(here('/cart'))).text).toContain('data-role="cart-count">0<')
  })

  test('the host decides who answers: shops, index, nobody', async () => {
    const browser = shop.browser()
    const local = here('/').replace('shop.', '')
    expect((await browser.get(local)).text).toContain(shop.at('store-2', '/'))
    expect((await browser.get(`${local}products?store=store-2`)).text).toContain(
      'data-store-id="store-2"',
    )
    expect((await browser.get(here('/'), { headers: { host: 'evil.example' } })).status).toBe(421)
    expect((await browser.get(here('/products/none'))).status).toBe(404)
    expect((await browser.get(here('/products/__proto__'))).status).toBe(404)
    expect((await browser.get(here('/pictures/constructor-front.svg'))).status).toBe(404)
  })
})
