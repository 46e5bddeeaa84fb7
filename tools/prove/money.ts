import { parseArgs } from 'node:util'
import { startTestCluster } from '#tools/launch/testing/test-cluster.ts'
import { StartError } from '#tools/launch/start-error.ts'
import type { Proof } from './proof.ts'
import { openArena, type Arena, type ArenaOptions } from './money/arena.ts'
import { behaviours } from './money/behaviours.ts'
import { cardHygiene } from './money/card-hygiene.ts'
import { eventOrders } from './money/event-orders.ts'
import { forgeries } from './money/forgeries.ts'
import { killLoop } from './money/kill-loop.ts'
import { load } from './money/load.ts'
import type { Part } from './money/part.ts'
import { races } from './money/races.ts'
import { sequences } from './money/sequences.ts'
import { inWords } from './money/violation.ts'

const PARTS: Record<string, { title: string; part: Part }> = {
  forgeries: { title: 'Forged notices and returns', part: forgeries },
  races: { title: 'A hundred at once', part: races },
  sequences: { title: 'Sequences that nobody thinks of', part: sequences },
  events: { title: 'Events in every order', part: eventOrders },
  behaviours: { title: 'A bank that misbehaves', part: behaviours },
  kills: { title: 'A market that dies at every step', part: killLoop },
  cards: { title: 'Card data where it does not belong', part: cardHygiene },
  load: { title: 'Load', part: load },
}
const USAGE = `npm run prove -- money [--only ${Object.keys(PARTS).join('|')}] [--seed <number>] [--times <deaths at each place>] [--sample]`
/** Of one part: what is wrong in one way is often wrong a hundred times. */
const SHOWN = 20

function readOptions(args: string[]): { parts: [string, (typeof PARTS)[string]][]; seed: number; sample: boolean; times: number } {
  try {
    const { values } = parseArgs({ args, options: { only: { type: 'string' }, seed: { type: 'string' }, times: { type: 'string', default: '5' }, sample: { type: 'boolean', default: false } } })
    const parts = Object.entries(PARTS).filter(([name]) => values.only === undefined || values.only.split(',').includes(name))
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
    const times = Number(values.times)
    if (parts.length === 0 || !Number.isSafeInteger(seed) || !Number.isSafeInteger(times)) throw new Error(USAGE)
    return { parts, seed, sample: values.sample, times }
  } catch {
    throw new StartError(USAGE)
  }
}

/**
 * Every store is charged at most once for what it agreed to, and gets what it paid for: real processes of the market and the bank, killed, raced,
 * lied to; after each part both books are held against each other.
 */
export const prove: Proof = async ({ args, screen, onChild, onEnd, isStopping }) => {
  const { parts, seed, sample, times } = readOptions(args)
  screen.line(`  Seed ${seed}: npm run prove -- money --seed ${seed} does the same again.`)
  if (!process.env.TEST_DATABASE_URL) {
    const cluster = await startTestCluster(screen)
    onEnd({ stop: () => cluster.stop(), kill: cluster.kill })
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const open = async (options: ArenaOptions): Promise<Arena> => {
    const arena = await openArena({ ...options, onChild })
    onEnd({ stop: () => arena.close(), kill: () => arena.killMarkets() })
    return arena
  }
  const done: string[] = []
  let violations = 0
  for (const [name, { title, part }] of parts) {
    if (isStopping()) break
    const step = screen.step(title)
    const result = await part({ sample, seed, times, say: words => screen.line(`    ${words}`), open, isStopping })
    step.done(`${title}: ${result.done}: ${result.violations.length} violations`)
    for (const violation of result.violations.slice(0, SHOWN)) screen.line(`    ${inWords(violation)}`)
    if (result.violations.length > SHOWN) screen.line(`    … and ${result.violations.length - SHOWN} more`)
    violations += result.violations.length
    done.push(name)
  }
  return { checked: `Money, ${done.join(', ')}`, violations }
}
