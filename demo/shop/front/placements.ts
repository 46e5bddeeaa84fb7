import { html, raw } from 'hono/html'
import type { Html } from '../browser-request.ts'
import type { Effect } from '../connector/effects.ts'
import { findPackageFile } from '../connector/packages.ts'
import { shownLayers } from '../connector/previews.ts'
import { placementSlot } from '../connector/slots.ts'
import type { PlacementCode } from '../connector/slots.ts'
import { ownCode, placementMarkup } from '../connector/state.ts'
import type { ShopRequest } from './request.ts'

const packageAddress = (hash: string, file: string) => `/arasta/${hash}/${file}`

/**
 * What stands in a placement of this page: the store's own markup with the layers on it, names
 * filled in.
 */
export function placement(shop: ShopRequest, code: PlacementCode): Html {
  const { platform, store } = shop
  const slot = placementSlot(code)
  const base = fillOwn(ownCode(platform.db, store.id, slot), shop)
  return html`${raw(placementMarkup(base, shownLayers(platform, store.id, shop.preview, slot), (markup, layer) => fill(markup, layer, shop)))}`
}

const fillOwn = (markup: string, { locale, nonce }: ShopRequest): string =>
  markup.replaceAll('{{csp:nonce}}', nonce).replaceAll('{{store:locale}}', locale)

/**
 * `{{asset:…}}`, `{{store:locale}}` and `{{csp:nonce}}`; a name that is not known stays as it is.
 */
function fill(markup: string, layer: Effect, { platform, locale, nonce }: ShopRequest): string {
  return markup.replace(
    /\{\{(asset|store|csp):([^{}\s]+)\}\}/g,
    (written, kind: string, name: string) => {
      if (kind === 'store') return name === 'locale' ? locale : written
      if (kind === 'csp') return name === 'nonce' ? nonce : written
      return findPackageFile(platform, layer.package, name)
        ? packageAddress(layer.package, name)
        : written
    },
  )
}

/** The address of the one theme style sheet: of the last theme layer, or Bootstrap's own. */
export function themeStylesheet({ platform, assets, store, locale, preview }: ShopRequest): string {
  const layer = shownLayers(platform, store.id, preview, 'theme').at(-1)
  if (!layer) return assets.url(locale === 'ar' ? 'bootstrap.rtl.css' : 'bootstrap.css')
  const { stylesheet, stylesheet_rtl: rtl } = JSON.parse(layer.content) as {
    stylesheet: string
    stylesheet_rtl?: string
  }
  return packageAddress(layer.package, locale === 'ar' ? (rtl ?? stylesheet) : stylesheet)
}
