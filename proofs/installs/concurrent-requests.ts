import fc from 'fast-check'
import type { TestBed, Place } from './test-bed.ts'
import { takeOff } from './finish.ts'
import { stateOf, untilDone } from './kill-steps.ts'
import type { Reply } from './owner.ts'
import { inParallel, type Part } from './part.ts'
import { NEW, OLD } from './seed-items.ts'
import type { OpenSystem } from './systems/other-system.ts'
import type { Violation } from './violation.ts'

/**
 * What an owner may want of one item on one store, and where it ends when nothing else is wanted.
 */
const INTENTS: Record<
  string,
  { ask: (place: Place) => Promise<Reply>; end: string; version?: string }
> = {
  install: { ask: ({ owner, item }) => owner.install(item, OLD), end: 'installed', version: OLD },
  update: { ask: ({ owner, item }) => owner.update(item, NEW), end: 'installed', version: NEW },
  back: { ask: ({ owner, item }) => owner.update(item, OLD), end: 'installed', version: OLD },
  uninstall: { ask: ({ owner, item }) => owner.uninstall(item), end: 'uninstalled' },
  pause: { ask: ({ owner, item }) => owner.press(item, 'pause'), end: 'paused' },
  resume: { ask: ({ owner, item }) => owner.press(item, 'resume'), end: 'installed' },
  retry: { ask: ({ owner, item }) => owner.press(item, 'retry'), end: 'installed' },
}
type Intent = keyof typeof INTENTS
const names = Object.keys(INTENTS)

const where = ({ owner, item }: Place) => `${owner.name} ${item.prefix}`
/** 409: something else is in progress, or it is not what it must be for that. */
const isAnswer = (reply: Reply) => [200, 404, 409].includes(reply.status)

/** All at once: whatever is refused says so, and the last that was accepted is where it ends. */
async function atOnce(
  testBed: TestBed,
  place: Place,
  intents: readonly Intent[],
): Promise<Violation[]> {
  const replies = await Promise.all(
    intents.map(async (name) => ({
      name,
      reply: await (INTENTS[name] as (typeof INTENTS)[string]).ask(place),
    })),
  )
  const odd = replies.find(({ reply }) => !isAnswer(reply))
  await untilDone(testBed, place)
  const violations: Violation[] = odd
    ? [
        {
          invariant: 'LIVE',
          where: where(place),
          what: `${odd.name} was answered ${odd.reply.status} ${odd.reply.body?.code ?? ''}`,
        },
      ]
    : []
  return [...violations, ...(await endsAsAccepted(testBed, place))]
}

/**
 * The end is that of the last run that the database took in: the order in which intents were
 * accepted.
 */
async function endsAsAccepted(testBed: TestBed, place: Place): Promise<Violation[]> {
  const last = await testBed.db
    .selectFrom('installation_runs')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .leftJoin('releases as target', 'target.id', 'to_release_id')
    .innerJoin('releases as now', 'now.id', 'installations.release_id')
    .select([
      'installation_runs.kind',
      'installation_runs.state as ended',
      'installations.state',
      'target.version as wanted',
      'now.version',
    ])
    .where('installations.store_id', '=', place.owner.storeId)
    .where('installations.item_id', '=', place.item.id)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  const end = {
    install: 'installed',
    update: 'installed',
    pause: 'paused',
    resume: 'installed',
    uninstall: 'uninstalled',
  }[last.kind]
  const isRight =
    last.ended === 'succeeded' &&
    last.state === end &&
    (last.kind !== 'update' || last.wanted === last.version)
  return isRight
    ? []
    : [
        {
          invariant: 'I9',
          where: where(place),
          what: `the last that was accepted is ${last.kind} ${last.wanted ?? ''} (${last.ended}), and it is ${last.state} with ${last.version}`,
        },
      ]
}

/** One after the other or several at once, with and without waiting between. */
const anyStep = fc.record({
  intents: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
  waits: fc.boolean(),
})

async function sequence(
  testBed: TestBed,
  steps: readonly { intents: string[]; waits: boolean }[],
): Promise<void> {
  const place = await testBed.newPlace()
  for (const { intents, waits } of steps) {
    const replies = await Promise.all(
      intents.map((name) => (INTENTS[name] as (typeof INTENTS)[string]).ask(place)),
    )
    const odd = replies.find((reply) => !isAnswer(reply))
    if (odd) throw new Error(`answered ${odd.status} ${odd.body?.code ?? ''}`)
    if (waits) await untilDone(testBed, place)
    const state = await stateOf(testBed, place)
    if (state === 'needs_action') throw new Error('is unfinished, and the platform was well')
  }
  await untilDone(testBed, place)
  const [wrong] = await endsAsAccepted(testBed, place)
  if (wrong) throw new Error(wrong.what)
  const [stuck] = await takeOff(testBed, place)
  if (stuck) throw new Error(stuck.what)
}

/** Nobody installs what the store has not paid for, whatever else they do at the same time. */
async function unpaid(testBed: TestBed): Promise<Violation[]> {
  const owner = await testBed.newOwner()
  const replies = await Promise.all(
    [OLD, NEW, OLD].map((version) => owner.install(testBed.items.paid, version)),
  )
  return replies.some((reply) => reply.status === 200 || reply.status >= 500)
    ? [
        {
          invariant: 'I5',
          where: owner.name,
          what: `an item that was not paid for was answered ${replies.map((reply) => reply.status).join(', ')}`,
        },
      ]
    : []
}

/** Where, and how much of it: places at which everything is wanted at once, and sequences. */
interface Extent {
  system: OpenSystem
  places: number
  sequences: number
  stores: number
  items: number
}

/**
 * Install, update, uninstall and pause of the same item on the same store, all at once, in two
 * market processes of which one lives some seconds later.
 */
export const concurrentRequestsOn =
  ({ system, places, sequences, stores, items }: Extent): Part =>
  async (run) => {
    const [count, runs, most] = run.sample ? [2, 3, 5] : [places, sequences, 8]
    const violations: Violation[] = []
    const testBed = await run.open({ system, markets: 2, stores: run.sample ? 60 : stores, items })
    try {
      await testBed.startMarkets([0, 4])
      violations.push(...(await unpaid(testBed)))
      await inParallel(Array.from({ length: count }), 6, async (_, n) => {
        const place = await testBed.newPlace()
        for (const round of [
          ['install', 'install', 'uninstall', 'update'],
          ['update', 'uninstall', 'pause', 'update'],
          names,
          [...names, ...names],
        ]) {
          if (run.isStopping()) return
          violations.push(
            ...(await atOnce(testBed, place, n % 2 === 0 ? round : round.toReversed())),
          )
        }
      })
      run.say(`${count} × 4 rounds of opposite intents`)
      const result = await fc.check(
        fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: most }), (steps) =>
          sequence(testBed, steps),
        ),
        {
          numRuns: runs,
          seed: run.seed,
          endOnFailure: run.sample,
          interruptAfterTimeLimit: run.sample ? 8_000 : 180_000,
        },
      )
      if (result.failed) {
        violations.push({
          invariant: 'I9',
          where: `seed ${result.seed}, path ${result.counterexamplePath}`,
          what: `${JSON.stringify(result.counterexample?.[0])}: ${result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)}`,
        })
      }
      await testBed.settle()
      violations.push(...(await testBed.check()))
      return {
        done: `${count} × 4 rounds at once, ${result.numRuns} sequences of up to ${most} steps, two market processes`,
        violations,
      }
    } finally {
      await testBed.close()
    }
  }
