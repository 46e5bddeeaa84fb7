import type { Locator, Page } from 'playwright-core'

/**
 * Something a visitor clicks, and what shows that it has happened. Words as the Turkish market has
 * them.
 */
export interface Interaction {
  name: string
  site: 'apps' | 'themes'
  path: string
  width: 390 | 1280
  /** Before the press that is measured. */
  before?: (page: Page) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
  done: (page: Page) => Promise<unknown>
}

const seen = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'visible' })
const search = (page: Page): Locator =>
  page.getByRole('combobox').or(page.getByRole('searchbox')).first()
/** The first article may be a banner, which leads to another list. */
const aCard = (page: Page): Locator => page.getByRole('article').last().getByRole('link').first()

export const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'list: a facet',
    site: 'apps',
    path: '/list',
    width: 1280,
    press: (page) => page.getByLabel(/Tasarım bloğu ister/).click(),
    done: (page) => page.waitForURL(/permission=/),
  },
  {
    name: 'list: the choices, on a phone',
    site: 'apps',
    path: '/list',
    width: 390,
    press: (page) =>
      page
        .getByRole('button', { name: /Süz/ })
        .or(page.locator('summary', { hasText: /Süz/ }))
        .first()
        .click(),
    done: (page) => seen(page.getByLabel(/Tasarım bloğu ister/)),
  },
  {
    name: 'list: set beside others',
    site: 'apps',
    path: '/list',
    width: 390,
    press: (page) =>
      page
        .getByLabel(/Karşılaştırmaya ekle/)
        .first()
        .click(),
    done: (page) => seen(page.getByRole('status').getByRole('link')),
  },
  {
    name: 'list: a letter in the search',
    site: 'apps',
    path: '/list',
    width: 1280,
    before: async (page) => {
      await search(page).click()
      await search(page).pressSequentially('tesli')
    },
    press: (page) => page.keyboard.press('m'),
    done: (page) => seen(page.getByRole('option')),
  },
  {
    name: 'list: a card',
    site: 'apps',
    path: '/list',
    width: 390,
    before: (page) => aCard(page).scrollIntoViewIfNeeded(),
    press: (page) => aCard(page).click(),
    done: (page) => page.waitForURL((url) => url.pathname !== '/list'),
  },
  {
    name: 'home: a card',
    site: 'themes',
    path: '/',
    width: 390,
    before: (page) => aCard(page).scrollIntoViewIfNeeded(),
    press: (page) => aCard(page).click(),
    done: (page) => page.waitForURL((url) => url.pathname !== '/'),
  },
  {
    name: 'any page: the menu, on a phone',
    site: 'themes',
    path: '/list',
    width: 390,
    press: (page) =>
      page
        .getByRole('button', { name: 'Menü' })
        .or(page.locator('summary', { hasText: 'Menü' }))
        .first()
        .click(),
    done: (page) => seen(page.getByRole('link', { name: 'Geliştiriciler' })),
  },
  {
    name: 'item: another picture',
    site: 'apps',
    path: '/delivery-day',
    width: 390,
    press: (page) =>
      page
        .getByRole('link', { name: /^Büyüt/ })
        .nth(1)
        .click(),
    done: (page) => seen(page.locator('a[aria-label^=Büyüt][aria-current=true]')),
  },
  {
    name: 'item: buy, as a visitor',
    site: 'apps',
    path: '/delivery-day',
    width: 390,
    press: (page) =>
      page
        .getByRole('link', { name: /satın al$/ })
        .or(page.getByRole('button', { name: /satın al$/ }))
        .first()
        .click(),
    done: (page) => page.waitForURL(/connect/),
  },
  {
    name: 'any page: the ways in',
    site: 'apps',
    path: '/list',
    width: 390,
    press: (page) => page.getByRole('banner').getByRole('link', { name: /Gir/ }).click(),
    done: (page) => seen(page.getByRole('dialog')),
  },
]
