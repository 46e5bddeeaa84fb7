import { parseArgs } from 'node:util'
import { StartError } from '#tools/launch/start-error.ts'
import { KINDS, type Kind } from './kinds.ts'

export interface BenchOptions {
  sizes: number[]
  /** Measured for each line, over all rounds; a warm-up comes before. */
  seconds: number
  /** Times that each line is measured; the median counts. */
  rounds: number
  connections: number
  /** A folder in the import format instead of the demo catalogue's own words. */
  catalogue: string | undefined
  /** A file of earlier results, `last`, or a commit that was measured. */
  compare: string | undefined
  /** A commit to check out, build and measure first, on the same machine. */
  against: string | undefined
  kinds: Kind[]
  seed: number
  /** The console's pages on full tables, instead of the market's. */
  console: boolean
  /** Writes README's table from these results, instead of measuring: as `compare`. */
  table: string | undefined
  /** Shows where the time of these kinds goes, instead of measuring them. */
  profile: boolean
  /** Measures how well search finds, instead of how fast. */
  relevance: boolean
}

export const USAGE = `npm run bench -- [options]
npm run bench -- profile <kind> [options]
npm run bench -- search [--catalogue <folder>]
  profile list                 CPU by module, statements and bytes of a request, instead of rates
  search                       how well search finds: judged queries, and titles of a catalogue
  --sizes 1000,12000,100000    how many items; 1000000 takes some minutes and 20 GB of disk
  --seconds 3                  how long each line is measured, over all rounds
  --rounds 3                   how often; the median counts, the spread is shown
  --connections 8
  --only list,detail           some kinds: ${KINDS.join(', ')}
  --catalogue <folder>         multiplies a catalogue in the import format
  --compare last|<commit>      shows what has changed since earlier results (or a file's)
  --against <commit>           measures that commit first, then says which lines got worse
  --table last|<commit>        writes README's table from stored results, instead of measuring
  --seed 1                     another market of the same kind
  --console                    the console's pages instead, on a million installations`

/** The generator has words of their own for the names of no more items and developers. */
const MOST_ITEMS = 1_400_000

/** On built-in modules only: it is read before anything is installed. */
export function readOptions(args: string[]): BenchOptions {
  let values: Record<string, string | boolean | undefined>
  let positionals: string[]
  try {
    ;({ values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        sizes: { type: 'string' },
        seconds: { type: 'string', default: '3' },
        rounds: { type: 'string', default: '3' },
        connections: { type: 'string', default: '8' },
        only: { type: 'string', default: KINDS.join(',') },
        catalogue: { type: 'string' },
        compare: { type: 'string' },
        against: { type: 'string' },
        table: { type: 'string' },
        seed: { type: 'string', default: '1' },
        console: { type: 'boolean', default: false },
      },
    }))
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
  const [command, ...profiled] = positionals
  const profile = command === 'profile'
  const relevance = command === 'search' && profiled.length === 0
  if (command !== undefined && !relevance && (!profile || profiled.length === 0))
    throw new StartError(`There is no "${positionals.join(' ')}".\n${USAGE}`)
  if (profile) values.only = profiled.join(',')
  values.sizes ??= profile ? '12000' : '1000,12000,100000'
  const number = (name: string, text: string, from: number, to: number): number => {
    const value = Number(text)
    if (!/^\d+(\.\d+)?$/.test(text) || value < from || value > to)
      throw new StartError(
        `--${name} is "${text}", which is not a number from ${from} to ${to}.\n${USAGE}`,
      )
    return value
  }
  const list = (name: string): string[] =>
    String(values[name])
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  const kinds = list('only').map((name) => {
    const kind = KINDS.find((one) => one === name)
    if (!kind) throw new StartError(`--only knows no "${name}".\n${USAGE}`)
    return kind
  })
  const sizes = list('sizes').map((text) =>
    Math.trunc(number('sizes', text.replaceAll('_', ''), 100, MOST_ITEMS)),
  )
  if (sizes.length === 0 || kinds.length === 0) throw new StartError(USAGE)
  return {
    sizes: [...new Set(sizes)].sort((a, b) => a - b),
    kinds,
    catalogue: values.catalogue as string | undefined,
    compare: values.compare as string | undefined,
    against: values.against as string | undefined,
    table: values.table as string | undefined,
    seconds: number('seconds', String(values.seconds), 0.5, 600),
    rounds: Math.trunc(number('rounds', String(values.rounds), 1, 99)),
    connections: Math.trunc(number('connections', String(values.connections), 1, 256)),
    seed: Math.trunc(number('seed', String(values.seed), 0, 1_000_000)),
    console: values.console === true,
    profile,
    relevance,
  }
}
