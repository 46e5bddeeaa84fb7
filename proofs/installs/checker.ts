import { createHash } from 'node:crypto'
import { canonicalJson } from '#demo/shop/connector/canonical-json.ts'
import type { LedgerInstallation, MarketLedger, ShopState, ShopEffect } from './ledgers.ts'
import { TRANSITIONS } from './transitions.ts'
import type { SeededItem } from './seed-items.ts'
import type { Invariant, Violation } from './violation.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** States in which nothing of the item is on the store. */
const OFF = ['uninstalled', 'paused']
/** States in which nobody works on it and nobody has to. */
const RESTING = ['installed', 'paused', 'uninstalled']
const WAITING = 'needs_action'

export interface CheckOptions {
  /** Everything had time to come to its end. */
  settled: boolean
  items: readonly SeededItem[]
  /** The platform's book before anything was installed. */
  before: ShopState
  /** Tries that a run may have had. */
  mostTries: number
}

interface Ledgers {
  market: MarketLedger
  shop: ShopState
  options: CheckOptions
  say: (invariant: Invariant, where: string, what: string) => void
}

/**
 * Holds the market's book against the platform's and says everything that must not be. It knows
 * neither how the market works nor what was done to it; what a version puts on a store it knows
 * from the version's author.
 */
export function checkLedgers(
  market: MarketLedger,
  shop: ShopState,
  options: CheckOptions,
): Violation[] {
  const found: Violation[] = []
  const ledgers: Ledgers = {
    market,
    shop,
    options,
    say: (invariant, where, what) => found.push({ invariant, where, what }),
  }
  checkEntitlement(ledgers)
  checkOneEach(ledgers)
  checkLedger(ledgers)
  checkMoves(ledgers)
  checkReleases(ledgers)
  checkCounts(ledgers)
  if (options.settled) {
    checkVersions(ledgers)
    checkEnds(ledgers)
    checkBack(ledgers)
  }
  return found
}

/** I5 */
function checkEntitlement({ market, say }: Ledgers): void {
  const items = new Map(market.items.map((item) => [item.id, item]))
  for (const one of market.installations) {
    if (items.get(one.itemId)?.isFree) continue
    const paid = market.paidOrders.some(
      (order) =>
        order.id === one.orderId && order.storeId === one.storeId && order.itemId === one.itemId,
    )
    if (!paid)
      say('I5', one.id, `${one.itemId} is on ${one.storeId} and no order of that store paid for it`)
  }
}

/** I6: one of each. */
function checkOneEach({ market, say }: Ledgers): void {
  const live = market.installations.filter((one) => one.state !== 'uninstalled')
  for (const [key, list] of Map.groupBy(live, (one) => `${one.storeId} ${one.itemId}`))
    if (list.length > 1) say('I6', key, `${list.length} installations at once`)
  const open = market.runs.filter((run) => run.state === 'queued' || run.state === 'running')
  for (const [key, list] of Map.groupBy(open, (run) => run.installationId))
    if (list.length > 1) say('I6', key, `${list.length} runs at once`)
}

const storesByName = ({ market }: Ledgers) =>
  new Map(market.stores.map((store) => [store.name, store.id]))

/**
 * What the ledger has on a store is there as it was sent; what is there, the ledger has. While work
 * is in progress only the second can be said of what stands.
 */
function checkLedger({ market, shop, options, say, ...rest }: Ledgers): void {
  const installations = new Map(market.installations.map((one) => [one.id, one]))
  const storeOf = storesByName({ market, shop, options, say, ...rest })
  const onShop = new Map(shop.effects.map((effect) => [effect.id, effect]))
  const inLedger = new Map(market.effects.map((effect) => [effect.id, effect]))
  for (const effect of market.effects) {
    const there = onShop.get(effect.id)
    const store = installations.get(effect.installationId)?.storeId
    if (there && storeOf.get(there.storeId) !== store)
      say('LEDGER', effect.id, `stands on ${there.storeId}, the ledger has it on ${store}`)
    if (effect.state === 'applied') {
      if (effect.afterSha256 !== sha256(effect.content))
        say('LEDGER', effect.id, 'the hash in the ledger is not that of its content')
      if (!options.settled) continue
      if (!there)
        say(
          'LEDGER',
          effect.id,
          `is on the store by the ledger (${effect.kind} in ${effect.slot}), and is not there`,
        )
      else if (there.content !== effect.content || there.sha256 !== effect.afterSha256)
        say('LEDGER', effect.id, 'stands on the store otherwise than it was sent')
    } else if (
      options.settled &&
      there &&
      installations.get(effect.installationId)?.state !== WAITING
    ) {
      say('LEDGER', effect.id, `stands on the store and is ${effect.state} in the ledger`)
    }
  }
  for (const effect of shop.effects)
    if (!inLedger.has(effect.id))
      say('LEDGER', effect.id, `stands on ${effect.storeId} and is in no ledger`)
}

/** I9: the way of each row is unbroken, begins where it must and ends where the row stands. */
function checkMoves({ market, say }: Ledgers): void {
  const first = { installation: 'installing', run: 'queued', effect: 'planned' }
  const ends = new Map<string, string>(
    [...market.installations, ...market.runs, ...market.effects].map((row) => [row.id, row.state]),
  )
  for (const [id, moves] of Map.groupBy(market.moves, (move) => move.id)) {
    let at: string | null = null
    for (const { what, from, to } of moves) {
      if (from !== at) say('I9', id, `${what}: ${from} → ${to} was seen in state ${at}`)
      const isListed =
        from === null ? to === first[what] : from === to || TRANSITIONS[what][from]?.includes(to)
      if (!isListed) say('I9', id, `${what} went from ${from} to ${to}`)
      at = to
    }
    if (ends.get(id) !== at) say('I9', id, `is ${ends.get(id)}, its history ends with ${at}`)
  }
}

/** I6: another release only by an update that succeeded, from this one to that one. */
function checkReleases({ market, say }: Ledgers): void {
  const runs = Map.groupBy(
    market.runs.filter((run) => run.kind === 'update' && run.state === 'succeeded'),
    (run) => run.installationId,
  )
  for (const [id, moves] of Map.groupBy(
    market.moves.filter((move) => move.what === 'installation'),
    (move) => move.id,
  )) {
    const updates = runs.get(id) ?? []
    let [release, used] = [moves[0]?.release ?? null, 0]
    for (const { release: next } of moves) {
      if (next === release) continue
      const update = updates
        .slice(used)
        .findIndex((run) => run.fromReleaseId === release && run.toReleaseId === next)
      if (update < 0)
        say('I6', id, `went from release ${release} to ${next} without an update that says so`)
      else used += update + 1
      release = next
    }
  }
}

function checkCounts({ market, say }: Ledgers): void {
  for (const item of market.items) {
    const counted = market.installations.filter(
      (one) => one.itemId === item.id && one.installedAt !== null && one.state !== 'uninstalled',
    ).length
    if (item.installCount !== counted)
      say('COUNT', item.id, `counts ${item.installCount} installations, there are ${counted}`)
  }
}

/** I6: one version, whole, or none. */
function checkVersions(ledgers: Ledgers): void {
  const {
    market,
    shop,
    options: { items },
    say,
  } = ledgers
  const storeOf = storesByName(ledgers)
  const onStore = Map.groupBy(
    shop.effects,
    (effect) => `${storeOf.get(effect.storeId)} ${effect.prefix}`,
  )
  const releases = new Map(market.releases.map((release) => [release.id, release.version]))
  const live = new Map(
    market.installations
      .filter((one) => one.state !== 'uninstalled')
      .map((one) => [`${one.storeId} ${one.itemId}`, one]),
  )
  for (const item of items) {
    for (const store of market.stores) {
      const there = onStore.get(`${store.id} ${item.prefix}`) ?? []
      const installation = live.get(`${store.id} ${item.id}`)
      // Its owner was notified that it stopped halfway.
      if (installation?.state === WAITING) continue
      compareVersion({
        there,
        installation,
        item,
        releases,
        say,
        where: `${store.name} ${item.prefix}`,
      })
    }
  }
}

const shownAs = ({
  kind,
  slot,
  content,
}: {
  kind: string
  slot: string
  content: string
}): string => `${kind} ${slot} ${content}`

function compareVersion({
  there,
  installation,
  item,
  releases,
  say,
  where,
}: {
  there: ShopEffect[]
  installation: LedgerInstallation | undefined
  item: SeededItem
  releases: Map<string, string>
  say: Ledgers['say']
  where: string
}): void {
  const version =
    installation && !OFF.includes(installation.state)
      ? releases.get(installation.releaseId)
      : undefined
  const expected =
    version === undefined
      ? []
      : (item.versions[version] ?? [])
          .map((part) => shownAs({ ...part, content: canonicalJson(part.content) }))
          .sort()
  const seen = there.map(shownAs).sort()
  if (seen.join('\n') === expected.join('\n')) return
  say(
    'I6',
    where,
    `should have ${version ?? 'nothing'} (${installation?.state ?? 'not installed'}) and has ${seen.length} parts: ${there.map((one) => `${one.kind} ${one.slot}`).join(', ') || 'none'}`,
  )
}

/** Everything is done, taken back, or waits for its owner with words. */
function checkEnds({ market, options: { mostTries }, say }: Ledgers): void {
  const last = new Map(market.runs.map((run) => [run.installationId, run]))
  for (const run of market.runs) {
    if (run.state === 'queued' || run.state === 'running')
      say('END', run.id, `the ${run.kind} of ${run.installationId} is ${run.state} still`)
    if (run.state === 'failed' && run.failure === null)
      say('END', run.id, `the ${run.kind} failed without a word`)
    if (run.tries > mostTries) say('BOUND', run.id, `the ${run.kind} was tried ${run.tries} times`)
  }
  for (const { id, state } of market.installations) {
    if (RESTING.includes(state)) continue
    const run = last.get(id)
    if (state !== WAITING) say('END', id, `is ${state} and nobody works on it`)
    else if (run?.state !== 'failed' || run.failure === null)
      say('END', id, `waits for its owner and does not say why (${run?.kind} ${run?.state})`)
  }
}

/** A store with nothing on it shows, place by place, what it showed before the first install. */
function checkBack({ market, shop, options: { before }, say }: Ledgers): void {
  const keys = new Set([...Object.keys(before.own), ...Object.keys(shop.own)])
  for (const key of keys)
    if (before.own[key] !== shop.own[key]) say('BACK', key, "the store's own markup is another")
  const onStore = new Set(shop.effects.map((effect) => effect.storeId))
  const busy = new Set(
    market.installations.filter((one) => !OFF.includes(one.state)).map((one) => one.storeId),
  )
  for (const store of market.stores)
    if (!busy.has(store.id) && onStore.has(store.name))
      say('BACK', store.name, 'everything was taken off, and something stands there')
}
