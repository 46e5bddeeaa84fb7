import { newFirstOperatorLink } from '#modules/identity/public.ts'
import type { Db } from '#db/client.ts'
import type { Clock } from '#lib/clock.ts'
import { jsonOf, type Sender } from '../send.ts'
import { signInByPanel, type Sites } from '../sign-in.ts'
import { anonymous, signedIn, signingApp, type Caller } from './callers.ts'

const PASSWORD = 'a long password for the fuzzer'
const EMAIL = 'fuzz@operators.example'

interface ConsoleProduct {
  sender: Sender
  sites: Sites
  db: Db
  clock: Clock
}

/**
 * Everybody who can call: visitors, two owners, an app on a store, an operator who is a partner's
 * owner too, and a program with a partner's token.
 */
export async function openCallers(
  world: ConsoleProduct,
  credential: { key_id: string; secret: string } | null,
): Promise<Caller[]> {
  const { sender, sites, clock } = world
  const owner = (store: string, site: 'apps' | 'themes') =>
    signedIn({
      name: `owner of ${store}`,
      sites: [site],
      enter: async () => (await signInByPanel(sender, sites, store, site)).headers,
    })
  return [
    anonymous(['apps', 'themes', 'installer', 'console']),
    await owner('store-1', 'apps'),
    await owner('store-2', 'themes'),
    ...(credential ? [signingApp(['apps'], credential, clock.now)] : []),
    ...(await openConsoleCallers(world)),
  ]
}

async function openConsoleCallers({ sender, sites, db, clock }: ConsoleProduct): Promise<Caller[]> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    sender.ask({
      origin: sites.console,
      method: 'POST',
      path: `/api${path}`,
      headers: { origin: sites.console, 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
    })
  const cookie = ({ headers }: { headers: Record<string, unknown> }) =>
    ((headers['set-cookie'] as string[] | undefined) ?? [])
      .map((one) => one.split(';')[0])
      .join('; ')
  const token = await newFirstOperatorLink({ db, clock })
  if (token === null) throw new Error('There is an operator already')
  const first = await post(`/first/${token}`, { name: 'Fuzz', email: EMAIL, password: PASSWORD })
  if (first.status !== 200)
    throw new Error(`No first operator: ${first.status} ${first.body.toString('utf8')}`)
  const partner = await joinPartner(db)
  const made = await post(
    `/partners/${partner}/tokens`,
    { name: 'fuzz', scopes: ['upload', 'status', 'figures'] },
    { cookie: cookie(first) },
  )
  const bearer = (jsonOf(made) as { token?: string }).token
  if (!bearer) throw new Error(`No partner's token: ${made.body.toString('utf8')}`)
  const operator = await signedIn({
    name: 'operator',
    sites: ['console'],
    async enter() {
      const answer = await post('/sign-in', { email: EMAIL, password: PASSWORD })
      if (answer.status !== 200) throw new Error(`The operator could not sign in: ${answer.status}`)
      return { cookie: cookie(answer), origin: sites.console }
    },
  })
  const program = await signedIn({
    name: "partner's token",
    sites: ['console'],
    security: ['token'],
    enter: async () => ({ authorization: `Bearer ${bearer}` }),
  })
  // Most of the console's calls need a session.
  return [operator, { ...operator, renewIfEnded: async () => {} }, program]
}

/**
 * Makes the operator a member of the partner with the demo's items, too; answers the partner's id.
 */
async function joinPartner(db: Db): Promise<string> {
  const { id } = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  const { partner_id: partner } = await db
    .selectFrom('items')
    .select('partner_id')
    .where('slug', '=', 'delivery-day')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('partner_members')
    .values({ partner_id: partner, person_id: id, role: 'owner', created_at: new Date() })
    .execute()
  return partner
}

/** Rows of platforms that nobody has configured any further, for a call may name them. */
export async function addBarePlatforms(db: Db): Promise<void> {
  await db
    .insertInto('platforms')
    .values([
      { id: 2, key: 'woocommerce', name: 'WooCommerce', entry: 'wordpress' },
      { id: 3, key: 'shopify', name: 'Shopify' },
      { id: 7, key: 'any-site', name: 'Any site', entry: 'site' },
    ])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Ids and names that the calls of the console stand by; everything else is learnt from answers. */
export async function knownValues(db: Db): Promise<Record<string, string[]>> {
  const items = await db
    .selectFrom('items')
    .select(['id', 'slug', 'prefix', 'partner_id'])
    .limit(30)
    .execute()
  const releases = await db.selectFrom('releases').select(['id', 'version']).limit(30).execute()
  const [partner] = items
  return {
    id: items.map((one) => one.id),
    item: items.map((one) => one.id),
    item_id: items.map((one) => one.id),
    slug: items.map((one) => one.slug),
    prefix: items.map((one) => one.prefix),
    name: items.map((one) => one.slug),
    release: releases.map((one) => one.id),
    version: releases.map((one) => one.version),
    partner: partner ? [partner.partner_id] : [],
    developer: partner ? [partner.partner_id] : [],
    store: (await db.selectFrom('stores').select('id').execute()).map((one) => one.id),
    category: (await db.selectFrom('categories').select('id').execute()).map((one) =>
      String(one.id),
    ),
  }
}
