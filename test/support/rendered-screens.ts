import { request } from 'node:http'
import type { Locale } from '#lib/locale.ts'
import { CONSOLE_VIEWS } from '#proofs/screens/console-views.ts'
import { prepareApplications } from '#proofs/screens/application-states.ts'
import { NO_OWNER_STATES } from '#proofs/screens/owner-states.ts'
import { ITEMS, prepareWebhooks, QUESTION, type States } from '#proofs/screens/states.ts'
import { NO_SUBSCRIPTIONS } from '#proofs/screens/subscription-states.ts'
import { nameOf, VIEWS, type View } from '#proofs/screens/views.ts'
import { buy, CARDS, pay, prepareOrder } from './checkout.ts'
import { firstOperator } from './console.ts'
import { finished, idOf, install } from './installs.ts'
import type { Marketplace } from './marketplace.ts'
import { signIn, type Owner } from './owner.ts'

/** One screen in one state, as the server sends it: before any script runs. */
export interface RenderedScreen {
  name: string
  path: string
  locale: Locale
  status: number
  expectedStatus: number
  html: string
}

/**
 * Fetches the HTML of a page of the marketplace with these cookies; follows a redirect within it.
 */
export async function fetchPage(
  origin: string,
  path: string,
  options: { cookie?: string; locale?: Locale } = {},
): Promise<{ status: number; html: string }> {
  const { location, ...answer } = await fetchOnce(origin, path, options)
  if (location === undefined) return answer
  const { pathname, search } = new URL(location, origin + path)
  return fetchOnce(origin, pathname + search, options)
}

function fetchOnce(
  origin: string,
  path: string,
  { cookie = '', locale = 'en' as Locale } = {},
): Promise<{ status: number; html: string; location: string | undefined }> {
  const { port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers: {
          host,
          cookie,
          accept: 'text/html',
          'accept-language': locale,
          'user-agent': 'Mozilla/5.0 (X11; Linux) Chrome/140.0',
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
            resolve({ status: answer.statusCode ?? 0, html, location: answer.headers.location }),
          )
      },
    )
      .on('error', reject)
      .end()
  })
}

export const cookiesOf = (owner: Pick<Owner, 'token' | 'storeToken'>): string =>
  `apps-token=${owner.token}; store-token=${owner.storeToken}`

const PEOPLE = ['visitor', 'owner', 'newcomer', 'operator'] as const

/**
 * Every view of the storefronts and the console that a market of the demo catalogue can show, in
 * `locale`.
 */
export async function renderScreens(
  market: Marketplace,
  prepared: PreparedScreens,
  locale: Locale,
): Promise<RenderedScreen[]> {
  const { states, cookies } = prepared
  const named = (table: Readonly<Record<string, readonly View[]>>, before: string) =>
    Object.entries(table).flatMap(([route, views]) =>
      views.map((view) => ({ name: `${before}${nameOf(route)}-${view.state}`, view })),
    )
  const all = [...named(VIEWS, ''), ...named(CONSOLE_VIEWS, 'console-')].flatMap(
    ({ name, view }) => {
      const site = view.site ?? 'apps'
      const origin = {
        apps: market.origins.app,
        themes: market.origins.theme,
        console: market.origins.console,
      }[site as 'apps']
      const path = typeof view.path === 'string' ? view.path : view.path(states, locale)
      const person = PEOPLE.find((one) => one === (view.person ?? 'visitor'))
      // What stands on the odd catalogue, a broken row or sites of WordPress is shown by the proof
      // of screens.
      if (!origin || !person || /undefined|\/null|.\/$/.test(path) || view.state === 'broken')
        return []
      return [
        {
          name,
          origin,
          path,
          cookie: cookies[site === 'themes' && person === 'owner' ? 'themeOwner' : person],
          status: view.status ?? 200,
        },
      ]
    },
  )
  const screens: RenderedScreen[] = []
  for (const { name, origin, path, cookie, status: expectedStatus } of all) {
    const url = new URL(path, origin)
    url.searchParams.set('hl', locale)
    screens.push({
      name,
      path,
      locale,
      expectedStatus,
      ...(await fetchPage(origin, url.pathname + url.search, { cookie, locale })),
    })
  }
  return screens
}

export interface PreparedScreens {
  states: States
  cookies: Record<(typeof PEOPLE)[number] | 'themeOwner', string>
  owner: Owner
}

/**
 * Brings the market into the states that the views show: bought, declined, installed and outdated
 * items. Works jobs itself.
 */
export async function prepareScreens(market: Marketplace): Promise<PreparedScreens> {
  const { db } = market.services
  const [owner, themeOwner, newcomer] = [
    await signIn(market),
    await signIn(market, 'store-1', 'theme'),
    await signIn(market, 'store-2'),
  ]
  const desk = await firstOperator(market)
  await market.startWorker()
  const { orderNumber: paidOrder } = await buy(market, owner, ITEMS.paid)
  const declined = await prepareOrder(owner, ITEMS.open)
  await pay(owner, declined, { card: CARDS.declined })
  const installed: string[] = []
  for (const slug of [ITEMS.installed, ITEMS.behind]) {
    const { id } = (await install(owner, await idOf(owner, slug))).body.data
    await finished(owner, id)
    installed.push(id)
  }
  await finished(
    themeOwner,
    (
      await install(themeOwner, await idOf(themeOwner, ITEMS.installedTheme, 'theme'), {
        site: 'theme',
      })
    ).body.data.id,
  )
  await fallBehind(market, ITEMS.behind)
  await joinPartner(market)
  const asked = await owner.call('POST', `/help/${ITEMS.installed}`, { body: QUESTION })
  await desk.ask('POST', '/operator/exports', { list: 'orders', format: 'csv' })
  const planned = await desk.ask('POST', '/operator/bulk', { act: 'publish_items', filters: {} })
  const first = async (table: 'categories' | 'collections' | 'banners') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
  const { id: item, partner_id: partner } = await db
    .selectFrom('items')
    .select(['id', 'partner_id'])
    .where('slug', '=', ITEMS.priced)
    .executeTakeFirstOrThrow()
  return {
    owner,
    states: {
      odd: {},
      paidOrder,
      subscriptions: NO_SUBSCRIPTIONS,
      ...NO_OWNER_STATES,
      plans: [],
      declinedOrder: declined.orderNumber,
      thread: asked.body.data.id as string,
      sites: {},
      desk: {
        partner,
        item,
        store: owner.storeId,
        installation: installed[0] ?? '',
        category: await first('categories'),
        collection: await first('collections'),
        banner: await first('banners'),
        batch: '',
        submission: '',
        bulkRun: String(planned.body.id),
        application: await prepareApplications(db),
        webhook: await prepareWebhooks(db, item),
      },
    },
    cookies: {
      visitor: '',
      owner: cookiesOf(owner),
      themeOwner: cookiesOf(themeOwner),
      newcomer: cookiesOf(newcomer),
      operator: [...desk.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  }
}

/** The operator is a member of the partner with the demo's items, too. */
async function joinPartner({ services: { db } }: Marketplace): Promise<void> {
  const { id } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
  const { partner_id: partner } = await db
    .selectFrom('items')
    .select('partner_id')
    .where('slug', '=', ITEMS.priced)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('partner_members')
    .values({ partner_id: partner, person_id: id, role: 'owner', created_at: new Date() })
    .execute()
}

/** The installed release becomes the one before the newest, as if the newest had come out since. */
async function fallBehind({ services: { db } }: Marketplace, slug: string): Promise<void> {
  const before = await db
    .selectFrom('releases')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select(['releases.id', 'item_id'])
    .where('slug', '=', slug)
    .orderBy('version_order', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('installations')
    .set({ release_id: before.id })
    .where('item_id', '=', before.item_id)
    .execute()
}
