import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Assets } from '../assets.ts'
import { chooseLocale, newNonce } from '../browser-request.ts'
import type { Locale } from '../catalogue/product.ts'
import type { StoreId } from '../config.ts'
import type { Preview } from '../connector/previews.ts'
import type { Platform } from '../platform.ts'
import { exampleCart, readCart } from '../storage/carts.ts'
import type { Cart } from '../storage/carts.ts'
import { getMember } from '../storage/members.ts'
import type { Member } from '../storage/members.ts'
import { requireStore, storeLocales } from '../storage/stores.ts'
import type { Store } from '../storage/stores.ts'
import { getVisit, openVisit } from '../storage/visits.ts'
import type { Visit } from '../storage/visits.ts'
import { say } from './texts.ts'
import type { Said } from './texts.ts'

/** What a page of the shop knows of its request. */
export interface ShopRequest {
  platform: Platform
  assets: Assets
  store: Store
  locale: Locale
  locales: Locale[]
  visit: Visit | undefined
  member: Member | undefined
  cart: Cart
  /** Set when the page is shown with an item on it that the store does not have. */
  preview: Preview | undefined
  /** Of this answer's content security policy. */
  nonce: string
  t(said: Said): string
}

export type ShopEnv = {
  Bindings: HttpBindings
  Variables: { shop: ShopRequest; preview: Preview | undefined }
}
export type ShopContext = Context<ShopEnv>

const cookie = 'shop-session'

/** Reads who comes: store, language, visit, cart. */
export function readRequest(
  c: ShopContext,
  platform: Platform,
  assets: Assets,
  storeId: StoreId,
): ShopRequest {
  const store = requireStore(platform.db, storeId)
  const locales = storeLocales(platform.db, storeId)
  const preview = c.get('preview')
  const locale = preview
    ? previewLocale(c, preview, locales, store.locale)
    : chooseLocale(c, locales, store.locale)
  // A preview is nobody's visit: it knows no cookies and leaves none.
  const visit = preview ? undefined : getVisit(platform, storeId, getCookie(c, cookie))
  return {
    platform,
    assets,
    store,
    locale,
    locales,
    visit,
    member: getMember(platform, visit?.memberId),
    cart: preview
      ? exampleCart(platform, storeId, store.currency)
      : readCart(platform, visit, store.currency),
    preview,
    nonce: newNonce(),
    t: (said) => say[said][locale],
  }
}

function previewLocale(
  c: ShopContext,
  preview: Preview,
  offered: readonly Locale[],
  first: Locale,
): Locale {
  const asked = c.req.query('hl')?.toLowerCase()
  return (
    offered.find((locale) => locale === asked) ??
    offered.find((locale) => locale === preview.locale) ??
    first
  )
}

/** The visit; somebody who comes with empty hands gets one, and its cookie. */
export function ensureVisit(c: ShopContext): Visit {
  const { platform, store, visit } = c.get('shop')
  if (visit) return visit
  const opened = openVisit(platform, store.id)
  setCookie(c, cookie, opened.token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 60 * 60 * 24 * 30,
  })
  return opened.visit
}
