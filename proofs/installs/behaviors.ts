import { MAX_TRIES } from '#modules/installs/rules.ts'
import type { Call, Misbehavior } from '../harness/call-proxy.ts'
import type { TestBed, Place } from './test-bed.ts'
import { takeOff } from './finish.ts'
import { installVersion, stateOf, untilDone } from './kill-steps.ts'
import type { Owner } from './owner.ts'
import { inParallel, type Part } from './part.ts'
import { NEW, OLD, type SeededItem } from './seed-items.ts'
import type { OpenSystem } from './systems/other-system.ts'
import type { Violation } from './violation.ts'

const SLOW_MS = 30_000
const answer = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Misbehavior => ({ kind: 'answer', status, headers, body: JSON.stringify({ error }) })

/**
 * What a platform may do to a call (INS-3); the token lost and the store closed half-way (INS-6).
 */
export const MISBEHAVIORS = {
  slow: { kind: 'slow', ms: SLOW_MS },
  error_500: answer(500, 'internal_error'),
  too_many: answer(429, 'too_many', { 'retry-after': '2' }),
  html: {
    kind: 'answer',
    status: 200,
    type: 'text/html',
    body: '<!doctype html><title>Bakım</title>',
  },
  there_already: answer(409, 'effect_differs'),
  reset: { kind: 'reset' },
  reset_after: { kind: 'reset_after' },
  token_lost: answer(401, 'bad_signature'),
  closed: answer(410, 'store_closed'),
  endless: { kind: 'endless' },
} as const satisfies Record<string, Misbehavior>
export type MisbehaviorName = keyof typeof MISBEHAVIORS

/** The calls of the connector with which something is put or taken. */
const CALLS = {
  package: (call: Call) => call.method === 'PUT' && call.path.includes('/packages/'),
  state: (call: Call) => call.method === 'GET' && call.path.endsWith('/state'),
  put: (call: Call) => call.method === 'PUT' && call.path.includes('/effects/'),
  remove: (call: Call) => call.method === 'DELETE',
  everything: () => true,
} as const
type CallName = keyof typeof CALLS

interface Flow {
  /** What is there before. */
  standing: string | null
  calls: readonly CallName[]
  /** It asks for the state itself before it says yes. */
  looksFirst: boolean
  ask: (owner: Owner, item: SeededItem) => ReturnType<Owner['install']>
}

const FLOWS: Record<string, Flow> = {
  install: {
    standing: null,
    calls: ['package', 'state', 'put', 'everything'],
    looksFirst: true,
    ask: (owner, item) => owner.install(item, OLD),
  },
  update: {
    standing: OLD,
    calls: ['package', 'state', 'put', 'remove', 'everything'],
    looksFirst: true,
    ask: (owner, item) => owner.update(item, NEW),
  },
  'the way back': {
    standing: NEW,
    calls: ['package', 'state', 'put', 'remove', 'everything'],
    looksFirst: true,
    ask: (owner, item) => owner.update(item, OLD),
  },
  uninstall: {
    standing: NEW,
    calls: ['state', 'remove', 'everything'],
    looksFirst: false,
    ask: (owner, item) => owner.uninstall(item),
  },
}

export interface Case {
  name: string
  flow: Flow
  call: CallName
  misbehavior: MisbehaviorName
  lasting: boolean
}

/**
 * A platform that takes half a minute for every call is waited for six times at each: two such
 * cases are enough.
 */
const takesLong = (misbehavior: MisbehaviorName) =>
  misbehavior === 'slow' || misbehavior === 'endless'

/** Every mood at every call of every flow: once, and until the platform is well again. */
export function allCases(): Case[] {
  const cases: Case[] = []
  for (const [flowName, flow] of Object.entries(FLOWS)) {
    for (const call of flow.calls) {
      for (const misbehavior of Object.keys(MISBEHAVIORS) as MisbehaviorName[]) {
        for (const lasting of call === 'everything' ? [true] : [false, true]) {
          if (
            lasting &&
            takesLong(misbehavior) &&
            !(call === 'put' && flowName === 'install') &&
            !(call === 'remove' && flowName === 'uninstall')
          )
            continue
          cases.push({
            name: `${flowName}: ${misbehavior} at ${call}${lasting ? ', until it is well again' : ''}`,
            flow,
            call,
            misbehavior,
            lasting,
          })
        }
      }
    }
  }
  return cases
}

/**
 * For `npm test`: of what is over quickly every fourth case, so that each flow, each call and each
 * mood comes.
 */
const sampleOf = (cases: readonly Case[]): Case[] =>
  cases
    .filter(
      ({ call, misbehavior, lasting }) =>
        !lasting &&
        ['put', 'remove'].includes(call) &&
        ['error_500', 'reset_after', 'html'].includes(misbehavior),
    )
    .filter((_, n) => n % 4 === 0)

/** Longer than the tries of a run and of the one that takes it back, with their pauses. */
const TIMEOUT_MS = 300_000

/**
 * The wire's mood for one store: from the first call on that the market makes after it has said
 * yes.
 */
function misbehaviorOf({
  flow,
  call,
  misbehavior,
  lasting,
}: Case): (one: Call) => Misbehavior | null {
  let [looked, struck] = [!flow.looksFirst, 0]
  return (one) => {
    if (!looked) {
      looked = CALLS.state(one)
      return null
    }
    if (!CALLS[call](one) || (!lasting && struck > 0)) return null
    struck += 1
    return MISBEHAVIORS[misbehavior]
  }
}

async function live(testBed: TestBed, place: Place, one: Case): Promise<Violation[]> {
  const { owner, item } = place
  if (one.flow.standing !== null)
    await installVersion(
      testBed,
      place,
      () => owner.install(item, one.flow.standing as string),
      'installed',
    )
  testBed.misbehaviors.set(owner.externalId, misbehaviorOf(one))
  const { status, body } = await one.flow.ask(owner, item)
  const where = `${owner.name} ${item.prefix}`
  if (status !== 200)
    return [{ invariant: 'LIVE', where, what: `was refused: ${status} ${body?.code ?? ''}` }]
  // A platform that always answers "later" is retried for hours, which the proof does not wait for.
  if (one.lasting && one.misbehavior === 'too_many')
    await new Promise((resolve) => setTimeout(resolve, 8_000))
  else await untilDone(testBed, place, TIMEOUT_MS)
  const state = await stateOf(testBed, place)
  testBed.misbehaviors.delete(owner.externalId)
  if (one.lasting && one.misbehavior === 'too_many') await untilDone(testBed, place, TIMEOUT_MS)
  if (state !== 'needs_action') return []
  return [...(await readsWords(place)), ...(await pressButton(testBed, place))]
}

/** The owner's screen says what happened. */
async function readsWords({ owner, item }: Place): Promise<Violation[]> {
  const { status, body } = await owner.look(item)
  const message: unknown = body?.data?.installation?.run?.failure?.message
  if (typeof message === 'string' && message.length > 10) return []
  const seen = `${status} ${body?.code ?? ''} ${body?.data?.installation?.state ?? ''} ${body?.data?.installation?.run?.kind ?? ''} ${body?.data?.installation?.run?.state ?? ''}`
  return [
    {
      invariant: 'END',
      where: `${owner.name} ${item.prefix}`,
      what: `waits for its owner without words: ${seen}`,
    },
  ]
}

/** The platform is well again: the button that the owner is shown takes the work up and ends it. */
async function pressButton(testBed: TestBed, place: Place): Promise<Violation[]> {
  const { owner, item } = place
  const { status, body } = await owner.press(item, 'retry')
  await untilDone(testBed, place)
  const state = await stateOf(testBed, place)
  if (status === 200 && (state === 'installed' || state === 'uninstalled')) return []
  return [
    {
      invariant: 'LIVE',
      where: `${owner.name} ${item.prefix}`,
      what: `the button left it ${state}: ${status} ${body?.code ?? ''}`,
    },
  ]
}

/**
 * Where, which of the cases, and on how many stores; without a number each case has a store of its
 * own.
 */
interface Extent {
  system: OpenSystem
  cases: readonly Case[]
  stores?: number
  items: number
}

/**
 * The other system misbehaves in every way at every call: everything comes to its end, the ledger
 * is true, and nothing is tried for ever.
 */
export const behaviorsOn =
  ({ system, cases: all, stores, items }: Extent): Part =>
  async (run) => {
    const cases = (run.sample ? sampleOf(all) : all).filter(({ name }) =>
      name.includes(run.like ?? ''),
    )
    const count = stores ?? cases.length + 10
    // On one store one case at a time, each with another item.
    const lanes = Array.from({ length: Math.min(count, cases.length) }, (_, lane) =>
      cases.filter((__, n) => n % count === lane),
    )
    const violations: Violation[] = []
    const testBed = await run.open({ system, markets: run.sample ? 1 : 2, stores: count, items })
    const seen: { one: Case; place: Place }[] = []
    try {
      await testBed.startMarkets()
      let done = 0
      const liveAt = async (one: Case, owner: Owner, turn: number) => {
        if (run.isStopping()) return
        const place = { owner, item: testBed.items.free[turn] as SeededItem }
        seen.push({ one, place })
        violations.push(
          ...(await live(testBed, place, one)).map((found) => ({
            ...found,
            what: `${found.what} (${one.name})`,
          })),
        )
        // What the proxy holds back still arrives when everything is off again.
        if (one.misbehavior === 'slow' || done % 2 === 0)
          violations.push(
            ...(await takeOff(testBed, place)).map((found) => ({
              ...found,
              what: `${found.what} (${one.name})`,
            })),
          )
        done += 1
        if (done % 40 === 0) run.say(`${done} of ${cases.length}`)
      }
      await inParallel(lanes, run.sample ? 6 : 40, async (lane) => {
        const owner = await testBed.newOwner()
        for (const [turn, one] of lane.entries()) await liveAt(one, owner, turn)
      })
      const hasSlow = cases.some((one) => one.misbehavior === 'slow')
      if (hasSlow) await new Promise((resolve) => setTimeout(resolve, SLOW_MS + 2_000))
      const left = await testBed.settle()
      run.say(`${left} runs open after the deadline`)
      const nameOf = (where: string) =>
        seen.find(
          ({ place }) =>
            where === `${place.owner.name} ${place.item.prefix}` || where === place.owner.name,
        )?.one.name ?? '?'
      violations.push(
        ...(await testBed.check({ mostTries: MAX_TRIES })).map((one) => ({
          ...one,
          what: `${one.what} (${nameOf(one.where)})`,
        })),
      )
      await inParallel(seen, 8, async ({ place }) => {
        violations.push(...(await takeOff(testBed, place)))
      })
      violations.push(...(await testBed.check({ mostTries: MAX_TRIES })))
    } finally {
      await testBed.close()
    }
    return { done: `${cases.length} ways of a platform to misbehave`, violations }
  }
