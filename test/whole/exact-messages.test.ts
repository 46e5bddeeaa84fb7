import { request } from 'node:http'
import { parseDocument } from 'htmlparser2'
import { textContent } from 'domutils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, type Locale, makeTranslate, forEachLocale } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import { ADDRESS, CARDS, passChallenge } from '#test/support/checkout.ts'
import { elementsOf } from '#test/support/html.ts'
import { finished, idOf, install, installationPath } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { cookiesOf, fetchPage } from '#test/support/rendered-screens.ts'
import { readAllMessages } from '#locales/read.ts'

/**
 * What the specification says in words, found where a person reads it: on the page, after a click,
 * without any script.
 */

const words = forEachLocale((locale) => makeTranslate<MessageKey>(readAllMessages(locale), locale))
let market: Marketplace
let buyer: Owner
let newcomer: Owner
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  ;[buyer, newcomer] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
  await buyer.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market?.stop())

type Fields = Record<string, string>

/**
 * The fields of the page's form that has `field`, as a browser would send them; boxes that are not
 * checked are given apart.
 */
async function openForm(
  owner: Owner,
  path: string,
  field: string,
  locale: Locale,
): Promise<{ fields: Fields; boxes: Fields }> {
  const { html } = await fetchPage(market.origins.app, `${path}?hl=${locale}`, {
    cookie: cookiesOf(owner),
    locale,
  })
  const form = elementsOf(parseDocument(html), 'form').find((one) =>
    elementsOf(one, 'input').some(({ attribs }) => attribs.name === field),
  )
  if (!form) throw new Error(`${path} has no form with ${field}`)
  const [fields, boxes]: [Fields, Fields] = [{}, {}]
  for (const {
    attribs: { name, value = 'on', type, ...rest },
  } of elementsOf(form, 'input')) {
    if (!name) continue
    const isChoice = type === 'checkbox' || type === 'radio'
    if (!isChoice) fields[name] = value === 'on' ? '' : value
    else if ('checked' in rest) fields[name] = value
    else if (type === 'checkbox') boxes[name] = value
  }
  for (const select of elementsOf(form, 'select')) {
    const options = elementsOf(select, 'option')
    const chosen = options.find(({ attribs }) => 'selected' in attribs) ?? options[0]
    if (select.attribs.name) fields[select.attribs.name] = chosen?.attribs.value ?? ''
  }
  return { fields, boxes }
}

function send(
  owner: Owner,
  path: string,
  fields: Fields,
  locale: Locale,
): Promise<{ status: number; text: string; location: string }> {
  const { port, host, origin } = new URL(market.origins.app)
  const body = new URLSearchParams(fields).toString()
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: `${path}?hl=${locale}`,
        method: 'POST',
        headers: {
          host,
          origin,
          cookie: cookiesOf(owner),
          accept: 'text/html',
          'accept-language': locale,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let html = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk) => {
            html += chunk
          })
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? '',
              text: elementsOf(parseDocument(html), 'main')
                .map((main) => textContent(main))
                .join(' '),
            }),
          )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

describe.each(LOCALES)('in %s', (locale) => {
  const t = words[locale]

  test('S5.1 S5.2 S5.4 S8.12 S8.13 an empty checkout requires an address, a valid card, and approval of the permissions', async () => {
    const { fields } = await openForm(newcomer, '/checkout/gallery', 'order_total', locale)
    // The platform knows an address, which its owner does not want.
    const empty = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        name.startsWith('address.') ? '' : value,
      ]),
    )
    const { status, text } = await send(newcomer, '/checkout/gallery', empty, locale)
    expect(status).toBe(422)
    for (const key of [
      'errors.checkout.address_required',
      'errors.checkout.card_invalid',
      'errors.checkout.permissions_required',
    ] as const)
      expect(text, key).toContain(t(key))
  })

  test('S8.10 a declined card shows that the order could not be completed, and the reason', async () => {
    const { fields, boxes } = await openForm(buyer, '/checkout/delivery-day', 'order_total', locale)
    const consents = Object.fromEntries(
      Object.entries(boxes).filter(([name]) => name.startsWith('consent.')),
    )
    const {
      data: [address],
    } = (await buyer.call('GET', '/domain/address')).body
    const given = {
      ...fields,
      ...consents,
      address_id: address.id,
      card_id: 'new',
      'card.number': CARDS.declined,
      'card.name': 'AYŞE DEMİR',
      'card.expiry': '12 / 30',
      'card.cvc': '123',
    }
    const sent = await send(buyer, '/checkout/delivery-day', given, locale)
    expect([sent.status, sent.location.startsWith(market.bank.url)]).toEqual([303, true])
    const { location } = await passChallenge(market, sent.location)
    const { pathname, search } = new URL(location, market.origins.app)
    expect(pathname).toBe('/checkout/fail')
    const { html } = await fetchPage(market.origins.app, `${pathname}${search}&hl=${locale}`, {
      cookie: cookiesOf(buyer),
      locale,
    })
    // a second one waits in the template of the page for a script that fails
    expect(textContent(elementsOf(parseDocument(html), 'h1').slice(0, 1))).toBe(
      t('errors.checkout.order_not_completed'),
    )
  })

  test('S5.4 S5.5 S8.13 an install without the boxes requires approval of the permissions, and the agreement', async () => {
    const { fields } = await openForm(newcomer, '/install/instant', 'store', locale)
    const { status, text } = await send(newcomer, '/install/instant', fields, locale)
    expect(status).toBe(422)
    for (const key of [
      'errors.installs.permissions_required',
      'errors.installs.agreement_required',
    ] as const)
      expect(text, key).toContain(t(key))
  })
})

test('S2.17 S4.7 an item with an older version on the shop offers the update, and an installed app that can be connected shows where', async () => {
  await market.startWorker()
  const id = await idOf(buyer, 'video')
  const begun = await install(buyer, id)
  expect(begun.status).toBe(200)
  await finished(buyer, begun.body.data.id)
  const page = async () =>
    elementsOf(
      parseDocument(
        (await fetchPage(market.origins.app, '/video?hl=en', { cookie: cookiesOf(buyer) })).html,
      ),
      'a',
    ).map(({ attribs }) => attribs.href ?? '')
  const { version } = (await buyer.call('GET', installationPath(id))).body.data
  const links = await page()
  expect(links).toContain(`${market.shop.origin('store-1')}/apps/video/connect`)
  expect(links).not.toContain('/update/video')
  await market.services.db
    .updateTable('installations')
    .set({
      release_id: (
        await market.services.db
          .selectFrom('releases')
          .select('id')
          .where('item_id', '=', id)
          .where('version', '!=', version)
          .orderBy('version_order')
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id,
    })
    .where('item_id', '=', id)
    .execute()
  expect(await page()).toContain('/update/video')
  // nobody connects what is not on the shop
  const other = await newcomer.call('GET', '/app-store/app/detail', { query: { slug: 'video' } })
  expect(other.body.data.links.connect).toBeNull()
})
