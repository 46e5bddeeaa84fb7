import sharp from 'sharp'
import { consoleCaller, callerFor, type Caller } from './caller.ts'
import { STORES } from './people.ts'
import {
  installItem,
  ITEMS,
  QUESTION,
  uninstallItem,
  untilDone,
  type ScreenTestBed,
} from './states.ts'

/** What an owner has done in a market, and what was answered. */
export interface OwnerStates {
  /** Of a link that shows an item on the owner's shop. */
  shareToken: string
  /** A conversation that the seller answered, and one that is solved. */
  answered: string
  solved: string
  /** An order whose money may be asked for back, and one for which it was. */
  askable: string
  asked: string
}

export const NO_OWNER_STATES: OwnerStates = {
  shareToken: '',
  answered: '',
  solved: '',
  askable: '',
  asked: '',
}

/** Beside the live theme: one that goes live by a schedule, and a draft. */
const SCHEDULED = 'cosmo'
const DRAFT = 'journal'
const DAY_MS = 86_400_000

/** As the clocks in `zone` show it: `2026-11-27T18:00`. */
const localAt = (ms: number, zone: string): string =>
  new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T').slice(0, 16)

async function keepThemes(themes: Caller, domain: string): Promise<void> {
  await installItem(themes, 'themes', SCHEDULED, domain)
  const idOf = async (slug: string) =>
    (await themes('GET', `/theme-store/theme/detail?slug=${slug}`)).data.id as string
  const live = `/theme-store/theme/${await idOf(ITEMS.installedTheme)}/installation/live`
  await untilDone(themes, (await themes('POST', live, { store: domain })).data.id)
  await installItem(themes, 'themes', DRAFT, domain, { draft: true })
  const { data: told } = await themes('GET', '/live-theme')
  const now = Date.now()
  await themes('PUT', `/theme-store/theme/${await idOf(SCHEDULED)}/installation/live/schedule`, {
    store: domain,
    from: localAt(now + 5 * DAY_MS, told.time_zone),
    until: localAt(now + 8 * DAY_MS, told.time_zone),
    time_zone: told.time_zone,
  })
}

async function share(apps: Caller, domain: string): Promise<string> {
  const { data: item } = await apps('GET', `/app-store/app/detail?slug=${ITEMS.priced}`)
  const { data: link } = await apps('POST', `/app-store/app/${item.id}/preview/links`, {
    store: domain,
  })
  return new URL(link.url).pathname.split('/').at(-1) ?? ''
}

/** A picture whose content does not matter, in the shape of a screenshot. */
const picture = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

/**
 * Two stores review an app: the owner with a picture that is shown and one that waits, the other
 * one with a vote for the owner's; the seller replies.
 */
async function review(
  { desk, apps, other }: Record<'desk' | 'apps' | 'other', Caller>,
  partner: string,
): Promise<void> {
  const { data: item } = await apps('GET', `/app-store/app/detail?slug=${ITEMS.behind}`)
  const write = async (call: Caller, rating: number, text: string): Promise<string> =>
    (await call('POST', '/app-store/review', { item_id: item.id, rating, text })).data.id
  const own = await write(apps, 5, 'Kurulumu beş dakika sürdü, sayfayı yavaşlatmadı.')
  const others = await write(other, 3, 'İşini yapıyor ama düğmenin rengini değiştiremedim.')
  for (const ground of ['#0b737e', '#d2543d']) {
    const bytes = await picture(ground)
    await apps(
      'POST',
      `/app-store/review-pictures?item_id=${item.id}`,
      new Blob([bytes], { type: 'image/png' }),
    )
  }
  const { pictures } = await desk('GET', '/operator/review-pictures')
  await desk('PUT', `/operator/review-pictures/${pictures[0].id}/shown`)
  await other('PUT', `/app-store/review/${own}/helpful`)
  await desk('PUT', `/partners/${partner}/reviews/${own}/reply`, {
    text: 'Teşekkürler! Düğmenin rengi bir sonraki sürümde ayarlardan seçilecek.',
  })
  await apps('PUT', `/app-store/review/${others}/helpful`)
}

async function converse(
  { desk, apps }: Record<'desk' | 'apps', Caller>,
  partner: string,
): Promise<Pick<OwnerStates, 'answered' | 'solved'>> {
  const [answered, solved] = await Promise.all(
    [ITEMS.behind, ITEMS.paid].map(
      async (slug) => (await apps('POST', `/help/${slug}`, QUESTION)).data.id as string,
    ),
  )
  for (const id of [answered, solved])
    await desk('POST', `/partners/${partner}/messages/${id}/answers`, {
      text: 'Merhaba, menünün düzeltmesi 1.1.1 sürümünde.\n\nGüncelledikten sonra sayfayı bir kez yenilemen yeterli.',
    })
  await apps('PUT', `/contact-forms/${solved}/solved`, { solved: true })
  return { answered: answered ?? '', solved: solved ?? '' }
}

/** Asks for the money of a paid period of a subscription; another one is left. */
async function askForMoney(apps: Caller): Promise<Pick<OwnerStates, 'askable' | 'asked'>> {
  const { data: orders } = await apps('GET', '/checkout/orders?per_page=50')
  const [askable, asked] = (
    orders as { state: string; subscription?: object | null; order_number: string }[]
  )
    .filter((one) => one.state === 'paid' && one.subscription)
    .map((one) => one.order_number)
  await apps('POST', `/checkout/orders/${asked}/refund-request`, {
    reason: 'not_working',
    text: 'Menü telefonda hiç açılmıyor.',
  })
  return { askable: askable ?? '', asked: asked ?? '' }
}

/** Has the owner's shop read, so that the market says what seems to be missing on it. */
async function findMissing(apps: Caller): Promise<void> {
  await apps('POST', '/shop-findings/look')
  for (let tries = 0; tries < 300; tries += 1) {
    const { data: findings } = await apps('GET', '/shop-findings')
    if (findings.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('nothing was found missing on the shop')
}

/** The owner's drafts, shared preview, reviews and conversations. */
export async function prepareOwner(
  stage: ScreenTestBed,
  { domain, partner }: { domain: string; partner: string },
): Promise<OwnerStates> {
  const [apps, themes, other] = (
    [
      ['owner', 'apps'],
      ['owner', 'themes'],
      ['newcomer', 'apps'],
    ] as const
  ).map(([who, site]) => callerFor(stage, who, site)) as [Caller, Caller, Caller]
  const desk = consoleCaller(stage)
  await keepThemes(themes, domain)
  // Who had an item may say something about it; later the store has nothing again.
  const { domain: otherDomain } = await stage.db
    .selectFrom('stores')
    .select('domain')
    .where('external_id', '=', STORES.newcomer)
    .executeTakeFirstOrThrow()
  await installItem(other, 'apps', ITEMS.behind, otherDomain)
  await uninstallItem(other, 'apps', ITEMS.behind, otherDomain)
  await review({ desk, apps, other }, partner)
  await findMissing(apps)
  return {
    shareToken: await share(apps, domain),
    ...(await converse({ desk, apps }, partner)),
    ...(await askForMoney(apps)),
  }
}
