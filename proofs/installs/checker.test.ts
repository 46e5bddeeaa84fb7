import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#demo/shop/connector/canonical-json.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { MarketLedger, ShopState } from './ledgers.ts'
import { checkLedgers, type CheckOptions } from './checker.ts'
import { secretsIn } from './secrets.ts'
import { NEW, OLD, versionsOf, type SeededItem } from './seed-items.ts'
import { describeViolation } from './violation.ts'

const item: SeededItem = { id: 'itm_p0', prefix: 'p0', versions: versionsOf('p0') }
const paid: SeededItem = { id: 'itm_p1', prefix: 'p1', versions: versionsOf('p1') }

/**
 * Two stores as they should be: one has the new version after an update, one had the old one and
 * took it off.
 */
function ledgers(): { market: MarketLedger; shop: ShopState; options: CheckOptions } {
  const parts = (version: string) =>
    (item.versions[version] ?? []).map((part) => ({
      kind: part.kind,
      slot: part.slot,
      content: canonicalJson(part.content),
    }))
  const [oldParts, newParts] = [parts(OLD), parts(NEW)]
  const row = (
    id: string,
    installationId: string,
    state: string,
    part: (typeof oldParts)[number],
  ) => ({ id, installationId, state, ...part, afterSha256: sha256Hex(part.content) })
  const effects = [
    // The user is kept by the update.
    row('e1', 'i1', 'reverted', oldParts[0]!),
    row('e2', 'i1', 'reverted', oldParts[1]!),
    row('e3', 'i1', 'applied', oldParts[2]!),
    row('e4', 'i1', 'applied', newParts[0]!),
    row('e5', 'i1', 'applied', newParts[1]!),
    ...oldParts.map((part, n) => row(`f${n}`, 'i2', 'reverted', part)),
  ]
  const own = { '1/fleet-1 placement:3': '<!-- ours -->' }
  const way = (
    what: 'installation' | 'run' | 'effect',
    id: string,
    states: string[],
    release: string | null = null,
  ) => states.map((to, n) => ({ what, id, from: states[n - 1] ?? null, to, release }))
  const run = (id: string, installationId: string, kind: string) => ({
    id,
    installationId,
    kind,
    state: 'succeeded',
    failure: null,
    tries: 1,
    fromReleaseId: kind === 'update' ? 'r1' : null,
    toReleaseId: kind === 'update' ? 'r2' : null,
  })
  const runs = [
    run('u1', 'i1', 'install'),
    run('u2', 'i1', 'update'),
    run('u3', 'i2', 'install'),
    run('u4', 'i2', 'uninstall'),
  ]
  return {
    market: {
      stores: [
        { id: 's1', name: '1/fleet-1' },
        { id: 's2', name: '2/fleet-1' },
      ],
      items: [
        { id: item.id, prefix: 'p0', isFree: true, installCount: 1 },
        { id: paid.id, prefix: 'p1', isFree: false, installCount: 0 },
      ],
      releases: [
        { id: 'r1', itemId: item.id, version: OLD },
        { id: 'r2', itemId: item.id, version: NEW },
      ],
      paidOrders: [],
      installations: [
        {
          id: 'i1',
          storeId: 's1',
          itemId: item.id,
          releaseId: 'r2',
          orderId: null,
          state: 'installed',
          installedAt: 1,
        },
        {
          id: 'i2',
          storeId: 's2',
          itemId: item.id,
          releaseId: 'r1',
          orderId: null,
          state: 'uninstalled',
          installedAt: 1,
        },
      ],
      runs,
      effects,
      moves: [
        ...way('installation', 'i1', ['installing', 'installed', 'updating'], 'r1'),
        { what: 'installation', id: 'i1', from: 'updating', to: 'installed', release: 'r2' },
        ...way(
          'installation',
          'i2',
          ['installing', 'installed', 'uninstalling', 'uninstalled'],
          'r1',
        ),
        ...runs.flatMap((one) => way('run', one.id, ['queued', 'running', 'succeeded'])),
        ...effects.flatMap((one) =>
          way(
            'effect',
            one.id,
            one.state === 'applied' ? ['planned', 'applied'] : ['planned', 'applied', 'reverted'],
          ),
        ),
      ],
    },
    shop: {
      effects: effects
        .filter((one) => one.state === 'applied')
        .map((one) => ({
          storeId: '1/fleet-1',
          id: one.id,
          kind: one.kind,
          slot: one.slot,
          prefix: 'p0',
          content: one.content,
          sha256: sha256Hex(one.content),
        })),
      own,
      secrets: [],
    },
    options: {
      settled: true,
      items: [item, paid],
      before: { effects: [], own, secrets: [] },
      mostTries: 6,
    },
  }
}

type Books = ReturnType<typeof ledgers>
const first = <T>(list: T[]): T => list[0] as T
const found = (plant: (all: Books) => void): string[] => {
  const all = ledgers()
  plant(all)
  return checkLedgers(all.market, all.shop, all.options).map(describeViolation)
}

test('correct ledgers have no violations', () => {
  expect(found(() => {})).toEqual([])
})

describe('finds a planted violation', () => {
  const planted: [string, RegExp, (all: Books) => void][] = [
    [
      'an item that nobody paid for',
      /^I5 i1/,
      ({ market }) => {
        first(market.items).isFree = false
      },
    ],
    [
      'an order of another store',
      /^I5 i1/,
      ({ market }) => {
        first(market.items).isFree = false
        first(market.installations).orderId = 'o1'
        market.paidOrders = [{ id: 'o1', storeId: 's2', itemId: item.id }]
      },
    ],
    [
      'two installations at once',
      /^I6 s1 itm_p0: 2 installations/,
      ({ market }) => {
        market.installations.push({ ...first(market.installations), id: 'i3' })
      },
    ],
    [
      'two runs at once',
      /^I6 i1: 2 runs/,
      ({ market }) => {
        for (const run of market.runs.slice(0, 2)) run.state = 'running'
      },
    ],
    [
      'a part that the ledger has and the store has not',
      /^LEDGER e4: is on the store by the ledger/,
      ({ shop }) => {
        shop.effects = shop.effects.filter((one) => one.id !== 'e4')
      },
    ],
    [
      'a part that came back after it was taken off',
      /^LEDGER f0: stands on the store and is reverted/,
      ({ market, shop }) => {
        const { kind, slot, content } = market.effects.find((one) => one.id === 'f0')!
        shop.effects.push({
          storeId: '2/fleet-1',
          id: 'f0',
          kind,
          slot,
          prefix: 'p0',
          content,
          sha256: sha256Hex(content),
        })
      },
    ],
    [
      'a part that is in no ledger',
      /^LEDGER x1: stands on 2\/fleet-1 and is in no ledger/,
      ({ shop }) => {
        shop.effects.push({ ...first(shop.effects), id: 'x1', storeId: '2/fleet-1' })
      },
    ],
    [
      'a part on a store of another platform that has the same id',
      /^LEDGER e3: stands on 2\/fleet-1, the ledger has it on s1/,
      ({ shop }) => {
        first(shop.effects).storeId = '2/fleet-1'
      },
    ],
    [
      'a part otherwise than it was sent',
      /^LEDGER e3: stands on the store otherwise/,
      ({ shop }) => {
        first(shop.effects).content = '{}'
      },
    ],
    [
      "a hash that is not the content's",
      /^LEDGER e3: the hash/,
      ({ market }) => {
        market.effects.find((one) => one.id === 'e3')!.afterSha256 = 'f'
      },
    ],
    [
      'a version that is there by half',
      /^I6 1\/fleet-1 p0: should have 1.1.0/,
      ({ market, shop }) => {
        market.effects.find((one) => one.id === 'e5')!.state = 'reverted'
        shop.effects = shop.effects.filter((one) => one.id !== 'e5')
      },
    ],
    [
      'both versions',
      /^I6 1\/fleet-1 p0: should have 1.1.0 .* 4 parts/,
      ({ market, shop }) => {
        const old = market.effects.find((one) => one.id === 'e2')!
        old.state = 'applied'
        shop.effects.push({
          storeId: '1/fleet-1',
          id: 'e2',
          kind: old.kind,
          slot: old.slot,
          prefix: 'p0',
          content: old.content,
          sha256: sha256Hex(old.content),
        })
      },
    ],
    [
      'another release without an update',
      /^I6 i1: went from release r1 to r2/,
      ({ market }) => {
        market.runs[1]!.toReleaseId = 'r9'
      },
    ],
    [
      'a way that is in no table',
      /^I9 i2: installation went from installed to uninstalled/,
      ({ market }) => {
        market.moves = market.moves
          .filter((move) => !(move.id === 'i2' && move.to === 'uninstalling'))
          .map((move) =>
            move.id === 'i2' && move.to === 'uninstalled' ? { ...move, from: 'installed' } : move,
          )
      },
    ],
    [
      'a run that ends twice',
      /^I9 u2: run went from succeeded to failed/,
      ({ market }) => {
        market.moves.push({ what: 'run', id: 'u2', from: 'succeeded', to: 'failed', release: null })
      },
    ],
    [
      'a gap in the history',
      /^I9 u2: run: running → succeeded was seen in state queued/,
      ({ market }) => {
        market.moves = market.moves.filter((move) => !(move.id === 'u2' && move.to === 'running'))
      },
    ],
    [
      "an end that is not the row's",
      /^I9 i2: is installed, its history ends with uninstalled/,
      ({ market }) => {
        market.installations[1]!.state = 'installed'
      },
    ],
    [
      'an item that is counted twice',
      /^COUNT itm_p0: counts 2/,
      ({ market }) => {
        first(market.items).installCount = 2
      },
    ],
    [
      'a run that never ends',
      /^END u2: the update of i1 is running still/,
      ({ market }) => {
        market.runs[1]!.state = 'running'
      },
    ],
    [
      'a failure without a word',
      /^END u2: the update failed without a word/,
      ({ market }) => {
        market.runs[1]!.state = 'failed'
      },
    ],
    [
      'an installation that nobody works on',
      /^END i1: is updating and nobody/,
      ({ market }) => {
        first(market.installations).state = 'updating'
      },
    ],
    [
      'one that waits and does not say why',
      /^END i1: waits for its owner and does not say why/,
      ({ market }) => {
        first(market.installations).state = 'needs_action'
      },
    ],
    [
      'tries without end',
      /^BOUND u2: the update was tried 7 times/,
      ({ market }) => {
        market.runs[1]!.tries = 7
      },
    ],
    [
      'markup of the store that is another',
      /^BACK 1\/fleet-1 placement:3/,
      ({ shop }) => {
        shop.own = { '1/fleet-1 placement:3': '' }
      },
    ],
    [
      'something left on a store that everything was taken off',
      /^BACK 2\/fleet-1/,
      ({ shop }) => {
        shop.effects.push({ ...first(shop.effects), id: 'x1', storeId: '2/fleet-1' })
      },
    ],
  ]
  for (const [name, words, plant] of planted) {
    test(name, () => {
      expect(found(plant).filter((one) => words.test(one))).toHaveLength(1)
    })
  }
})

test('finds a token or key in a log without repeating it', () => {
  expect(secretsIn('GET /packages/1.zip\nall well', ['k-secret'])).toEqual([])
  const said = secretsIn(
    'GET /packages/1.zip?expires=1&ticket=abcdefghijklmnopqrstuvwxyz\ntoken k-secret',
    ['k-secret'],
  ).map(describeViolation)
  expect(said).toHaveLength(2)
  expect(said.join()).not.toMatch(/abcdefghijkl|k-secret/)
})
