import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'

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
  policy: { who: 'store' },
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
  policy: { who: 'store' },
  body: disconnectSite.body,
  output: disconnectSite.output,
  refusals: ['site.still_answers', 'installs.busy', 'session.store_changed'],
})
