import type { ChildProcess } from 'node:child_process'
import type { Services } from '#contexts/ctx.ts'
import type { Call, Mood } from '../../harness/call-wire.ts'
import type { Fuse } from '../../harness/fuse.ts'
import type { ShopBook } from '../books.ts'
import type { Owner, World } from '../owner.ts'
import type { Shelf, StockedItem } from '../stock.ts'

/**
 * The system that an arena installs on, as the proof sees it: it has stores with owners, it can be made to refuse, and what stands on its stores is
 * read from outside, without believing the market.
 */
export interface OtherSystem {
  /** What the market's processes are told of it. */
  settings: Readonly<Record<string, string>>
  /** Its number, and what versions put on its stores. */
  shelf: Shelf
  /** Begins; the market's database is there, its processes are not yet. */
  start(market: MarketSide): Promise<void>
  /** The n-th store, counted from 0, and its owner, signed in. */
  openOwner(n: number, world: World): Promise<Owner>
  /** Goes on refusing this item on this store for good, in the midst of what is put there; or no longer. */
  refuse(place: { owner: Owner; item: StockedItem }, on: boolean): Promise<void>
  /** What stands on its stores, when nothing is under way. */
  readBook(): Promise<ShopBook>
  /** The same before anything was installed. */
  bookBefore(): ShopBook
  /** All that it has written down as it ran. */
  output(): string
  close(): Promise<void>
}

/** What a system may use of the market when it begins: to be connected to it, not to look into its books. */
export type MarketSide = Pick<Services, 'db' | 'clock' | 'sealing'>

/** What the arena gives a system. */
export interface Surroundings {
  /** In which it may keep files. */
  folder: string
  stores: number
  /** Two that are free. */
  ports: readonly number[]
  /** The market's addresses. */
  market: { app: string; installer: string }
  /** Of a platform that can be asked only so often; 0: as often as anybody likes. */
  callsPerSecond: number
  fuse: Fuse
  /** Looks before a call to it passes. */
  witness: (call: Call) => Promise<void>
  /** How the wire to it treats a call. */
  mood: (call: Call) => Mood | null
  onAnswer: (call: Call, head: string) => void
  onChild: (child: ChildProcess) => void
}

export type OpenSystem = (around: Surroundings) => Promise<OtherSystem>

/** The store that a call of the connector is about. */
export const storeIn = (call: Call): string => /\/stores\/([^/?]+)/.exec(call.path)?.[1] ?? ''

/** A call without ids. */
export const nameOfCall = ({ method, path }: Call): string => `${method} ${path.replace(/\/(?:eff_|fleet-|wp-)[^/?]+/g, '/…').replace(/[0-9a-f]{64}/, '…')}`

const REFUSED: Mood = { kind: 'answer', status: 422, body: '{"error":"bad_effect"}' }

/** A wire that refuses an item's scripts, which come behind its other parts: so the work is given up in its midst and taken back. */
export function openRefusals() {
  const refused = new Set<string>()
  return {
    set: ({ owner, item }: { owner: Owner; item: StockedItem }, on: boolean): void => void refused[on ? 'add' : 'delete'](`${owner.externalId} ${item.prefix}`),
    mood(call: Call): Mood | null {
      if (refused.size === 0 || call.method !== 'PUT' || !call.body.includes('"tracking_code"')) return null
      return refused.has(`${storeIn(call)} ${/"prefix":"([^"]+)"/.exec(call.body)?.[1] ?? ''}`) ? REFUSED : null
    },
  }
}
