import type { Context } from 'hono'
import type { Services } from '#kernel/context.ts'
import { refusing } from '#lib/refusal.ts'
import { HOME_PREVIEW, readHomePreview } from '#modules/catalog/public.ts'
import { makeVisitorCtx, type Site } from './context.ts'
import { pagePolicy, type InlineSources } from './security-headers.ts'

/**
 * The home page as operators are arranging it, in a frame of the console: rendered for a visitor,
 * whatever cookies came along, so that the frame has no authority; without scripts; never cached.
 */

const refuse = refusing({ 'catalog.preview_ended': 410 })

export const isHomePreview = (c: Context): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  c.req.path === '/' &&
  c.req.query(HOME_PREVIEW) !== undefined

/** The visitor to render the preview for. Refuses one that has ended or is of another host. */
export function makePreviewCtx(c: Context, services: Services, site: Site) {
  const preview = readHomePreview(services, c.req.query(HOME_PREVIEW) ?? '', {
    market: site.market,
    platformId: site.platformId,
  })
  if (!preview) throw refuse('catalog.preview_ended')
  return { ...makeVisitorCtx(c, services, site), homePreview: { at: preview.at } }
}

/** Links open beside the console: other pages of the store are in no frame. */
export const withLinksOutside = (html: string): string =>
  html.replace('<head>', '<head><base target="_blank"/>')

export function setPreviewHeaders(c: Context, services: Services, inline: InlineSources): void {
  c.header(
    'content-security-policy',
    pagePolicy({
      path: '/',
      inline,
      framers: [services.origins.console],
      formTargets: [],
      isPreview: true,
    }),
  )
  c.header('cache-control', 'private, no-store')
  // The address is the permission to see the page.
  c.header('referrer-policy', 'no-referrer')
  c.header('x-robots-tag', 'noindex, nofollow')
}
