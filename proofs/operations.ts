import { parseArgs } from 'node:util'
import { StartError } from '#tools/launch/start-error.ts'
import { makeRandom } from './harness/random.ts'
import { proveBackups } from './operations/backups.ts'
import type { Proof } from './proof.ts'

const [SECONDS, SAMPLE_SECONDS] = [40, 12]
const USAGE =
  'npm run prove -- operations [--seed <number>] [--seconds <of traffic before each loss>] [--sample]'

function readOptions(args: string[]): { seed: number; seconds: number } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        seconds: { type: 'string' },
        sample: { type: 'boolean', default: false },
      },
    })
    const [seed, seconds] = [
      Number(values.seed),
      Number(values.seconds ?? (values.sample ? SAMPLE_SECONDS : SECONDS)),
    ]
    if (!Number.isSafeInteger(seed) || !(seconds > 0)) throw new Error(USAGE)
    return { seed, seconds }
  } catch {
    throw new StartError(USAGE)
  }
}

/** A market loses its machines, and comes back from what docs/backups.md says. */
export const prove: Proof = async (run) => {
  const { seed, seconds } = readOptions(run.args)
  run.screen.line(`  Seed ${seed}: npm run prove -- operations --seed ${seed} does the same again.`)
  return proveBackups(run, { random: makeRandom(seed), seconds })
}
