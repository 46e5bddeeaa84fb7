import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { LOCALES } from '#lib/locale.ts'
import { declareOperation } from '#kernel/operation.ts'
import { list, one, time } from '#lib/wire.ts'
import { PREVIEW_REFUSALS, answers, shownPreview } from './contract.ts'

/** Links by which an owner shows a colleague an item on the shop (decision 0065). */

const links = { app: '/app-store/preview-links', theme: '/theme-store/preview-links' }
const store = z.string().max(200).describe("the store's id or domain as the page showed it")

export const previewLink = z.object({
  id: z.string(),
  item: z.object({ slug: z.string(), name: z.string() }),
  made_by: z.string().describe('the person, as the panel called them then'),
  created_at: time,
  expires_at: time,
})
export type PreviewLink = z.output<typeof previewLink>

export const listPreviewLinks = declareOperation({
  id: 'listPreviewLinks',
  summary: "Links that show an item on the store's shop, while they work",
  tag: 'Installation',
  source: 'S2.17 D1',
  method: 'get',
  path: links,
  policy: { who: 'store', needs: 'browse' },
  output: list(previewLink),
  refusals: [],
})

export const makePreviewLink = declareOperation({
  id: 'makePreviewLink',
  summary: 'Make a link that shows an item on the store’s shop to whoever has it, for seven days',
  tag: 'Installation',
  source: 'S2.17 D1',
  method: 'post',
  path: {
    app: '/app-store/app/{id}/preview/links',
    theme: '/theme-store/theme/{id}/preview/links',
  },
  policy: { who: 'store', needs: 'ask' },
  params: z.object({ id: z.string().max(60) }),
  body: z.object({
    store,
    locale: z.enum(LOCALES).optional().describe("of the shop's pages; else the request's"),
    inputs: answers.optional().describe('to show the item with; else the default ones'),
  }),
  output: one(
    z.object({
      id: z.string(),
      url: z.string().describe('contains the token, which is told only here'),
      expires_at: time,
    }),
  ),
  refusals: [...PREVIEW_REFUSALS, 'installs.too_many_links', 'session.store_changed'],
})

export const endPreviewLink = declareOperation({
  id: 'endPreviewLink',
  summary: 'End a link at once',
  tag: 'Installation',
  source: 'S2.17 D1',
  method: 'delete',
  path: { app: `${links.app}/{link}`, theme: `${links.theme}/{link}` },
  policy: { who: 'store', needs: 'ask' },
  params: z.object({ link: z.string().max(60) }),
  body: z.object({ store }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['session.store_changed'],
})

export const openPreviewLink = declareOperation({
  id: 'openPreviewLink',
  summary: 'The shop that a link shows, without a session',
  tag: 'Installation',
  source: 'S2.17 D1 XSS-5',
  method: 'post',
  path: { app: `${links.app}/open`, theme: `${links.theme}/open` },
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({
    token: z.string().max(100),
    without_item: z.boolean().default(false),
  }),
  output: one(
    z.object({
      item: z.object({
        slug: z.string(),
        name: z.string(),
        swatches: z.array(z.string()),
      }),
      expires_at: time.describe('of the link'),
      preview: shownPreview,
    }),
  ),
  refusals: [...PREVIEW_REFUSALS, 'installs.link_over'],
})
