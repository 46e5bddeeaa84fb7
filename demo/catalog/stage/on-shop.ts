import type { Page } from 'playwright-core'
import type { Texts } from '../demo-item.ts'
import type { DemoLocale } from '../demo-locales.ts'
import type { Device } from './browser.ts'

/** A product's page on the demo shop, with three pictures, a price and "Add to cart". */
export const PRODUCT = '/products/tulip-vase'

/** What an item does on a shop that has it, and how it is shown. */
export interface OnShop {
  /** The page on which it is seen. */
  path: string
  /**
   * Fulfilled once a customer on that page sees it work, with the answers that an owner gives by
   * changing nothing.
   */
  works(page: Page): Promise<unknown>
  /** The order of screenshots is their order on the item's page. */
  shots: Shot[]
}

/** One picture of an item on the running shop, to be taken in every language. */
export interface Shot {
  role: 'cover' | 'screenshot'
  device: Device
  path: string
  /** A theme under the app, so that apps are shown on the shops they will meet. */
  wears?: string
  answers?: Record<string, string | boolean | number>
  reducedMotion?: 'reduce'
  /** What a visitor does before the picture is taken. */
  act?(page: Page, locale: DemoLocale): Promise<void>
  alt: Texts
}
