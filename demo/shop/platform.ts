import type { Clock } from '../../lib/clock.ts'
import type { HttpClient } from '../../lib/http.ts'
import type { DemoShopConfig, Part } from './config.ts'
import type { Database } from './storage/database.ts'

/** What every part of the platform is given. */
export interface Platform {
  config: DemoShopConfig
  db: Database
  clock: Clock
  /** Reaches the market and the installer, nothing else on this network. */
  http: HttpClient
  /** Aborted when the process is asked to end. */
  stopping: AbortSignal
  /** Host with port, as a browser writes it. Known once the server listens. */
  hostOf(part: Part): string
}

export const originOf = (platform: Platform, part: Part): string =>
  `http://${platform.hostOf(part)}`

/** The clock in the unit of every `…_at` column. */
export const nowSeconds = (platform: Platform): number =>
  Math.floor(platform.clock.now().getTime() / 1000)
