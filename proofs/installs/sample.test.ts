import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { openTestBed, type TestBed, type TestBedOptions } from './test-bed.ts'
import { onPanels, onLoader } from './systems.ts'
import type { Part } from './part.ts'
import { describeViolation } from './violation.ts'

// Some seconds each on a machine that has nothing else to do.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

/**
 * `npm run prove -- installs` in small: real processes of the market and of a platform. Always the
 * same seed.
 */
const seed = 20_261_121

/**
 * One arena for all samples on a system: most of the time would go into starting them. Who needs
 * one market process has the first.
 */
const testBeds = new Map<TestBedOptions['system'], Promise<TestBed>>()
const children = new Set<ChildProcess>()

async function open({ system, markets = 1 }: TestBedOptions): Promise<TestBed> {
  const opening =
    testBeds.get(system) ??
    openTestBed({
      ...(system && { system }),
      markets: 2,
      stores: 60,
      onChild: (child) => void children.add(child),
    })
  testBeds.set(system, opening)
  const testBed = await opening
  testBed.killMarkets()
  return {
    ...testBed,
    startMarkets: (ahead) => testBed.startMarkets(ahead, markets),
    close: async () => {},
  }
}

afterAll(async () => {
  for (const opening of testBeds.values()) await (await opening).close()
  for (const child of children) child.kill('SIGKILL')
})

const violationsOf = async (part: Part): Promise<string[]> =>
  (
    await part({ sample: true, seed, times: 1, say: () => {}, open, isStopping: () => false })
  ).violations.map(describeViolation)

test('a market killed at any step of an update leaves one version or none, and a correct ledger (I6, I9, INS-1)', async () => {
  expect(await violationsOf(onPanels.kills)).toEqual([])
})

test('a misbehaving platform leaves one version or none, and a correct ledger (I6, INS-3)', async () => {
  expect(await violationsOf(onPanels.behaviours)).toEqual([])
})

test('concurrent opposite requests are executed in sequence; the last accepted one wins (I9, INS-2)', async () => {
  expect(await violationsOf(onPanels.intents)).toEqual([])
})

test('D4 visitors of any site are served one version or none, through kills during an update and concurrent requests (I6, I9, INS-1, INS-2)', async () => {
  expect(await violationsOf(onLoader.kills)).toEqual([])
  expect(await violationsOf(onLoader.intents)).toEqual([])
})
