import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import type { Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import type { Text } from '#lib/locale.ts'
import { TEST_EVENT } from '#lib/market.ts'
import { dayIn } from '#lib/time-zone.ts'
import { ODD_CATALOGUE } from '#test/support/unusual-catalogue.ts'
import { importCatalogue } from '#tools/import/import-catalogue.ts'
import type { Addresses } from '#tools/launch/addresses.ts'
import type { SiteStores } from './wordpress-market.ts'
import { callerFor, consoleCaller, type Caller } from './caller.ts'
import { openContext, STORES, type Sessions } from './people.ts'
import { type ApplicationStates, prepareApplications } from './application-states.ts'
import { prepareOwner, type OwnerStates } from './owner-states.ts'
import { prepareSubscriptions, type SubscriptionStates } from './subscription-states.ts'

export interface ScreenTestBed {
  browser: Browser
  db: Db
  addresses: Addresses & { wordpress?: string; 'wordpress-console'?: string }
  sessions: Sessions
}

/** What the screens' states stand on, by names that the views use. */
export interface States extends SubscriptionStates, OwnerStates {
  /** Slugs of the odd catalogue by their ids there. */
  odd: Record<string, string>
  paidOrder: string
  declinedOrder: string
  /** A conversation with the seller of an item. */
  thread: string
  /** Ids that the console's addresses are made of. */
  desk: {
    partner: string
    item: string
    store: string
    /** Of an item on that store. */
    installation: string
    /** The same where it is a developer's test store. */
    testStore?: string | undefined
    category: string
    collection: string
    banner: string
    /** A batch of payouts. */
    batch: string
    /** A changed listing that waits for its review. */
    submission: string
    /** An act on many items that was tried. */
    bulkRun: string
    application: ApplicationStates
    /** A webhook of the item that was given up. */
    webhook: string
  }
  /** Stores of the market of WordPress sites, where it is inspected. */
  sites: SiteStores
}

/**
 * Items of the demo in the states that their screens are shown in; the journeys leave them alone.
 */
export const ITEMS = {
  free: 'video',
  priced: 'delivery-day',
  subscribed: 'notices',
  open: 'gallery',
  paid: 'zoom',
  installed: 'instant',
  behind: 'cookie-consent',
  broken: 'tour',
  theme: 'minty',
  installedTheme: 'flatly',
} as const

const CARDS = {
  pays: '5528790000000008',
  declined: '4111111111111129',
}
const ADDRESS = {
  name: 'Mağaza',
  invoice_type: 'individual',
  firstname: 'Ayşe',
  lastname: 'Demir',
  address: 'Çekirge Mah. 1. Sok. No: 4',
  city: 'Bursa',
  district: 'Osmangazi',
  country: 'TR',
  zip_code: '16070',
  phone: '0532 123 45 67',
  email: 'ayse@shop.example',
}
export const QUESTION = {
  subject: 'Yükleme',
  message: 'Sayfalar hızlandı, ama menü ilk dokunuşta açılmıyor.',
  share: ['shop', 'version'],
}
const ROOTS = { apps: '/app-store/app', themes: '/theme-store/theme' } as const
type SiteName = keyof typeof ROOTS

/** Installs an item that is free or paid for, and waits until it works. */
export async function installItem(
  call: Caller,
  site: SiteName,
  slug: string,
  domain: string,
  more: { draft?: true } = {},
): Promise<void> {
  const { data: item } = await call('GET', `${ROOTS[site]}/detail?slug=${slug}`)
  const path = `${ROOTS[site]}/${item.id}/installation`
  if ((await call('GET', path)).data.state !== 'none') return
  const { data: begun } = await call('POST', path, {
    store: domain,
    permissions: ['web_service_user', 'design_block', 'tracking_code'],
    agreement: { version: AGREEMENTS.data_protection.version },
    order_steps: true,
    ...more,
  })
  await untilDone(call, begun.id)
}

export async function uninstallItem(
  call: Caller,
  site: SiteName,
  slug: string,
  domain: string,
): Promise<void> {
  const { data: item } = await call('GET', `${ROOTS[site]}/detail?slug=${slug}`)
  const { data: begun } = await call('DELETE', `${ROOTS[site]}/${item.id}/installation`, {
    store: domain,
  })
  await untilDone(call, begun.id)
}

export async function untilDone(call: Caller, id: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { data } = await call('GET', `/installations/${id}`)
    if (data.run.state === 'succeeded') return
    if (data.run.state === 'failed')
      throw new Error(`the shop did not take it: ${JSON.stringify(data.run.failure)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the installation did not end')
}

/** An order and a payment for it by card; answers its number. */
async function payFor(
  stage: ScreenTestBed,
  call: Caller,
  slug: string,
  card: string,
): Promise<string> {
  const { data: order } = await call('POST', `/checkout/${slug}/app`, {})
  await payOrder(stage, call, order, card)
  return order.order_number
}

interface OpenOrder {
  order_number: string
  item: { version: string }
}

async function payOrder(
  stage: ScreenTestBed,
  call: Caller,
  order: OpenOrder,
  card: string,
): Promise<void> {
  const { data: address } = await call('POST', '/domain/address', ADDRESS)
  const { data: priced } = await call('POST', `/checkout/calculate/${order.order_number}`, {
    address_id: address.id,
  })
  const answer = await call('POST', `/checkout/payment/${order.order_number}`, {
    total: priced.total,
    card: {
      number: card,
      name: 'AYŞE DEMİR',
      expiry_month: 12,
      expiry_year: 2030,
      cvc: '123',
      store_card: true,
      store_name: 'İş kartı',
    },
    consents: [
      { kind: 'distance_sale', version: AGREEMENTS.distance_sale.version },
      { kind: 'data_protection', version: AGREEMENTS.data_protection.version },
      { kind: 'immediate_delivery', version: AGREEMENTS.immediate_delivery.version },
      { kind: 'permissions', version: order.item.version },
    ],
  })
  if (answer.state === 'challenge') await confirmAtBank(stage, answer.challenge.url)
}

async function confirmAtBank(stage: ScreenTestBed, url: string): Promise<void> {
  const context = await openContext(stage.browser, stage.sessions, 'owner')
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('input[name="code"]').fill(await page.locator('strong').first().innerText())
    await page.locator('button[value="confirm"]').click()
    await page.waitForURL(/\/checkout\/(success|fail)/)
  } finally {
    await context.close()
  }
}

async function importOddCatalogue(db: Db): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-odd-'))
  try {
    for (const [name, content] of Object.entries(ODD_CATALOGUE)) {
      await writeFile(
        join(folder, name),
        Array.isArray(content)
          ? content.map((line) => JSON.stringify(line)).join('\n')
          : JSON.stringify(content),
      )
    }
    await importCatalogue({
      folder,
      db,
      blobs: diskBlobs(join(folder, 'blobs')),
      clock: systemClock,
      reportPath: join(folder, 'report.tsv'),
    })
    const rows = await db
      .selectFrom('items')
      .select(['source_id', 'slug'])
      .where('source', '=', 'odd')
      .execute()
    return Object.fromEntries(rows.map(({ source_id, slug }) => [source_id, slug]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The installed release becomes the one before the newest, as if the newest had come out since. */
async function publishNewerRelease(db: Db, slug: string): Promise<void> {
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

/** A row that no code could have written: its page fails as an unforeseen error does. */
async function breakItem(db: Db, slug: string): Promise<void> {
  await db
    .updateTable('items')
    .set({ facts: JSON.stringify({ touches: 1 }) })
    .where('slug', '=', slug)
    .execute()
}

async function findConsoleIds(
  db: Db,
): Promise<Omit<States['desk'], 'batch' | 'submission' | 'bulkRun' | 'application' | 'webhook'>> {
  const { id: item, partner_id: partner } = await db
    .selectFrom('items')
    .select(['id', 'partner_id'])
    .where('slug', '=', ITEMS.subscribed)
    .executeTakeFirstOrThrow()
  const { id: store } = await db
    .selectFrom('stores')
    .select('id')
    .where('external_id', '=', STORES.owner)
    .executeTakeFirstOrThrow()
  const { id: installation } = await db
    .selectFrom('installations')
    .select('id')
    .where('store_id', '=', store)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const first = async (table: 'categories' | 'collections' | 'banners') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
  return {
    partner,
    item,
    store,
    installation,
    category: await first('categories'),
    collection: await first('collections'),
    banner: await first('banners'),
  }
}

/**
 * A batch with a line for the partner, downloaded for the bank; answers its id. Nobody downloads
 * their own one, so that a row says it.
 */
async function preparePayouts(stage: ScreenTestBed, partner: string): Promise<string> {
  const desk = consoleCaller(stage)
  await desk('POST', '/operator/earnings', {
    partner,
    currency: 'TRY',
    amount: 4_250.5,
    reason: 'Prize of the spring',
    confirmed: true,
  })
  await desk('PUT', `/partners/${partner}/payout-account`, {
    holder: 'Örnek Yazılım A.Ş.',
    iban: 'TR330006100519786457841326',
    bic: '',
    country: 'TR',
    tax_number: '1234567890',
  })
  const { account } = await desk('GET', `/operator/payout-accounts/${partner}`)
  await desk('PUT', `/operator/payout-accounts/${partner}/identity`, {
    identity: 'confirmed',
    reason: '',
    changed_at: account.changed_at,
  })
  const { db } = stage
  await db.updateTable('payout_accounts').set({ settles_at: systemClock.now() }).execute()
  const day = dayIn('Europe/Istanbul', systemClock.now())
  const { id } = await desk('POST', '/operator/payouts', { currency: 'TRY', day, confirmed: true })
  await db
    .updateTable('payout_batches')
    .set((on) => ({ exported_by: on.ref('created_by'), exported_at: on.ref('created_at') }))
    .execute()
  return id
}

/** Hands in the item's listing with another tagline in Turkish; answers the submission's id. */
async function prepareReview(
  stage: ScreenTestBed,
  { partner, item }: Pick<States['desk'], 'partner' | 'item'>,
): Promise<string> {
  const desk = consoleCaller(stage)
  const path = `/partners/${partner}/items/${item}`
  const { revision, content } = await desk('GET', `${path}/listing`)
  const said = content.texts.find((one: { locale: string }) => one.locale === 'tr')
  const rows = (list: { title: Text; text: Text }[]) =>
    list.map((row) => ({ title: row.title.tr ?? '', text: row.text.tr ?? '' }))
  await desk('PUT', `${path}/listing/words/tr`, {
    revision,
    name: said.name,
    tagline: `${said.tagline} Üstelik hızlı.`,
    description: said.description.join('\n\n'),
    features: said.features.join('\n'),
    touches: rows(content.facts.touches),
    leaves_alone: rows(content.facts.leaves_alone),
    support: content.facts.support.map(
      (row: { heading: Text; paragraphs: Record<string, string[]> }) => ({
        title: row.heading.tr ?? '',
        text: (row.paragraphs['tr'] ?? []).join('\n\n'),
      }),
    ),
  })
  const { id } = await desk('POST', `${path}/listing-submissions`)
  return id
}

/** An address that fails and a webhook to it that was given up; answers the message's id. */
export async function prepareWebhooks(db: Db, item: string): Promise<string> {
  const now = systemClock.now()
  const id = 'msg_screens0000000000000'
  // Never read: what matters is that it is sealed with the key in force.
  const { content_sealed: sealed } = await db
    .selectFrom('contact_messages')
    .select('content_sealed')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_endpoints')
    .values({
      id: 'whe_screens0000000000000',
      item_id: item,
      url: 'https://hooks.example/a-rather-long-path/that-goes-on/for-a-while?tenant=42',
      secret_sealed: sealed,
      failures: 3,
      failing_since: now,
      told_at: now,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('webhook_messages')
    .values({
      id,
      endpoint_id: 'whe_screens0000000000000',
      item_id: item,
      type: TEST_EVENT,
      body: JSON.stringify({ type: TEST_EVENT, data: { app: 'x'.repeat(200) } }),
      state: 'dead',
      tries: 10,
      next_try_at: now,
      occurred_at: now,
      ended_at: now,
    })
    .execute()
  await db
    .insertInto('webhook_tries')
    .values([
      {
        message_id: id,
        number: 1,
        by_hand: false,
        started_at: now,
        status: 500,
        duration_ms: 1_234,
        answer: 'TW96aWxsYS81LjAg'.repeat(20),
      },
      {
        message_id: id,
        number: 2,
        by_hand: true,
        started_at: now,
        failure: 'timeout',
        duration_ms: 15_000,
      },
    ])
    .execute()
  await db
    .insertInto('webhook_health')
    .values({ endpoint_id: 'whe_screens0000000000000', hour: now, tries: 20, failed: 19 })
    .execute()
  return id
}

/** Tries to publish again what was taken down, and has a file made of the orders. */
async function prepareLists(stage: ScreenTestBed): Promise<string> {
  const desk = consoleCaller(stage)
  await desk('POST', '/operator/exports', { list: 'orders', format: 'csv' })
  const { id } = await desk('POST', '/operator/bulk', { act: 'publish_items', filters: {} })
  return id
}

/**
 * Brings the shops, the orders and the catalogue into the states that the views show. Only for a
 * product that is deleted.
 */
export async function prepareStates(stage: ScreenTestBed): Promise<States> {
  const { db } = stage
  const [apps, themes] = (['apps', 'themes'] as const).map((site) =>
    callerFor(stage, 'owner', site),
  ) as [Caller, Caller]
  const { domain } = await db
    .selectFrom('stores')
    .select('domain')
    .where('external_id', '=', STORES.owner)
    .executeTakeFirstOrThrow()
  const odd = await importOddCatalogue(db)
  const paidOrder = await payFor(stage, apps, ITEMS.paid, CARDS.pays)
  const declinedOrder = await payFor(stage, apps, ITEMS.open, CARDS.declined)
  for (const slug of [ITEMS.installed, ITEMS.behind]) await installItem(apps, 'apps', slug, domain)
  await installItem(themes, 'themes', ITEMS.installedTheme, domain)
  await publishNewerRelease(db, ITEMS.behind)
  const desk = await findConsoleIds(db)
  const subscribed = await prepareSubscriptions(
    {
      stage,
      call: apps,
      async pay(orderNumber, card) {
        const { data: order } = await apps('GET', `/checkout/status/${orderNumber}`)
        await payOrder(stage, apps, order, card)
      },
    },
    desk,
  )
  const { data: thread } = await apps('POST', `/help/${ITEMS.installed}`, QUESTION)
  const owned = await prepareOwner(stage, { domain, partner: desk.partner })
  const batch = await preparePayouts(stage, desk.partner)
  const submission = await prepareReview(stage, desk)
  const bulkRun = await prepareLists(stage)
  const application = await prepareApplications(db)
  const webhook = await prepareWebhooks(db, desk.item)
  await breakItem(db, ITEMS.broken)
  await apps('PUT', `/saved-items/${odd['long-title']}`)
  return {
    odd,
    paidOrder,
    declinedOrder,
    thread: thread.id,
    ...subscribed,
    ...owned,
    desk: { ...desk, batch, submission, bulkRun, application, webhook, testStore: desk.store },
    sites: {},
  }
}
