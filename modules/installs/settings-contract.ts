import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'
import { answers, inputField, installation, orderSteps, updateChange } from './contract.ts'

/** Settings of an installed item: the inputs of its manifest again, edited in place. */

const item = z.object({ id: z.string().max(60) })
const base = {
  app: '/app-store/app/{id}/installation',
  theme: '/theme-store/theme/{id}/installation',
}
const at = (end: string) => ({ app: `${base.app}/${end}`, theme: `${base.theme}/${end}` })
const store = z.string().max(200).describe("the store's id or domain as the page showed it")
const inputs = answers.describe(
  'all answers: an input that is left out gets its default, or none, as at an install',
)
const refusals = [
  'installs.not_installed',
  'installs.busy',
  'installs.unfinished',
  'installs.paused',
  'installs.inputs_invalid',
  'installs.same_settings',
  'installs.changed_on_store',
  'installs.unsupported',
  'installs.order_steps_required',
  'catalog.item_not_found',
  'platform.unavailable',
  'session.store_closed',
  'session.store_changed',
] as const

/** An answer that changes, in the reader's words. */
export const settingChange = z.object({
  name: z.string(),
  title: z.string(),
  now: z.string().nullable().describe('null: no answer'),
  after: z.string().nullable(),
})
export type SettingChange = z.output<typeof settingChange>

export const settingsEntry = z.object({
  id: z.string(),
  at: time,
  name: z.string().nullable().describe('of the person, as the panel called them then'),
  version: z.string(),
  changes: z.array(settingChange),
  undo_until: time
    .nullable()
    .describe('null: too long ago, made for another version, or changed again since'),
})
export type SettingsEntry = z.output<typeof settingsEntry>

export const getSettings = declareOperation({
  id: 'getSettings',
  summary: 'Settings of an installed item as they are live, and what was changed before',
  tag: 'Installation',
  source: 'S7.15 D12',
  method: 'get',
  path: at('settings'),
  policy: { who: 'store', needs: 'browse' },
  params: item,
  output: one(
    z.object({
      installation,
      inputs: z
        .array(
          inputField.extend({
            live: z.string().nullable().describe('what is on the shop now, in words'),
            standard: z
              .union([z.string(), z.number(), z.boolean()])
              .nullable()
              .describe('the default of the release'),
          }),
        )
        .describe('`default` is what is on the shop now'),
      history: z.array(settingsEntry).describe('newest first, at most 50'),
    }),
  ),
  refusals: ['installs.not_installed', 'catalog.item_not_found', 'platform.unavailable'],
})

export const planSettings = declareOperation({
  id: 'planSettings',
  summary: 'What other settings of an installed item would change on this store',
  tag: 'Installation',
  source: 'S7.15 D12',
  method: 'post',
  path: at('settings/plan'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store, inputs }),
  output: one(
    z.object({
      changes: z.array(settingChange),
      parts: z.array(updateChange).describe('of the shop: those that change'),
    }),
  ),
  refusals: refusals.filter(
    (code) => code !== 'installs.same_settings' && code !== 'installs.order_steps_required',
  ),
})
export type SettingsPlan = z.output<typeof planSettings.output>['data']

export const changeSettings = declareOperation({
  id: 'changeSettings',
  summary: 'Change the settings of an installed item, as an update within its version',
  tag: 'Installation',
  source: 'S7.15 D12',
  method: 'put',
  path: at('settings'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store, inputs, order_steps: orderSteps }),
  output: one(installation),
  refusals,
})

export const undoSettings = declareOperation({
  id: 'undoSettings',
  summary: 'Give the settings that a change made the answers that they had before',
  tag: 'Installation',
  source: 'S7.15 D12',
  method: 'post',
  path: at('settings/undo'),
  policy: { who: 'store', needs: 'install' },
  params: item,
  body: z.object({ store, change: z.string().max(60).describe('its id in the history') }),
  output: one(installation),
  refusals: [...refusals, 'installs.not_undoable'],
})
