import type { DefinedOperation } from '#kernel/define-operation.ts'
import type { StoreActor } from '#kernel/actor.ts'
import type { Listing } from '#modules/catalog/listing.ts'
import type { Ctx } from '#kernel/context.ts'
import { translatorOf } from '#server/errors.ts'
import type { Market } from '#lib/market.ts'
import type { Marketplace } from './marketplace.ts'

/**
 * A store beside the two of the demo shop, in the database alone; its calls go through the
 * operations' own checks.
 */
export async function addStore(
  { services, clock }: Marketplace,
  name: string,
): Promise<StoreActor> {
  const domain = `${name}.stores.example`
  await services.db
    .insertInto('stores')
    .values({
      id: `sto_${name}`,
      platform_id: 1,
      external_id: name,
      domain,
      name: `Shop ${name}`,
      url: `https://${domain}`,
      is_os2: false,
      status: 'active',
      checked_at: clock.now(),
      created_at: clock.now(),
    })
    .execute()
  return {
    kind: 'store',
    storeId: `sto_${name}`,
    platformId: 1,
    externalId: name,
    domain,
    storeUrl: `https://${domain}`,
    storeName: `Shop ${name}`,
    currency: null,
    storeStatus: 'active',
    isOs2: false,
    platformVersion: '',
    account: { id: `acc-${name}`, name: 'Ayşe Demir', email: `${name}@stores.example` },
    sessionId: `ses_${name}`,
    expiresAt: new Date(clock.now().getTime() + 3_600_000),
    platformClosed: false,
    right: 'install',
    alsoRuns: [],
    enteredBy: 'panel',
    panelOrigin: null,
  }
}

export const preparePartner = ({ services }: Marketplace) =>
  services.db
    .insertInto('partners')
    .values({ id: 'par_x', slug: 'x', name: 'X', created_at: new Date(0) })
    .execute()

/** An item with nothing but what it must have, of the partner above. */
export const bareListing = (id: string, counts?: Listing['counts']): Listing => ({
  id,
  slug: id.replace('_', '-'),
  prefix: id,
  market: 'app',
  partnerId: 'par_x',
  name: id,
  price: { kind: 'free', amountMinor: 0, currency: 'TRY', period: null },
  inAppPurchase: false,
  icon: null,
  swatches: [],
  ground: null,
  links: {},
  credits: [],
  facts: {},
  pageWeight: null,
  status: 'published',
  unpublishedReason: null,
  publishedAt: new Date(0),
  updatedAt: new Date(0),
  texts: [{ locale: 'en', name: id, tagline: 'x', description: [], features: [] }],
  categoryIds: [],
  plans: [],
  pictures: [],
  ...(counts && { counts }),
  releases: [
    {
      id: `rel_${id}`,
      version: '1.0.0',
      versionOrder: '1',
      status: 'published',
      notes: {},
      publishedAt: null,
      downloads: 0,
    },
  ],
})

/** As an installation leaves it behind, `days` ago until `until` days ago. */
export async function giveItem(
  { services, clock }: Marketplace,
  store: StoreActor,
  itemId: string,
  { days = 0, until = null }: { days?: number; until?: number | null } = {},
): Promise<void> {
  const ago = (n: number) => new Date(clock.now().getTime() - n * 86_400_000)
  const item = await services.db
    .selectFrom('items')
    .select('latest_release_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  await services.db
    .insertInto('installations')
    .values({
      id: `ins_${store.externalId}_${itemId}_${days}`,
      store_id: store.storeId,
      item_id: itemId,
      release_id: item.latest_release_id as string,
      granted: [],
      state: until === null ? 'installed' : 'uninstalled',
      installed_at: ago(days),
      uninstalled_at: until === null ? null : ago(until),
      created_at: ago(days),
      updated_at: ago(days),
    })
    .execute()
}

export const ctxOf = (
  { services }: Marketplace,
  actor: Ctx['actor'] = { kind: 'visitor' },
  market: Market = 'app',
): Ctx => ({
  ...services,
  actor,
  locale: 'en',
  market,
  platformId: 1,
  t: translatorOf('en', services.branding.both.name),
  ip: '192.0.2.1',
  address: '192.0.2.1',
  requestId: 'test',
})

type Reply = Record<string, unknown>

/** An operation as `actor`: what it answers, or the code that it refuses with. */
export async function run<T = Reply>(
  implementation: DefinedOperation<Ctx>,
  ctx: Ctx,
  input: unknown,
): Promise<T | string> {
  try {
    return (await implementation.run(ctx, input)) as T
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === undefined) throw error
    return code
  }
}
