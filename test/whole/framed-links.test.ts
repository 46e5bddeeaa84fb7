import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageAddress } from '#lib/page-address.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { rawRequest } from '#test/support/raw-request.ts'
import { readScreens } from '#test/support/screens.ts'

const framed = (await readScreens()).filter(({ path }) => readPageAddress(path).isMarket)

let market: Marketplace
let owner: Owner
let slug: string
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  owner = await signIn(market)
  slug = (
    await market.services.db
      .selectFrom('items')
      .select('slug')
      .where('market', '=', 'app')
      .orderBy('slug')
      .executeTakeFirstOrThrow()
  ).slug
})
afterAll(() => market.stop())

type Element = DefaultTreeAdapterTypes.Element
function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue
    yield child
    yield* elementsOf(child)
  }
}
const valueOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value

/**
 * Where the frame itself would go: what opens elsewhere, and what is saved as a file, leaves it
 * standing.
 */
function waysOf(html: string): string[] {
  return [...elementsOf(parse(html))].flatMap((element) => {
    const to = valueOf(
      element,
      element.tagName === 'a' ? 'href' : element.tagName === 'form' ? 'action' : 'formaction',
    )
    const leaves =
      ['_blank', '_top'].includes(valueOf(element, 'target') ?? '') ||
      valueOf(element, 'download') !== undefined
    return to === undefined || to === '' || leaves || /^(mailto|tel):|^#/.test(to) ? [] : [to]
  })
}

test.each(framed)(
  'S2.14 D5 $path: no link leads the panel’s frame to a page that must not be framed',
  async ({ path }) => {
    const url = path.replace(':slug', slug).replace(':developer', 'nobody')
    for (const cookie of [
      `apps-token=${owner.token}; store-token=${owner.storeToken}`,
      undefined,
    ]) {
      const { body } = await rawRequest(market.origins.app, `${url}?hl=tr`, {
        headers: cookie === undefined ? {} : { cookie },
      })
      for (const to of waysOf(body)) {
        const { origin, pathname } = new URL(to, market.origins.app)
        // without a script a picture is inspected by itself, and may be framed
        if (pathname.startsWith('/pictures/')) continue
        expect(
          origin === market.origins.app && readPageAddress(pathname).isMarket,
          `${url} leads to ${to}`,
        ).toBe(true)
      }
    }
  },
)

test('D5 in a frame without cookies, document requests ask for the language of the current page', async () => {
  for (const locale of ['tr', 'en', 'ar']) {
    const { body } = await rawRequest(
      market.origins.app,
      `/market/${slug}?hl=${locale.toUpperCase()}`,
      {
        headers: {
          'apps-token': owner.token,
          'store-token': owner.storeToken,
          'accept-language': locale === 'tr' ? 'en' : 'tr',
        },
      },
    )
    expect(body).toContain(`<html lang="${locale}"`)
    const ways = waysOf(body).filter((to) => to.startsWith('/market'))
    expect(ways.length).toBeGreaterThan(5)
    const links = [...elementsOf(parse(body))]
      .filter((element) => element.tagName === 'a')
      .map((element) => valueOf(element, 'href'))
      .filter((href) => href?.startsWith('/market'))
    for (const href of links)
      expect(new URL(href!, market.origins.app).searchParams.get('hl'), href).toBe(locale)
    const kept = await rawRequest(market.origins.app, `/market/${slug}`, {
      headers: {
        cookie: `apps-token=${owner.token}; store-token=${owner.storeToken}; hl=${locale}`,
      },
    })
    expect(waysOf(kept.body).filter((to) => to.includes('hl='))).toEqual([])
  }
})
