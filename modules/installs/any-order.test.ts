import { afterAll, beforeAll, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { connectorOf, type StoreState } from '#modules/stores/platforms/public.ts'
import { findRelease, type ReleaseFacts } from '#modules/catalog/public.ts'
import { defaultAnswers } from '#modules/catalog/packages/inputs.ts'
import {
  install,
  installationPath,
  shopPage,
  uninstall,
  update,
  processRun,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { inputsOf } from './install-form.ts'
import { contentHash } from './ledger.ts'
import { planChanges } from './rules.ts'

/**
 * Two versions each, but for the one that has a user of the panel; the themes lie over each other.
 */
const ITEMS: readonly { slug: string; market: 'app' | 'theme'; versions: readonly string[] }[] = [
  { slug: 'cookie-consent', market: 'app', versions: ['1.0.0', '1.2.0'] },
  { slug: 'quick', market: 'app', versions: ['1.0.0', '1.2.0'] },
  { slug: 'delivery-day', market: 'app', versions: ['1.0.0'] },
  { slug: 'free-delivery', market: 'app', versions: ['1.0.0', '1.1.0'] },
  { slug: 'brite', market: 'theme', versions: ['5.3.8', '5.3.9'] },
  { slug: 'flatly', market: 'theme', versions: ['5.3.8'] },
]
type Slug = string
const ALL = { permissions: ['web_service_user', 'design_block', 'tracking_code'] }

let market: Marketplace
let owners: Record<'app' | 'theme', Owner>
const ids = new Map<Slug, string>()
const releases = new Map<string, ReleaseFacts>()

beforeAll(async () => {
  market = await startMarketplace()
  owners = { app: await signIn(market), theme: await signIn(market, 'store-1', 'theme') }
  await market.services.db
    .updateTable('items')
    .set({ price_kind: 'free', price_minor: 0, price_period: null })
    .execute()
  for (const { slug, versions } of ITEMS) {
    const { id } = await market.services.db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    ids.set(slug, id)
    for (const version of versions)
      releases.set(
        `${slug} ${version}`,
        (await findRelease(market.services, { itemId: id, version }))!,
      )
  }
})
afterAll(() => market.stop())

/**
 * The model: a shop is a list of parts in the order of their places. An item that is paused keeps
 * its parts where they are, unseen.
 */
interface Part {
  slug: Slug
  key: string
  slot: string
  version: string
  place: number
  content: Record<string, unknown>
  theirs: 'no' | 'found' | 'kept'
  shown: Record<string, unknown>
}
class Model {
  parts: Part[] = []
  readonly versions = new Map<Slug, string>()
  readonly paused = new Set<Slug>()
  readonly left = new Map<Slug, string>()
  own = new Map<string, string>()
  private last = 0

  private wanted(slug: Slug, version: string) {
    const { manifest } = releases.get(`${slug} ${version}`)!
    return planChanges(manifest, defaultAnswers(inputsOf(manifest)))
  }
  private put(
    slug: Slug,
    version: string,
    key: string,
    slot: string,
    content: Record<string, unknown>,
  ) {
    this.parts.push({
      slug,
      key,
      slot,
      version,
      content,
      shown: content,
      theirs: 'no',
      place: (this.last += 1),
    })
  }
  mine = (slug: Slug) => this.parts.filter((part) => part.slug === slug)
  unsettled = (slug: Slug) => this.mine(slug).some((part) => part.theirs === 'found')

  install(slug: Slug, version: string) {
    this.versions.set(slug, version)
    for (const change of this.wanted(slug, version))
      this.put(slug, version, change.key, change.slot, change.content)
  }
  update(slug: Slug, version: string) {
    const old = this.mine(slug)
    this.versions.set(slug, version)
    this.parts = this.parts.filter((part) => part.slug !== slug)
    for (const change of this.wanted(slug, version)) {
      const there = old.find((part) => part.key === change.key && part.slot === change.slot)
      if (!there) this.put(slug, version, change.key, change.slot, change.content)
      else if (there.theirs === 'kept' || change.kind === 'web_service_user') this.parts.push(there)
      else this.parts.push({ ...there, version, content: change.content, shown: change.content })
    }
  }
  remove(slug: Slug) {
    this.parts = this.parts.filter((part) => part.slug !== slug)
    this.versions.delete(slug)
    this.paused.delete(slug)
  }
  shownParts = () =>
    this.parts.filter((part) => !this.paused.has(part.slug)).sort((a, b) => a.place - b.place)
}

const seenOf = (state: StoreState) => ({
  layers: Object.fromEntries(
    state.slots.map((slot) => [
      slot.slot,
      slot.layers.map((layer) => `${layer.item.prefix} ${layer.item.version} ${layer.sha256}`),
    ]),
  ),
  users: state.users.map((user) => user.name).sort(),
})
function expectedOf(model: Model, state: StoreState) {
  const parts = model.shownParts()
  return {
    layers: Object.fromEntries(
      state.slots.map(({ slot }) => [
        slot,
        parts
          .filter((part) => part.slot === slot)
          .map((part) => `${part.slug} ${part.version} ${contentHash(part.shown)}`),
      ]),
    ),
    users: parts
      .filter((part) => part.key === 'web_service_user')
      .map((part) => String(part.content.name))
      .sort(),
  }
}

const WHATS = [
  'install',
  'install-old',
  'update',
  'back',
  'pause',
  'resume',
  'uninstall',
  'edit',
  'keep-theirs',
  'put-ours',
  'own-code',
] as const
/** What is most worth meeting something else. */
const OFTEN = ['pause', 'resume', 'pause', 'resume', 'update', 'back'] as const
type What = (typeof WHATS)[number]

async function act(
  model: Model,
  { slug, market: site, versions }: (typeof ITEMS)[number],
  what: What,
  state: StoreState,
): Promise<void> {
  const owner = owners[site]
  const id = ids.get(slug)!
  const path = installationPath(id, site)
  const post = (end: string, body: object = {}) =>
    owner.call('POST', `${path}/${end}`, { body: { store: owner.storeId, ...body } })
  const there = model.versions.get(slug)
  const works = there !== undefined && !model.paused.has(slug)
  const first = versions[0]!
  const latest = versions.at(-1)!
  const htmlPart = model
    .shownParts()
    .find((part) => part.slug === slug && typeof part.content.html === 'string')
  const layersIn = (slot: string) => state.slots.find((one) => one.slot === slot)?.layers ?? []
  const layerOf = (part: Part) =>
    layersIn(part.slot)[
      model
        .shownParts()
        .filter((one) => one.slot === part.slot)
        .indexOf(part)
    ]!.effect_id
  const statusIs = (answer: { status: number; body: { code?: string } }, ok: boolean) => {
    if (ok) expect([answer.status, answer.body.code], `${what} ${slug}`).toEqual([200, undefined])
    else expect(answer.status, `${what} ${slug}`).toBeGreaterThanOrEqual(400)
  }
  switch (what) {
    case 'install':
    case 'install-old': {
      const version = what === 'install' ? latest : first
      statusIs(await install(owner, id, { site, body: { release: version } }), there === undefined)
      if (there === undefined) model.install(slug, version)
      break
    }
    case 'update':
    case 'back': {
      const version = what === 'update' ? latest : first
      const may = works && there !== version && !model.unsettled(slug)
      statusIs(await update(owner, id, { release: version, ...ALL }, site), may)
      if (may) model.update(slug, version)
      break
    }
    case 'pause': {
      const may = works && !model.unsettled(slug)
      statusIs(await post('pause'), may)
      if (may) model.paused.add(slug)
      break
    }
    case 'resume':
      statusIs(await post('resume'), model.paused.has(slug))
      model.paused.delete(slug)
      break
    case 'uninstall':
      statusIs(await uninstall(owner, id, site), there !== undefined)
      model.remove(slug)
      break
    case 'edit':
      if (!htmlPart) break
      htmlPart.shown = { html: `<p>somebody wrote this instead of ${htmlPart.key}</p>` }
      if (htmlPart.theirs === 'no') htmlPart.theirs = 'found'
      market.shop.setItemCode('store-1', layerOf(htmlPart), String(htmlPart.shown.html))
      break
    case 'keep-theirs':
    case 'put-ours': {
      const part = model
        .shownParts()
        .find(
          (one) =>
            one.slug === slug &&
            (what === 'put-ours' ? one.theirs !== 'no' : one.theirs === 'found'),
        )
      const listed = works
        ? (await owner.call('GET', `${path}/changes`, { query: { hl: 'EN' } })).body.data
        : []
      expect(listed.length, `changes of ${slug}`).toBe(
        works ? model.mine(slug).filter((one) => one.theirs !== 'no').length : 0,
      )
      if (!part) break
      const found = listed.find((one: { key: string }) => one.key === part.key)
      expect(found.theirs, 'what somebody wrote is shown').toContain('somebody wrote this')
      statusIs(
        await post('changes', { part: found.id, keep: what === 'put-ours' ? 'ours' : 'theirs' }),
        true,
      )
      part.theirs = what === 'put-ours' ? 'no' : 'kept'
      if (what === 'put-ours') part.shown = part.content
      break
    }
    case 'own-code': {
      const html = model.own.get('placement:1003') ? '' : '<p>my own</p>'
      market.shop.setOwnCode('store-1', 'placement:1003', html)
      model.own.set('placement:1003', html)
      break
    }
  }
}

const one = (slug: Slug) => ITEMS.find((item) => item.slug === slug)!
/**
 * Always among the lives that are tried: what lies under another is paused and comes back under it,
 * whatever happened above it meanwhile.
 */
const ONE_OF_EACH = {
  start: ['brite', 'flatly', 'quick', 'cookie-consent'].map(one),
  steps: (
    [
      ['pause', 'brite'],
      ['resume', 'brite'],
      ['pause', 'brite'],
      ['uninstall', 'flatly'],
      ['install', 'flatly'],
      ['resume', 'brite'],
      ['update', 'brite'],
      ['pause', 'quick'],
      ['update', 'cookie-consent'],
      ['resume', 'quick'],
      ['back', 'cookie-consent'],
      ['edit', 'quick'],
      ['update', 'quick'],
      ['keep-theirs', 'quick'],
      ['pause', 'quick'],
      ['resume', 'quick'],
      ['update', 'quick'],
      ['put-ours', 'quick'],
      ['own-code', 'quick'],
    ] as const
  ).map(([what, slug]): { what: What; item: (typeof ITEMS)[number] } => ({
    what,
    item: one(slug),
  })),
}

test('D12 S7.6 after any sequence of installs, updates, rollbacks, pauses and outside changes the shop equals a simple model, and with none left it is unchanged byte for byte', async () => {
  const connector = await connectorOf(market.services, owners.app.storeId)
  const before = {
    page: await shopPage(market, 'store-1', '/'),
    slots: (await connector.getState()).slots,
  }
  // A few items that are there to begin with, so that most steps meet something: in one slot, over
  // each other, beside each other.
  const apps = ITEMS.filter((item) => item.market === 'app')
  const themes = ITEMS.filter((item) => item.market === 'theme')
  const some = fc.oneof(
    fc.shuffledSubarray(apps, { minLength: 2, maxLength: 4 }),
    fc.shuffledSubarray([...themes, apps[0]!], { minLength: 3 }),
  )
  const life = some.chain((items) =>
    fc.record({
      start: fc.constant(items),
      steps: fc.array(
        fc.record({ item: fc.constantFrom(...items), what: fc.constantFrom(...WHATS, ...OFTEN) }),
        { minLength: 6, maxLength: 16 },
      ),
    }),
  )
  // Replayed with the seed and the path that a failure prints: FC_SEED=… FC_PATH=… npx vitest run …
  const replay = process.env.FC_PATH ? { path: process.env.FC_PATH } : {}
  await fc.assert(
    fc.asyncProperty(life, async ({ start, steps }) => {
      const model = new Model()
      const told: string[] = []
      try {
        for (const { item, what } of [
          ...start.map((item) => ({ item, what: 'install-old' as const })),
          ...steps,
        ]) {
          told.push(`${what} ${item.slug}`)
          await act(model, item, what, await connector.getState())
          expect(
            (await processRun(market).catch(() => ({ state: 'succeeded' }))).state,
            told.join(', '),
          ).toBe('succeeded')
          const state = await connector.getState()
          expect(seenOf(state), told.join(', ')).toEqual(expectedOf(model, state))
        }
      } finally {
        market.shop.setOwnCode('store-1', 'placement:1003', '')
        for (const item of ITEMS)
          await uninstall(owners[item.market], ids.get(item.slug)!, item.market)
        await processRun(market).catch(() => {})
      }
      expect((await connector.getState()).slots, told.join(', ')).toEqual(before.slots)
      expect(await shopPage(market, 'store-1', '/'), told.join(', ')).toBe(before.page)
    }),
    {
      numRuns: Number(process.env.FC_RUNS ?? 3),
      examples: [[ONE_OF_EACH]], // Making a failure smaller takes minutes here: FC_SHRINK=1 asks for it.
      endOnFailure: !process.env.FC_SHRINK,
      ...replay,
    },
  )
}, 240_000)
