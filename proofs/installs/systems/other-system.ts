import type { ChildProcess } from 'node:child_process'
import type { Services } from '#kernel/context.ts'
import type { Call, Misbehavior } from '../../harness/call-proxy.ts'
import type { KillSwitch } from '../../harness/kill-switch.ts'
import type { ShopState } from '../ledgers.ts'
import type { Owner, Platform } from '../owner.ts'
import type { SeededItems, SeededItem } from '../seed-items.ts'
import type { Violation } from '../violation.ts'

/**
 * The system that an arena installs on, as the proof sees it: it has stores with owners, it can be
 * made to refuse, and what stands on its stores is read from outside, without believing the
 * market.
 */
export interface OtherSystem {
  /** What the market's processes are notified of it. */
  settings: Readonly<Record<string, string>>
  /** Numbers of its platforms, and what versions put on their stores. */
  shelf: SeededItems
  /** Begins; the market's database is there, its processes are not yet. */
  start(market: MarketSide): Promise<void>
  /** The n-th store, counted from 0, and its owner, signed in. */
  openOwner(n: number, world: Platform): Promise<Owner>
  /**
   * Goes on refusing this item on this store for good, in the midst of what is put there; or no
   * longer.
   */
  refuse(place: { owner: Owner; item: SeededItem }, on: boolean): Promise<void>
  /** What stands on its stores, when nothing is in progress. */
  readBook(): Promise<ShopState>
  /** The same before anything was installed. */
  bookBefore(): ShopState
  /** Where it has several platforms: these owners try to get something of each other's. */
  trespass?(owners: readonly Owner[]): Promise<Violation[]>
  /** Its process, where it is one. */
  pid?(): number | undefined
  /** All that it has recorded as it ran. */
  output(): string
  close(): Promise<void>
}

/**
 * What a system may use of the market when it begins: to be connected to it, not to look into its
 * books.
 */
export type MarketSide = Pick<Services, 'db' | 'clock' | 'sealing'>

/** What the arena gives a system. */
export interface Surroundings {
  /** In which it may keep files. */
  folder: string
  stores: number
  /** Two that are free. */
  ports: readonly number[]
  /** The market's addresses. */
  market: { app: string; installer: string; console: string }
  /** Of a platform that can be asked only so often; 0: as often as anybody likes. */
  callsPerSecond: number
  /** The market calls it without the proxy between, which would need as much time as the system. */
  isDirect: boolean
  killSwitch: KillSwitch
  /** Looks before a call to it passes. */
  witness: (call: Call) => Promise<void>
  /** How the proxy to it treats a call. */
  misbehavior: (call: Call) => Misbehavior | null
  onAnswer: (call: Call, head: string) => void
  onChild: (child: ChildProcess) => void
}

export type OpenSystem = (around: Surroundings) => Promise<OtherSystem>

/** The store that a call of the connector is about. */
export const storeIn = (call: Call): string => /\/stores\/([^/?]+)/.exec(call.path)?.[1] ?? ''

/** A call without ids. */
export const nameOfCall = ({ method, path }: Call): string =>
  `${method} ${path.replace(/\/(?:eff_|fleet-|wp-)[^/?]+/g, '/…').replace(/[0-9a-f]{64}/, '…')}`

const REFUSED: Misbehavior = { kind: 'answer', status: 422, body: '{"error":"bad_effect"}' }

/**
 * A wire that refuses an item's scripts, which come behind its other parts: so the work is given up
 * in its midst and taken back.
 */
export function openRefusals() {
  const refused = new Set<string>()
  return {
    set: ({ owner, item }: { owner: Owner; item: SeededItem }, on: boolean): void =>
      void refused[on ? 'add' : 'delete'](`${owner.externalId} ${item.prefix}`),
    misbehavior(call: Call): Misbehavior | null {
      if (refused.size === 0 || call.method !== 'PUT' || !call.body.includes('"tracking_code"'))
        return null
      return refused.has(`${storeIn(call)} ${/"prefix":"([^"]+)"/.exec(call.body)?.[1] ?? ''}`)
        ? REFUSED
        : null
    },
  }
}
