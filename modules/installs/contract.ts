import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { LOCALES } from '#lib/locale.ts'
import { LEAVING_REASONS, MARKETS, PERMISSIONS } from '#lib/market.ts'
import { declareOperation } from '#kernel/operation.ts'
import { amount, currency, day, list, one, time } from '#lib/wire.ts'
import { OUTCOMES, retirement } from '#modules/catalog/contract.ts'

/** A change on the store (D12): shown before consent and again in the progress. */
export const planChange = z.object({
  key: z.string(),
  kind: z.enum(['tracking_code', 'design_block', 'theme', 'web_service_user']),
  permission: z.enum(PERMISSIONS),
  placement: z.number().int().nullable(),
  title: z.string(),
  summary: z.string(),
  required: z.boolean(),
  supported: z.boolean().describe('the store has this placement'),
  order_step: z
    .boolean()
    .describe(
      'it comes newly to a page of the order, where customers type addresses and cards: needs `order_steps`',
    ),
  now: z.string().describe('what is there, in words'),
  after: z.string(),
  before: z
    .string()
    .describe(
      "source of the item's own part that stands there now, line by line; empty when there is none",
    ),
  detail: z
    .string()
    .describe(
      'source as it will stand, line by line: markup, files, settings or rights; empty when it goes',
    ),
})
export type PlanChange = z.output<typeof planChange>

export const inputField = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'boolean']),
  title: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  format: z.string().nullable(),
})
export type InputField = z.output<typeof inputField>

/** A change of an update: an effect that stays, is replaced, added or removed. */
export const updateChange = planChange.extend({
  what: z.enum(['kept', 'changed', 'added', 'removed']),
  rules: z
    .object({
      gone: z.array(z.string()),
      come: z.array(z.string()),
      more: z.number().int().describe('that are not listed'),
    })
    .nullable()
    .describe('of a theme: rules of its stylesheet that go and come'),
})
export type UpdateChange = z.output<typeof updateChange>

/** A permission that grows with an update: new, or reaching further. */
export const ask = z.object({
  code: z.enum(PERMISSIONS),
  required: z.boolean(),
  is_new: z.boolean().describe('not asked for before; else it reaches further'),
  reason: z.string(),
  placements: z.array(z.number().int()).describe('where it reaches that it did not reach before'),
  scopes: z.array(z.string()),
})
export type Ask = z.output<typeof ask>

const releaseNote = z.object({
  version: z.string(),
  published_at: time.nullable(),
  notes: z.string(),
})

/** What an owner needs to decide about an update. */
export const updateFacts = z.object({
  version: z.string(),
  newer: z.boolean().describe('false on the way back to an earlier release'),
  notes: z.array(releaseNote).describe('of every release on the way, newest first'),
  asks: z.array(ask),
  order_steps: z
    .array(z.number().int())
    .describe(
      'placements on pages of the order where something comes newly or reaches further: agreed to by itself',
    ),
  /** It needs no decision: nothing grows, no answer or agreement is missing. */
  ready: z.boolean(),
})
export type UpdateFacts = z.output<typeof updateFacts>

export const run = z.object({
  id: z.string(),
  kind: z.enum(['install', 'update', 'restore', 'pause', 'resume', 'repair', 'uninstall', 'undo']),
  state: z.enum(['queued', 'running', 'succeeded', 'failed']),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  steps: z.array(
    z.object({
      position: z.number().int(),
      kind: z.enum(['package', 'apply', 'revert', 'restore', 'check']),
      title: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      seconds: z.number().nullable(),
    }),
  ),
  seconds: z.number().nullable(),
})
export type InstallationRun = z.output<typeof run>

export const installation = z.object({
  id: z.string(),
  item: z.object({
    id: z.string(),
    market: z.enum(['app', 'theme']),
    slug: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    swatches: z.array(z.string()),
  }),
  state: z.enum([
    'installing',
    'installed',
    'updating',
    'pausing',
    'paused',
    'resuming',
    'uninstalling',
    'uninstalled',
    'needs_action',
  ]),
  version: z.string(),
  latest_version: z.string().describe('the latest that this store can have'),
  /** S4.7 */
  release_state: z.enum(['latest', 'old']),
  previous_version: z
    .string()
    .nullable()
    .describe('what the last update replaced; the way back leads there'),
  available: z.boolean().describe('the item is still listed in the market'),
  stopped: z
    .object({ at: time, notice: z.string() })
    .nullable()
    .describe('the market has stopped the item at once, and why'),
  paid: z
    .object({ order_number: z.string(), total: amount, currency })
    .nullable()
    .describe('the order by which the store owns it; null when it was free'),
  go_to_app: z.string().nullable(),
  covered_by: z
    .string()
    .nullable()
    .describe(
      'name of the theme that the shop shows instead of this one; null when this one is shown, and for apps',
    ),
  draft: z.boolean().describe('a theme that is kept and was never on the shop'),
  granted: z.array(z.enum(PERMISSIONS)),
  change_count: z.number().int(),
  automatic: z.object({
    choice: z.enum(['off', 'minor', 'all']),
    channel: z
      .enum(['stable', 'preview'])
      .describe('preview: the owner takes versions that are tried out before, too'),
    waiting: z
      .object({
        version: z.string(),
        why: z.enum(['consent', 'order_steps', 'answers', 'agreement', 'changed', 'unsupported']),
      })
      .nullable()
      .describe('a newer release that does not come by itself'),
    failed: z
      .string()
      .nullable()
      .describe('the newer release whose automatic update was taken back'),
  }),
  installed_at: time.nullable(),
  updated_at: time.nullable().describe('the last update that succeeded'),
  uninstalled_at: time.nullable(),
  run: run.nullable().describe('the latest piece of work'),
  progress: z.string().describe('address to ask how it goes'),
  store: z.object({ domain: z.string(), url: z.string() }),
})
export type Installation = z.output<typeof installation>

const item = z.object({ id: z.string().max(60) })
const path = {
  app: '/app-store/app/{id}/installation',
  theme: '/theme-store/theme/{id}/installation',
}
const refusals = [
  'platform.paused',
  'catalog.item_not_found',
  'catalog.not_installable',
  'installs.not_entitled',
  'installs.permissions_required',
  'installs.agreement_required',
  'installs.order_steps_required',
  'installs.inputs_invalid',
  'installs.busy',
  'installs.unfinished',
  'installs.not_installed',
  'installs.already_installed',
  'installs.unsupported',
  'installs.not_for_storefront',
  'installs.release_not_found',
  'installs.same_release',
  'installs.not_os2',
  'installs.paused',
  'installs.changed_on_store',
  'platform.unavailable',
  'session.store_closed',
  'session.store_changed',
] as const

export const answers = z.record(
  z.string().max(60),
  z.union([z.string().max(2000), z.number(), z.boolean()]),
)
export const orderSteps = z
  .boolean()
  .default(false)
  .describe(
    'agreed: parts of it run on pages of the order (placements 100100 to 100102), where customers type addresses and cards',
  )
const installBody = z.object({
  store: z.string().max(200).describe("the store's id or domain as the page showed it"),
  permissions: z.array(z.enum(PERMISSIONS)).max(10),
  agreement: z.object({ version: z.string().max(40) }).nullable(),
  order_steps: orderSteps,
  inputs: answers.default({}),
  release: z.string().max(40).optional(),
  draft: z
    .boolean()
    .default(false)
    .describe('a theme is kept without a change of the shop; of no meaning for apps'),
})

/** Whether the item fits this store, known before it is bought or installed. */
export const fitFacts = z.object({
  fits: z
    .boolean()
    .describe("the version of the store's platform is in the range that the release names"),
  needs: z
    .string()
    .nullable()
    .describe('the range; null when the release names none for this platform'),
  has: z.string().describe("version of the store's platform"),
  missing: z
    .array(z.object({ placement: z.number().int(), title: z.string(), required: z.boolean() }))
    .describe('parts for which the store has no place'),
  version: z
    .string()
    .describe('the release that all this is said of: the newest that fits, else the newest'),
  newer: z
    .object({ version: z.string(), needs: z.string() })
    .nullable()
    .describe("a release above it that asks for a newer version of the store's platform"),
  coming: z
    .object({
      version: z.string(),
      live_on: day,
      outcome: z.enum(OUTCOMES),
      to: z.string().nullable().describe('the release that will work'),
    })
    .nullable()
    .describe(
      "the version that the store's platform will have, and what becomes of this release then",
    ),
})
export type FitFacts = z.output<typeof fitFacts>

export const checkFit = declareOperation({
  id: 'checkFit',
  summary: 'Whether an item goes with this store, before it is bought',
  tag: 'Installation',
  source: 'S7.6 D12 D19',
  method: 'get',
  path: { app: `${path.app}/fit`, theme: `${path.theme}/fit` },
  policy: { who: 'store', needs: 'browse' },
  params: item,
  output: one(fitFacts),
  refusals: [
    'catalog.item_not_found',
    'catalog.not_installable',
    'platform.unavailable',
    'session.store_closed',
  ],
})

export const getInstallation = declareOperation({
  id: 'getInstallation',
  summary: 'Installed state of an item on this store, and the plan of what would change',
  tag: 'Installation',
  source: 'S7.6 S7.29 S4.7 D12',
  method: 'get',
  path,
  policy: { who: 'store', needs: 'browse' },
  params: item,
  query: z.object({
    release: z
      .string()
      .max(40)
      .optional()
      .describe('a published release of this item; the newest that fits this store without it'),
  }),
  output: one(
    z.object({
      state: z.enum(['none', 'latest', 'old']),
      version: z.string().nullable(),
      latest_version: z.string().describe('that this store can have'),
      entitled: z.boolean(),
      installation: installation.nullable(),
      versions: z.array(releaseNote).describe('what this store may install, newest first'),
      with_payment: z
        .object({
          state: z.enum(['waiting', 'left', 'failed']),
          message: z.string().nullable().describe('why it is left to the owner'),
        })
        .nullable()
        .describe(
          'an install that was agreed to with the payment and has not begun, or failed and was taken back',
        ),
      fit: fitFacts.describe('of the plan, or of the update where there is one'),
      /** Effect of changing to the requested release; null when there is nothing to change. */
      update: updateFacts
        .extend({ changes: z.array(updateChange), inputs: z.array(inputField) })
        .nullable(),
      /** Of the installed release, or of the requested one when nothing is installed. */
      plan: z.object({
        version: z.string(),
        changes: z.array(planChange),
        /** Kinds of access that the item does not request. */
        untouched: z.array(z.enum([...PERMISSIONS, 'design', 'prices', 'customers', 'payments'])),
        inputs: z.array(inputField),
        agreement: z.object({ version: z.string(), agreed: z.boolean() }),
        draft: z
          .enum(['live', 'draft'])
          .nullable()
          .describe('what is proposed for a theme; null for apps'),
        approved: z
          .boolean()
          .describe('the permissions of this release were approved at the checkout already'),
        weight: z.object({
          size: z.number().int().describe('bytes of the whole package'),
          files: z.number().int().describe('that come onto pages'),
          outside: z
            .array(z.string())
            .describe("origins other than the shop's own that its markup names"),
        }),
      }),
    }),
  ),
  refusals,
})

export const startInstall = declareOperation({
  id: 'startInstall',
  summary: 'Install an item on this store',
  tag: 'Installation',
  source: 'S7.6 S7.29 S5.4 S5.5 D12',
  method: 'post',
  path,
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: installBody,
  output: one(installation),
  refusals,
})

export const planInstall = declareOperation({
  id: 'planInstall',
  summary: 'Have an item installed on this store when its open order is paid',
  tag: 'Installation',
  source: 'S7.6 D12',
  method: 'put',
  path: { app: `${path.app}/with-payment`, theme: `${path.theme}/with-payment` },
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: installBody,
  output: z.object({ success: z.literal(true) }),
  refusals: [...refusals, 'checkout.order_not_found'],
})

/** S7.30, D19: the same for a theme on a second-generation storefront. */
export const startOs2Install = declareOperation({
  id: 'startOs2Install',
  summary: 'Install a theme on a second-generation storefront',
  tag: 'Installation',
  source: 'S7.30 D19',
  method: 'post',
  path: '/onlinestore/theme/{id}/install',
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: installBody,
  output: one(installation),
  refusals,
})

export const startUpdate = declareOperation({
  id: 'startUpdate',
  summary: 'Bring an installed item to another of its releases',
  tag: 'Installation',
  source: 'S7.6 S7.29 S4.7 D12',
  method: 'put',
  path,
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({
    store: z.string().max(200),
    release: z
      .string()
      .max(40)
      .optional()
      .describe('the newest that fits this store without it; an earlier one to go back'),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .max(10)
      .optional()
      .describe(
        'of those that grow, which are approved; an optional one that is left out is refused. Without this field nothing that grows is approved',
      ),
    agreement: z
      .object({ version: z.string().max(40) })
      .nullable()
      .default(null),
    order_steps: orderSteps,
    inputs: answers.default({}).describe('answers beside the ones that are kept'),
  }),
  output: one(installation),
  refusals,
})

export const returnPurchase = declareOperation({
  id: 'returnPurchase',
  summary: 'Return a one-time purchase: take the item off this store and get the whole amount back',
  tag: 'Installation',
  source: 'D10',
  method: 'post',
  path: '/checkout/orders/{order_number}/return',
  policy: { who: 'store', needs: 'install' },
  params: z.object({ order_number: z.string().max(40) }),
  body: z.object({
    store: z.string().max(200),
    amount: amount.describe('what the owner was shown to get back'),
    line: z.int().min(1).max(100).default(1).describe('place of what is returned in the order'),
    reason: z.enum(LEAVING_REASONS).optional(),
  }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['installs.not_returnable', 'installs.return_changed', 'installs.busy'],
})

export const startUninstall = declareOperation({
  id: 'startUninstall',
  summary: 'Take an item off this store',
  tag: 'Installation',
  source: 'S7.6 S7.29 D12',
  method: 'delete',
  path,
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({
    store: z.string().max(200),
    keep_data: z.boolean().default(false),
    reason: z
      .enum(LEAVING_REASONS)
      .optional()
      .describe("for the item's maker, who is not told which store said it"),
  }),
  output: one(installation),
  refusals,
})

/** Where a page of a preview changes. */
export const previewPlace = z.object({
  pin: z.number().int().describe('number of the change in the plan'),
  title: z.string(),
  page: z.string().nullable().describe('its word in `pages`; null: every page'),
  mark: z
    .string()
    .nullable()
    .describe("between which comments of the page's source it stands; null: the whole page"),
  inputs: z.array(z.string()).describe('names of the answers that it is made of'),
})
export type PreviewPlace = z.output<typeof previewPlace>

export const shownPreview = z.object({
  url: z.string().describe("an origin of its own; a page's path goes behind it"),
  expires_at: time,
  pages: z.array(
    z.object({
      page: z.string().describe('home, list, product, cart or another word'),
      path: z.string(),
    }),
  ),
  places: z.array(previewPlace).describe('of the shop without the item: none'),
  shop: z.object({ domain: z.string(), own: z.boolean() }),
})
export type ShownPreview = z.output<typeof shownPreview>

/** Why a shop cannot be shown. */
export const PREVIEW_REFUSALS = [
  'installs.not_entitled',
  'catalog.item_not_found',
  'catalog.not_installable',
  'installs.no_preview',
  'installs.unsupported',
  'installs.not_for_storefront',
  'platform.unavailable',
  'session.store_closed',
  'installs.inputs_invalid',
] as const

export const startPreview = declareOperation({
  id: 'startPreview',
  summary: 'A shop with the item on it, to look at: nothing is installed and nothing changes',
  tag: 'Installation',
  source: 'S2.17 D1 XSS-5',
  method: 'post',
  path: { app: '/app-store/app/{id}/preview', theme: '/theme-store/theme/{id}/preview' },
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  params: item,
  body: z.object({
    on: z
      .enum(['demonstration', 'own'])
      .default('demonstration')
      .describe("the platform's demonstration store, or the signed-in one"),
    locale: z.enum(LOCALES).optional().describe("of the shop's pages; else the request's"),
    inputs: answers
      .optional()
      .describe(
        'on the own store, the answers to show the item with: of an installed one its release in place of what is there, otherwise the newest; without them the default ones',
      ),
    without_item: z
      .boolean()
      .default(false)
      .describe('the shop as it is, to compare with what the item makes of it'),
  }),
  output: one(shownPreview),
  refusals: [...PREVIEW_REFUSALS, 'session.required'],
})

export const getProgress = declareOperation({
  id: 'getProgress',
  summary: 'How an installation goes',
  tag: 'Installation',
  source: 'D12',
  method: 'get',
  path: '/installations/{id}',
  policy: { who: 'store', needs: 'browse' },
  params: item,
  output: one(installation),
  refusals: ['installs.not_installed'],
})

export const listInstalledItems = declareOperation({
  id: 'listInstalledItems',
  summary: 'The items that are on this store, in a few words',
  tag: 'Installation',
  source: 'S2.17',
  method: 'get',
  path: '/installed-items',
  policy: { who: 'store', needs: 'browse' },
  output: list(
    z.object({
      slug: z.string(),
      market: z.enum(MARKETS),
      behind: z.boolean().describe('a newer version can be installed'),
    }),
  ).extend({
    saved: z.array(z.string()).describe('slugs of what it saved for later, newest first'),
    unread: z.number().int().describe('notices that nobody of the store has seen'),
    waiting: z.number().int().describe('items of both markets that need the owner'),
    shops: z
      .array(z.object({ id: z.string(), name: z.string(), domain: z.string() }))
      .describe('others that this person opens from here'),
  }),
  refusals: [],
})

export const listInstallations = declareOperation({
  id: 'listInstallations',
  summary: 'What is on this store',
  tag: 'Installation',
  source: 'S2.18 S2.19',
  method: 'get',
  path: '/installations',
  policy: { who: 'store', needs: 'browse' },
  query: z.object({ state: z.enum(['old', 'latest']).optional() }),
  output: list(
    installation.extend({
      update: updateFacts.nullable().describe('with `state=old`'),
      retirement: retirement.nullable().describe('it is no longer developed'),
    }),
  ),
  refusals: [],
})

export const listInstallationFigures = declareOperation({
  id: 'listInstallationFigures',
  summary: 'What installed items cost the visitors of this store, and what failed lately',
  tag: 'Installation',
  source: 'S2.18',
  method: 'get',
  path: '/installation-figures',
  policy: { who: 'store', needs: 'browse' },
  output: list(
    z.object({
      installation: z.string(),
      page_bytes: z
        .number()
        .int()
        .nullable()
        .describe('markup and the files that it names, before compression; null: unknown'),
      failures: z.number().int().describe('runs that failed in the last seven days'),
      settings: z.number().int().describe('how many settings its version has'),
      visits: z
        .object({
          visits: z.number().int().describe('that measured it'),
          ms: z.number().int().describe('median of the time that its files cost'),
          kb: z.number().int().describe('median of the weight of its files'),
          failed: z.number().int().describe('visits in which one of its files raised an error'),
          failing: z.boolean().describe('they are so many that the owner should know'),
        })
        .nullable()
        .describe(
          'measured by visitors on phones in the last seven days, of its version; null: too few',
        ),
    }),
  ).extend({
    start: z
      .object({
        visits: z.number().int(),
        ms: z.number().int().describe('in which three of four saw its main part'),
      })
      .nullable()
      .describe('the start page of the shop, measured like the items; null: too few visits'),
  }),
  refusals: [],
})
