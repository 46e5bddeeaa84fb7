import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Assets } from '../assets.ts'
import type { locales } from '../catalogue/product.ts'
import type { Platform } from '../platform.ts'
import type { Said } from './texts.ts'

export interface SiteRequest {
  platform: Platform
  assets: Assets
  locale: (typeof locales)[number]
  t(said: Said): string
}
export type SiteEnv = { Bindings: HttpBindings; Variables: { site: SiteRequest } }
export type SiteContext = Context<SiteEnv>
