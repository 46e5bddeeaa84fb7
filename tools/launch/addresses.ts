/**
 * The one list of parts that listen: standard port, the setting that changes it, and the host names
 * (decision D1).
 */
export const PLACES = {
  apps: { title: 'app store', port: 3000, variable: 'APPS_PORT' },
  themes: { title: 'theme store', port: 3001, variable: 'THEMES_PORT' },
  shop: { title: 'demo shops and their panel', port: 3100, variable: 'SHOP_PORT' },
  mail: { title: 'demo mail server', port: 3125, variable: 'MAIL_PORT' },
  console: { title: 'console', port: 3200, variable: 'CONSOLE_PORT' },
  installer: { title: 'installer', port: 3300, variable: 'INSTALLER_PORT' },
  preview: { title: 'live previews', port: 3500, variable: 'PREVIEW_PORT' },
  bank: { title: 'sandbox bank', port: 3400, variable: 'BANK_PORT' },
  vat: { title: "double of the EU's VAT service", port: 3600, variable: 'VAT_PORT' },
} as const

export type PlaceName = keyof typeof PLACES
export type Ports = Record<PlaceName, number>

export const PLACE_NAMES = Object.keys(PLACES) as PlaceName[]

/** Origins without a path, e.g. `http://apps.localhost:3000`. */
export interface Addresses {
  apps: string
  themes: string
  /** The app store for WordPress sites, on the same port. */
  wordpress: string
  /** The app store for any site, on the same port. */
  sites: string
  shop: string
  shop2: string
  scratch: string
  /** The example of a site that no platform runs. */
  ownSite: string
  panel: string
  installer: string
  bank: string
  preview: string
  console: string
}

/** Every part has a host name of its own, because cookies know no ports. */
export function addressesOf(ports: Ports): Addresses {
  return {
    apps: `http://apps.localhost:${ports.apps}`,
    themes: `http://themes.localhost:${ports.themes}`,
    wordpress: `http://wordpress.localhost:${ports.apps}`,
    sites: `http://sites.localhost:${ports.apps}`,
    shop: `http://shop.localhost:${ports.shop}`,
    shop2: `http://shop2.localhost:${ports.shop}`,
    scratch: `http://scratch.localhost:${ports.shop}`,
    ownSite: `http://own-site.localhost:${ports.shop}`,
    panel: `http://panel.localhost:${ports.shop}`,
    installer: `http://installer.localhost:${ports.installer}`,
    console: `http://console.localhost:${ports.console}`,
    bank: `http://bank.localhost:${ports.bank}`,
    preview: `http://preview.localhost:${ports.preview}`,
  }
}
