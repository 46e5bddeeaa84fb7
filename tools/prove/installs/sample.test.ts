import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { openArena, type Arena, type ArenaOptions } from './arena.ts'
import { onDemo, onLoader } from './grounds.ts'
import type { Part } from './part.ts'
import { inWords } from './violation.ts'

// Some seconds each on a machine that has nothing else to do.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

/** `npm run prove -- installs` in small: real processes of the market and of a platform. Always the same seed. */
const seed = 20_261_121

/** One arena for all samples on a system: most of the time would go into starting them. Who needs one market process has the first. */
const arenas = new Map<ArenaOptions['system'], Promise<Arena>>()
const children = new Set<ChildProcess>()

async function open({ system, markets = 1 }: ArenaOptions): Promise<Arena> {
  const opening = arenas.get(system) ?? openArena({ ...(system && { system }), markets: 2, stores: 60, onChild: child => void children.add(child) })
  arenas.set(system, opening)
  const arena = await opening
  arena.killMarkets()
  return { ...arena, startMarkets: ahead => arena.startMarkets(ahead, markets), close: async () => {} }
}

afterAll(async () => {
  for (const opening of arenas.values()) await (await opening).close()
  for (const child of children) child.kill('SIGKILL')
})

const violationsOf = async (part: Part): Promise<string[]> =>
  (await part({ sample: true, seed, times: 1, say: () => {}, open, isStopping: () => false })).violations.map(inWords)

test('a market that is killed at any step of an update leaves one version or none, and a true ledger (I6, I9, INS-1)', async () => {
  expect(await violationsOf(onDemo.kills)).toEqual([])
})

test('a platform that misbehaves leaves one version or none, and a true ledger (I6, INS-3)', async () => {
  expect(await violationsOf(onDemo.behaviours)).toEqual([])
})

test('opposite intents at once are taken one after the other, and the last that was accepted is the end (I9, INS-2)', async () => {
  expect(await violationsOf(onDemo.intents)).toEqual([])
})

test('D4 what visitors of any site are given is one version or none, whatever kills the market at an update and whatever is wanted at once (I6, I9, INS-1, INS-2)', async () => {
  expect(await violationsOf(onLoader.kills)).toEqual([])
  expect(await violationsOf(onLoader.intents)).toEqual([])
})
