/** S3.7, D26: a platform as a market begins with it. Its row may be changed in the console. */
export interface PlatformSeed {
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
  entry: Entry
  /** First label of its app store's host in the demo, beside `apps.localhost`. */
  demoHost?: string
}

/**
 * How a store first signs in: from its panel, or connected by its owner, who approves it on
 * WordPress or proves the site.
 */
export const ENTRIES = ['panel', 'wordpress', 'site'] as const
export type Entry = (typeof ENTRIES)[number]

const INK = '#2a3350'

export const SEEDS: readonly PlatformSeed[] = [
  {
    id: 1,
    key: 'demo-commerce',
    name: 'Demo Commerce',
    letters: 'D',
    ground: '#0b737e',
    entry: 'panel',
  },
  {
    id: 2,
    key: 'woocommerce',
    name: 'WooCommerce',
    letters: 'W',
    ground: INK,
    entry: 'wordpress',
    system: 'WordPress',
    demoHost: 'wordpress',
  },
  { id: 3, key: 'shopify', name: 'Shopify', letters: 'S', ground: INK, entry: 'panel' },
  { id: 4, key: 'bigcommerce', name: 'BigCommerce', letters: 'B', ground: INK, entry: 'panel' },
  { id: 5, key: 'ikas', name: 'ikas', letters: 'i', ground: INK, entry: 'panel' },
  { id: 6, key: 'ideasoft', name: 'IdeaSoft', letters: 'Id', ground: INK, entry: 'panel' },
  {
    id: 7,
    key: 'any-site',
    name: 'Any site',
    letters: '*',
    ground: '#3d4f2f',
    entry: 'site',
    demoHost: 'sites',
  },
]

/** The platform of the demo's own panel. */
export const DEMO_PLATFORM = 1

export const findSeed = (id: number): PlatformSeed | undefined => SEEDS.find((one) => one.id === id)

/** "1 (Demo Commerce), 2 (WooCommerce), …" for messages at the start of a market. */
export const listSeeds = (): string => SEEDS.map(({ id, name }) => `${id} (${name})`).join(', ')
