import { parseArgs } from 'node:util'
import { startTestCluster } from '#tools/launch/testing/test-cluster.ts'
import { StartError } from '#tools/launch/start-error.ts'
import type { ProofRun } from '../proof.ts'
import type { Amounts, PartOf } from './part.ts'

/** A proof that is made of parts: `npm run prove -- <name>`. */
export interface PartedProof<Arena, Options, Violation> {
  /** On the command line. */
  name: string
  /** In the last line. */
  title: string
  /** How often the market dies at each place where something lasts, where nobody says otherwise. */
  times: number
  /**
   * In their order; `beside`: at the same time as the one before, for it waits more than it works.
   */
  parts: Readonly<
    Record<string, { title: string; part: PartOf<Arena, Options, Violation>; beside?: true }>
  >
  inWords: (violation: Violation) => string
  openArena: (options: Options) => Promise<Arena>
  /** Puts an arena away; and at once, when there is no time. */
  closeArena: (testBed: Arena) => Promise<void>
  killArena: (testBed: Arena) => void
}

interface PartOptions {
  only: readonly string[]
  seed: number
  sample: boolean
  times: number
  like?: string | undefined
  amounts: Amounts
  /** Whether the database writes to the disk as it does in operation. */
  durable: boolean
}

/** Of one part: what is wrong in one way is often wrong a hundred times. */
const SHOWN = 20

function readOptions<Arena, Options, Violation>(
  { name, times: usual, parts }: PartedProof<Arena, Options, Violation>,
  args: string[],
): PartOptions {
  const known = Object.keys(parts)
  const usage = `npm run prove -- ${name} [--only ${known.join('|')}] [--seed <number>] [--times <deaths at each place>] [--like <words of a case>] [--sample] [--durable] [--rate <a second>] [--seconds <number>] [--old-orders <number>] [--subscriptions <number>] [--days <number>]`
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        seed: { type: 'string' },
        times: { type: 'string', default: String(usual) },
        like: { type: 'string' },
        sample: { type: 'boolean', default: false },
        durable: { type: 'boolean', default: false },
        rate: { type: 'string' },
        seconds: { type: 'string' },
        'old-orders': { type: 'string' },
        subscriptions: { type: 'string' },
        days: { type: 'string' },
      },
    })
    const asked = values.only?.split(',')
    // A word stands for all parts that begin with it, too: `loader` for `loader-kills`.
    const only = known.filter(
      (part) => !asked || asked.some((word) => part === word || part.startsWith(`${word}-`)),
    )
    const seed =
      values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
    const times = Number(values.times)
    const amounts: Amounts = {
      ...(values.rate !== undefined && { rate: Number(values.rate) }),
      ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
      ...(values['old-orders'] !== undefined && { oldOrders: Number(values['old-orders']) }),
      ...(values.subscriptions !== undefined && { subscriptions: Number(values.subscriptions) }),
      ...(values.days !== undefined && { days: Number(values.days) }),
    }
    if (Object.values(amounts).some((amount) => !(amount >= 0))) throw new Error(usage)
    if (only.length === 0 || !Number.isSafeInteger(seed) || !Number.isSafeInteger(times))
      throw new Error(usage)
    return {
      only,
      seed,
      sample: values.sample,
      times,
      like: values.like,
      amounts,
      durable: values.durable,
    }
  } catch {
    throw new StartError(usage)
  }
}

/** Runs the parts that are asked for and says what each found. */
export async function runParts<Arena, Options, Violation>(
  proof: PartedProof<Arena, Options, Violation>,
  { args, screen, onEnd, isStopping }: ProofRun,
): Promise<{ checked: string; violations: number; skipped?: string }> {
  const { only, seed, sample, times, like, amounts, durable } = readOptions(proof, args)
  screen.line(`  Seed ${seed}: npm run prove -- ${proof.name} --seed ${seed} does the same again.`)
  if (!process.env.TEST_DATABASE_URL) {
    const cluster = await startTestCluster(screen, { durable })
    onEnd({ stop: () => cluster.stop(), kill: cluster.kill })
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const open = async (options: Options): Promise<Arena> => {
    const testBed = await proof.openArena(options)
    onEnd({ stop: () => proof.closeArena(testBed), kill: () => proof.killArena(testBed) })
    return testBed
  }
  const done: string[] = []
  const skipped: string[] = []
  let violations = 0
  const runPart = async (name: string): Promise<void> => {
    const { title, part } = proof.parts[name] as (typeof proof.parts)[string]
    const step = screen.step(title)
    const result = await part({
      sample,
      seed,
      times,
      amounts,
      ...(like !== undefined && { like }),
      say: (words) => screen.line(`    ${words}`),
      open,
      isStopping,
    })
    if (result.skipped !== undefined) {
      skipped.push(`${name} (${result.skipped})`)
      step.done(`${title}: skipped: ${result.skipped}`)
      return
    }
    // A part that checks twice finds what stays wrong twice.
    const found = [...new Set(result.violations.map(proof.inWords))]
    step.done(`${title}: ${result.done}: ${found.length} violations`)
    for (const violation of found.slice(0, SHOWN))
      screen.line(`    ${violation} [--only ${name} --seed ${seed}]`)
    if (found.length > SHOWN) screen.line(`    … and ${found.length - SHOWN} more`)
    violations += found.length
    done.push(name)
  }
  const groups: string[][] = []
  for (const name of only) {
    if (proof.parts[name]?.beside && groups.length > 0) groups.at(-1)?.push(name)
    else groups.push([name])
  }
  for (const group of groups) {
    if (isStopping()) break
    await Promise.all(group.map(runPart))
  }
  if (done.length === 0 && skipped.length > 0)
    return { checked: proof.title, violations, skipped: skipped.join('; ') }
  return {
    checked: `${proof.title}, ${done.join(', ')}${skipped.length > 0 ? `; skipped: ${skipped.join('; ')}` : ''}`,
    violations,
  }
}
