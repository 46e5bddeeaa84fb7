import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { list, one, time } from '#lib/wire.ts'
import { installation, run } from './contract.ts'

/** Operations on an installed item: pause, automatic updates, changed parts. */

const item = z.object({ id: z.string().max(60) })
const base = {
  app: '/app-store/app/{id}/installation',
  theme: '/theme-store/theme/{id}/installation',
}
const at = (end: string) => ({ app: `${base.app}/${end}`, theme: `${base.theme}/${end}` })
const store = z.string().max(200).describe("the store's id or domain as the page showed it")
const refusals = [
  'installs.not_installed',
  'installs.busy',
  'installs.unfinished',
  'installs.paused',
  'installs.changed_on_store',
  'platform.unavailable',
  'session.store_closed',
  'session.store_changed',
] as const

export const pauseInstallation = declareOperation({
  id: 'pauseInstallation',
  summary: 'Take an item off the shop for a while; everything is kept',
  tag: 'Installation',
  source: 'S7.6 D12',
  method: 'post',
  path: at('pause'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store }),
  output: one(installation),
  refusals,
})

export const resumeInstallation = declareOperation({
  id: 'resumeInstallation',
  summary: 'Put a paused item back where it stood',
  tag: 'Installation',
  source: 'S7.6 D12',
  method: 'post',
  path: at('resume'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store }),
  output: one(installation),
  refusals: [...refusals, 'installs.not_paused', 'installs.unpaid'],
})

export const retryRun = declareOperation({
  id: 'retryRun',
  summary: 'Take up work that stopped halfway',
  tag: 'Installation',
  source: 'D12 INS-3',
  method: 'post',
  path: at('retry'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store }),
  output: one(installation),
  refusals: [...refusals, 'installs.nothing_unfinished'],
})

export const AUTOMATIC = ['off', 'minor', 'all'] as const
export type Automatic = (typeof AUTOMATIC)[number]

export const chooseUpdates = declareOperation({
  id: 'chooseUpdates',
  summary: 'Which updates of an item come by themselves',
  tag: 'Installation',
  source: 'D12',
  method: 'put',
  path: at('automatic-updates'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({
    store,
    automatic: z
      .enum(AUTOMATIC)
      .describe('none; of the same major version; all. Never one that asks for more than before'),
    channel: z
      .enum(['stable', 'preview'])
      .optional()
      .describe(
        'preview: also versions that are tried out before, like 2.0.0-beta.1; left out: as it was',
      ),
  }),
  output: one(installation),
  refusals: ['installs.not_installed', 'session.store_changed'],
})

/** A part that is not on the store as it was sent. */
export const changedPart = z.object({
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  placement: z.number().int().nullable(),
  kind: z.enum(['tracking_code', 'design_block', 'theme', 'web_service_user']),
  what: z.enum(['changed', 'gone']),
  settled: z.boolean().describe('the owner has chosen to keep it so'),
  ours: z.string().describe('source as it was sent, line by line'),
  theirs: z.string().describe('source as it stands; empty when it is gone'),
})
export type ChangedPart = z.output<typeof changedPart>

export const listChangedParts = declareOperation({
  id: 'listChangedParts',
  summary: 'What somebody else has changed of an item on this store',
  tag: 'Installation',
  source: 'D12',
  method: 'get',
  path: at('changes'),
  policy: { who: 'store', needs: 'browse' },
  params: item,
  output: list(changedPart),
  refusals: ['installs.not_installed', 'platform.unavailable', 'session.store_closed'],
})

export const listChangedItems = declareOperation({
  id: 'listChangedItems',
  summary: 'Which items on this store somebody else has changed a part of, not settled yet',
  tag: 'Installation',
  source: 'D12',
  method: 'get',
  path: '/installation-changes',
  policy: { who: 'store', needs: 'browse' },
  output: list(
    z.object({
      installation: z.string(),
      parts: z.number().int().describe('changed or taken away'),
    }),
  ),
  refusals: ['platform.unavailable', 'session.store_closed'],
})

export const settleChange = declareOperation({
  id: 'settleChange',
  summary: "Keep what somebody else changed, or put the item's own part there again",
  tag: 'Installation',
  source: 'D12',
  method: 'post',
  path: at('changes'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store, part: z.string().max(80), keep: z.enum(['theirs', 'ours']) }),
  output: one(installation),
  refusals: [...refusals, 'installs.nothing_changed'],
})

export const historyEntry = run
  .pick({ id: true, kind: true, state: true, failure: true, seconds: true })
  .extend({
    purpose: z
      .enum(['settings', 'live_theme'])
      .nullable()
      .describe('of an update within its version; null: another version, or other rights'),
    from_version: z.string().nullable(),
    to_version: z.string().nullable(),
    by: z.enum(['owner', 'automatic', 'market']),
    name: z.string().nullable().describe('of the person, as the panel called them then'),
    at: time,
  })
export type HistoryEntry = z.output<typeof historyEntry>

export const listHistory = declareOperation({
  id: 'listHistory',
  summary: 'What happened to an item on this store, when and by whom: newest first, at most 100',
  tag: 'Installation',
  source: 'D12',
  method: 'get',
  path: at('history'),
  policy: { who: 'store', needs: 'browse' },
  params: item,
  output: list(historyEntry.describe('newest first, at most 100')),
  refusals: [],
})

/**
 * D4: a site leaves the market. Everything that was put on it comes off, and its key is revoked.
 */
export const disconnectSite = declareOperation({
  id: 'disconnectSite',
  summary: 'Disconnect the site: everything is uninstalled, its key revoked, its sessions ended',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/disconnect',
  policy: { who: 'store', needs: 'install' },
  body: z.object({
    store: z.string().max(300).describe('id or domain of the store that the form was about'),
  }),
  output: z.object({
    data: z.object({
      domain: z.string(),
      uninstalled: z.number().int().describe('items that are being taken off'),
    }),
  }),
  refusals: ['site.not_a_site', 'installs.busy', 'session.store_changed'],
})

export const forgetSite = declareOperation({
  id: 'forgetSite',
  summary:
    'The plugin was deleted or the site is no more: its keys are erased and what was on it ends, without anybody being asked there',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/wordpress/forget',
  policy: { who: 'store', needs: 'install' },
  body: disconnectSite.body,
  output: disconnectSite.output,
  refusals: ['site.still_answers', 'installs.busy', 'session.store_changed'],
})
