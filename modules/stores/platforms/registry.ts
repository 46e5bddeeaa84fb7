/** S3.7, D3, D4: a platform that every market knows. A market may add others as rows (D26). */
export interface KnownPlatform {
  id: number
  /** Also the file name of its logo. */
  key: string
  /** Shown beside the logo, because a logo alone is not a name. */
  name: string
  /** Letters of its logo. The logos are ours and neutral, not trademarks. */
  letters: string
  ground: string
  /** What its stores run on, where that has a name and versions of its own. */
  system?: string
  /**
   * How its stores are reached: by the Store Connector protocol or, without a system of their own,
   * by the loader script.
   */
  adapter: 'connector' | 'loader'
  /**
   * How a store first signs in: from its panel, or connected by its owner, who proves the site or
   * approves it on WordPress.
   */
  entry: 'panel' | 'site' | 'wordpress'
}

export const PLATFORMS: readonly KnownPlatform[] = [
  {
    id: 1,
    key: 'demo-commerce',
    name: 'Demo Commerce',
    letters: 'D',
    ground: '#0b737e',
    adapter: 'connector',
    entry: 'panel',
  },
  {
    id: 2,
    key: 'woocommerce',
    name: 'WooCommerce',
    letters: 'W',
    ground: '#2a3350',
    adapter: 'connector',
    entry: 'wordpress',
    system: 'WordPress',
  },
  {
    id: 3,
    key: 'shopify',
    name: 'Shopify',
    letters: 'S',
    ground: '#2a3350',
    adapter: 'connector',
    entry: 'panel',
  },
  {
    id: 4,
    key: 'bigcommerce',
    name: 'BigCommerce',
    letters: 'B',
    ground: '#2a3350',
    adapter: 'connector',
    entry: 'panel',
  },
  {
    id: 5,
    key: 'ikas',
    name: 'ikas',
    letters: 'i',
    ground: '#2a3350',
    adapter: 'connector',
    entry: 'panel',
  },
  {
    id: 6,
    key: 'ideasoft',
    name: 'IdeaSoft',
    letters: 'Id',
    ground: '#2a3350',
    adapter: 'connector',
    entry: 'panel',
  },
  {
    id: 7,
    key: 'any-site',
    name: 'Any site',
    letters: '*',
    ground: '#3d4f2f',
    adapter: 'loader',
    entry: 'site',
  },
]

/** The platform whose stores are WordPress sites, with or without WooCommerce. */
export const WORDPRESS = 2

/** D4: any site, served by the loader. */
export const ANY_SITE = 7

/** The reference: the platform of the demo. */
export const MAIN_PLATFORM = 1

/** Undefined for a platform that only this market has (D26). */
export const findKnownPlatform = (id: number): KnownPlatform | undefined =>
  PLATFORMS.find((one) => one.id === id)

/** How a store of a platform first signs in; platforms added by a market have a panel. */
export const entryOf = (id: number): KnownPlatform['entry'] =>
  findKnownPlatform(id)?.entry ?? 'panel'

/** "1 (Demo Commerce), 2 (WooCommerce), …" for messages at the start of a market. */
export const listKnownPlatforms = (): string =>
  PLATFORMS.map(({ id, name }) => `${id} (${name})`).join(', ')

/** Path under the market's own address. */
export const logoPath = (key: string): string => `/pictures/platforms/${key}.svg`

/** The logo as SVG: the letters under an arch. */
export const drawLogo = ({ name, letters, ground }: KnownPlatform): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" role="img" aria-label="${name}"><title>${name}</title>` +
  `<rect width="60" height="60" rx="15" fill="${ground}"/><path d="M11 50V28a19 19 0 0 1 38 0v22z" fill="#fff" opacity=".16"/>` +
  `<text x="30" y="${letters.length > 1 ? 42 : 44}" text-anchor="middle" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${letters.length > 1 ? 24 : 30}">${letters}</text></svg>`
