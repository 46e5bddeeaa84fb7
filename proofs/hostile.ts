import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDb } from '#db/client.ts'
import { startProduct } from '#tools/launch/product.ts'
import { StartError } from '#tools/launch/start-error.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { Proof, ProofRun } from './proof.ts'
import { corpusPart } from './hostile/corpus-part.ts'
import { expressionsPart } from './hostile/expressions-part.ts'
import { floodPart } from './hostile/flood-part.ts'
import { fuzzPart } from './hostile/fuzz-part.ts'
import type { HostilePart, HostileRun } from './hostile/part.ts'
import { Sender } from './hostile/send.ts'
import { usePart } from './hostile/use-part.ts'
import { findServer, violationsOf, describeWatched, watchServer } from './hostile/watch-server.ts'

/**
 * In their order. A part attacks the running product or checks what attackers could use in the
 * repository.
 */
const PARTS: Readonly<Record<string, HostilePart>> = {
  use: usePart,
  floods: floodPart,
  expressions: expressionsPart,
  corpus: corpusPart,
  fuzz: fuzzPart,
}

const USAGE = `npm run prove -- hostile [--only ${Object.keys(PARTS).join('|')}] [--seed <number>] [--calls <number>] [--sample]`
const CALLS = 200_000
const SHOWN = 40

interface HostileOptions {
  parts: [string, HostilePart][]
  seed: number
  calls: number
  sample: boolean
}

function readOptions(args: string[]): HostileOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        seed: { type: 'string' },
        calls: { type: 'string', default: String(CALLS) },
        sample: { type: 'boolean', default: false },
      },
    })
    const only = values.only?.split(',')
    const parts = Object.entries(PARTS).filter(([name]) => !only || only.includes(name))
    const [seed, calls] = [
      values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
      Number(values.calls),
    ]
    if (parts.length === 0 || !Number.isSafeInteger(seed) || !Number.isSafeInteger(calls))
      throw new Error(USAGE)
    return { parts, seed, calls, sample: values.sample }
  } catch {
    throw new StartError(USAGE)
  }
}

/** The product as `npm start` starts it, in a folder and on ports of its own. */
async function openProduct({ root, screen, onEnd }: ProofRun) {
  const folder = temporaryFolder()
  onEnd({ stop: async () => folder.remove(), kill: folder.remove })
  mkdirSync(join(folder.path, 'logs'))
  const product = await startProduct({
    dataFolder: folder.path,
    ports: 'free',
    root,
    durable: false,
    screen,
    onStoppable: onEnd,
  })
  const db = openDb({ url: product.databaseUrl, poolSize: 4 })
  onEnd({ stop: () => db.destroy(), kill: () => {} })
  return { product, db }
}

/**
 * The whole product under attack: its server stays one process below 600 MB, answers
 * `/health/ready` within 100 ms all the time, and nothing that anybody sends ends in a fault of
 * ours. Prints counts of everything.
 */
export const prove: Proof = async (run) => {
  const { screen, args, onEnd, isStopping } = run
  const { parts, seed, calls, sample } = readOptions(args)
  screen.line(`  Seed ${seed}: npm run prove -- hostile --seed ${seed} does the same again.`)
  const { product, db } = await openProduct(run)
  const { addresses: sites, ports } = product
  const watch = watchServer(findServer(ports.apps), sites.apps)
  const sender = new Sender(32)
  onEnd({
    stop: async () => {
      sender.close()
      await watch.stop()
    },
    kill: () => {},
  })

  const [done, violations] = [[] as string[], [] as string[]]
  for (const [name, part] of parts) {
    if (isStopping()) break
    const step = screen.step(part.title)
    watch.read()
    const world: HostileRun = {
      sender,
      sites,
      db,
      seed,
      sample,
      calls,
      isStopping,
      say: (words) => screen.line(`    ${words}`),
    }
    const result = await part.run(world)
    const watched = watch.read()
    const found = [...result.violations, ...violationsOf(part.title, watched)]
    step.done(
      `${part.title}: ${result.done}. The server: ${describeWatched(watched)}: ${found.length} violations`,
    )
    for (const violation of found.slice(0, SHOWN)) screen.line(`    ${violation}`)
    if (found.length > SHOWN) screen.line(`    … and ${found.length - SHOWN} more`)
    violations.push(...found)
    done.push(name)
  }
  return { checked: `A hostile network, ${done.join(', ')}`, violations: violations.length }
}
