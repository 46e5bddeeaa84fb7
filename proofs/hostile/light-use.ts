import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import type { OwnerSession, Sites } from './sign-in.ts'
import { signInByPanel } from './sign-in.ts'
import { jsonOf, type Sender } from './send.ts'

/**
 * What people do on a quiet day, without the pauses: pages in three languages, searches, pages of
 * an owner, installs, updates and uninstalls.
 */

const LANGUAGES = ['tr', 'en', 'ar'] as const
const WORDS = [
  'teslimat',
  'theme',
  'galeri',
  'arama',
  'cookie',
  'delivary',
  'ürün',
  'معرض',
  'dark',
  'zzz',
]
const OWN_PAGES = [
  '/account',
  '/account/installed',
  '/account/updates',
  '/account/orders',
  '/account/addresses',
  '/account/cards',
  '/account/scripts',
  '/market',
  '/market/installed',
  '/market/updates',
]
const ENCODINGS = ['br', 'gzip', 'identity']

export interface LightUse {
  /** Calls and pages that were answered, by status. */
  answered: Record<number, number>
  installs: number
}

export interface LightUseOptions {
  sender: Sender
  sites: Sites
  rounds: number
  /** Requests at the same time. */
  parallel?: number
  isStopping?: () => boolean
  onRound?: (round: number) => Promise<void> | void
}

interface Item {
  id: string
  slug: string
  price: number
}

export async function lightUse({
  sender,
  sites,
  rounds,
  parallel = 4,
  isStopping = () => false,
  onRound,
}: LightUseOptions): Promise<LightUse> {
  const used: LightUse = { answered: {}, installs: 0 }
  const note = (status: number) => {
    used.answered[status] = (used.answered[status] ?? 0) + 1
  }
  // A new visitor for each round, because pages are limited per visitor.
  let from = '127.0.1.1'
  const get = async (origin: string, path: string, headers: Record<string, string> = {}) => {
    const reply = await sender.ask({
      origin,
      method: 'GET',
      path,
      from,
      headers: { accept: 'text/html', ...headers },
    })
    note(reply.status)
    return reply
  }
  const items = Object.fromEntries(
    await Promise.all(
      (['apps', 'themes'] as const).map(async (site) => {
        const list = await get(sites[site], `/api/market/${site.slice(0, -1)}/list?per_page=100`)
        return [site, (jsonOf(list) as { data: Item[] }).data]
      }),
    ),
  ) as Record<'apps' | 'themes', Item[]>

  for (let round = 0; round < rounds && !isStopping(); round++) {
    from = `127.0.${(round % 250) + 2}.1`
    const language = LANGUAGES[round % LANGUAGES.length] as string
    const own = {
      'accept-language': language,
      'accept-encoding': ENCODINGS[round % ENCODINGS.length] as string,
    }
    const owners = {
      apps: await signInByPanel(sender, sites, 'store-1', 'apps'),
      themes: await signInByPanel(sender, sites, 'store-2', 'themes'),
    }
    const work: (() => Promise<unknown>)[] = []
    for (const site of ['apps', 'themes'] as const) {
      const origin = sites[site]
      const signedIn = {
        ...own,
        cookie: `apps-token=${owners[site].token}; store-token=${owners[site].storeToken}`,
      }
      for (const path of [
        '/',
        '/list',
        '/list?sort=newest',
        '/contact',
        '/partners',
        '/legal',
        `/list?page=${(round % 3) + 1}`,
      ])
        work.push(() => get(origin, path, own))
      for (const { slug } of items[site]) {
        work.push(() => get(origin, `/${slug}`, own))
        if ((slug.length + round) % 4 === 0)
          work.push(
            () => get(origin, `/${slug}/releases`, own),
            () => get(origin, `/share/${slug}.jpg?hl=${language}`),
          )
        if ((slug.length + round) % 5 === 0)
          work.push(
            () => get(origin, `/${slug}`, signedIn),
            () => get(origin, `/install/${slug}`, signedIn),
          )
      }
      for (const word of WORDS)
        work.push(
          () => get(origin, `/search?q=${encodeURIComponent(`${word} ${round % 50}`)}`, own),
          () => get(origin, `/api/market/${site.slice(0, -1)}/list?q=${encodeURIComponent(word)}`),
        )
      for (const path of OWN_PAGES) work.push(() => get(origin, path, signedIn))
    }
    const left = work.values()
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (const one of left) await one()
      }),
    )
    used.installs += await installAndUninstall(sender, sites, owners, items, round)
    await onRound?.(round)
  }
  return used
}

/** One app goes onto a shop and off again. */
async function installAndUninstall(
  sender: Sender,
  sites: Sites,
  { apps: owner }: Record<string, OwnerSession>,
  items: Record<'apps' | 'themes', Item[]>,
  round: number,
): Promise<number> {
  const free = items.apps.filter((one) => one.price === 0)
  const item = free[round % free.length]
  if (!item || !owner) return 0
  const call = (method: string, path: string, body?: object) =>
    sender.ask({
      origin: sites.apps,
      method,
      path: `/api${path}`,
      headers: {
        ...owner.headers,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
  const path = `/app-store/app/${item.id}/installation`
  const put = await call('POST', path, {
    store: owner.storeId,
    permissions: ['web_service_user', 'design_block', 'tracking_code'],
    agreement: { version: AGREEMENTS.data_protection.version },
    order_steps: true,
  })
  if (put.status !== 200) return 0
  await untilIdle(async () => jsonOf(await call('GET', path)))
  await call('DELETE', path, { store: owner.storeId })
  await untilIdle(async () => jsonOf(await call('GET', path)))
  return 1
}

/** Asks until no run is in progress; a quiet shop needs well under a second. */
async function untilIdle(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if (!/"state":"(installing|uninstalling|queued|running)"/.test(JSON.stringify(await ask())))
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
