import type { FileToPack } from '../../modules/catalog/packages/write-package.ts'
import type {
  AppManifest,
  Manifest,
  ThemeManifest,
} from '../../modules/catalog/packages/manifest.ts'
import type { Currency } from '../../lib/money.ts'
import type { DemoLocale } from './demo-locales.ts'
import type { Market } from '../../lib/market.ts'
import type { CategoryId } from './categories.ts'

export type Texts = Record<DemoLocale, string>
export type TextLists = Record<DemoLocale, string[]>

/** Whose work an item wraps. Version, licence and repository are read from the package itself. */
export interface Credit {
  package: string
  version: string
  author: string
  licence: string
  /** Web address of the source repository. */
  source: string
}

/** Something an item does, or does not do, on a store: one line of the listing. */
export interface Fact {
  title: Texts
  text: Texts
}

export interface SupportSection {
  heading: Texts
  paragraphs: TextLists
}

/** What an author writes down about an item; everything else is computed by `build-packages.ts`. */
export interface ItemSource {
  market: Market
  prefix: string
  name: Texts
  /** One sentence, at most 100 characters. */
  tagline: Texts
  /** Paragraphs of plain text. */
  description: TextLists
  /** Three short lines. */
  features: TextLists
  categories: readonly CategoryId[]
  /** Of its lowest plan; `plans.ts` has all plans of apps that are subscribed to. */
  price: { amountMinor: number; currency: Currency }
  /** S3.4: 1 when something more can be bought inside the item. */
  inAppPurchase: 0 | 1
  touches: readonly Fact[]
  leavesAlone: readonly Fact[]
  support: readonly SupportSection[]
  /** The wrapped project's own documentation. */
  documentation: string
  /** First the package that the item is named after, then what else is inside. */
  wraps: readonly { package: string; author: string }[]
  /** Colour behind an app's pictures; a theme uses its first swatch. */
  ground: string
  /** Oldest first. */
  releases: readonly ReleaseSource[]
}

export interface ReleaseSource {
  version: string
  /** ISO date. */
  releasedOn: string
  notes: Texts
  /** Everything of the package but its manifest. */
  files(): Promise<FileToPack[]>
  manifest(files: readonly FileToPack[]): AppManifestInput | ThemeManifest
}

/** An app's manifest as it is written: what has a default may be left out. */
export type AppManifestInput = Pick<
  AppManifest,
  'format' | 'kind' | 'prefix' | 'version' | 'name' | 'compatibility' | 'permissions'
> &
  Partial<AppManifest>

export interface DemoRelease {
  version: string
  releasedOn: string
  notes: Texts
  manifest: Manifest
  zip: Buffer
  /** Hex, of the zip. */
  sha256: string
  files: number
}

export interface DemoItem extends Omit<ItemSource, 'releases' | 'wraps' | 'documentation'> {
  slug: string
  credits: Credit[]
  links: { document: string; source: string; licence: string }
  /** SVG text; a theme has none and is drawn as an arch in its colours. */
  icon: string | null
  /** `#rrggbb`, a theme's own; empty for an app. */
  swatches: string[]
  /** Bytes, compressed, that the newest release adds to the page that carries most of it. */
  pageWeight: number
  /** Oldest first. */
  releases: DemoRelease[]
}
