import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'
import { installation } from './contract.ts'

/** The live theme of a store: read from the shop, changed at once or for a while. */

const item = z.object({ id: z.string().max(60) })
const base = '/theme-store/theme/{id}/installation'
const store = z.string().max(200).describe("the store's id or domain as the page showed it")
const local = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  .describe('as the clocks of `time_zone` show it: 2026-11-27T18:00')

export const themeSchedule = z.object({
  installation: z.string(),
  state: z.enum(['planned', 'starting', 'live', 'ending']),
  starts_at: time,
  ends_at: time.nullable().describe('null: it stays'),
})
export type ThemeSchedule = z.output<typeof themeSchedule>

export const getLiveTheme = declareOperation({
  id: 'getLiveTheme',
  summary: 'Which theme the shop shows, read from the shop now, and what is scheduled',
  tag: 'Installation',
  source: 'S2.18 D12',
  method: 'get',
  path: '/live-theme',
  policy: { who: 'store' },
  output: one(
    z.object({
      read_at: time.nullable().describe('null: the shop could not be read'),
      live: z
        .object({
          kind: z
            .enum(['item', 'other', 'own'])
            .describe('an item of this market; one that something else put there; none'),
          installation: z.string().nullable(),
          name: z.string().describe('empty for the own theme of the shop'),
        })
        .nullable()
        .describe('null: the shop could not be read'),
      schedule: themeSchedule.nullable(),
      time_zone: z.string().describe('in which schedules are told'),
    }),
  ),
  refusals: ['session.store_closed'],
})
export type LiveTheme = z.output<typeof getLiveTheme.output>['data']

const refusals = [
  'installs.not_installed',
  'installs.busy',
  'installs.unfinished',
  'installs.paused',
  'installs.not_paused',
  'installs.unpaid',
  'installs.already_live',
  'installs.changed_on_store',
  'platform.unavailable',
  'session.store_closed',
  'session.store_changed',
] as const

export const makeThemeLive = declareOperation({
  id: 'makeThemeLive',
  summary: 'Make an installed theme the one that the shop shows; the others stay as drafts',
  tag: 'Installation',
  source: 'S2.18 D12',
  method: 'post',
  path: `${base}/live`,
  policy: { who: 'store' },
  params: item,
  body: z.object({ store }),
  output: one(installation),
  refusals,
})

export const scheduleTheme = declareOperation({
  id: 'scheduleTheme',
  summary: 'Make an installed theme live from a time on, and until another if given',
  tag: 'Installation',
  source: 'S2.18 D12',
  method: 'put',
  path: `${base}/live/schedule`,
  policy: { who: 'store' },
  params: item,
  body: z.object({
    store,
    from: local,
    until: local.nullable().default(null),
    time_zone: z.string().max(60).describe('as `getLiveTheme` tells it'),
  }),
  output: one(themeSchedule),
  refusals: [
    'installs.not_installed',
    'installs.schedule_invalid',
    'installs.schedule_taken',
    'session.store_changed',
    'session.store_closed',
  ],
})

export const cancelThemeSchedule = declareOperation({
  id: 'cancelThemeSchedule',
  summary: 'Forget the schedule of a theme; one that is live by it stays live',
  tag: 'Installation',
  source: 'S2.18 D12',
  method: 'delete',
  path: `${base}/live/schedule`,
  policy: { who: 'store' },
  params: item,
  body: z.object({ store }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['installs.not_scheduled', 'session.store_changed', 'session.store_closed'],
})
