import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLACES, PLACE_NAMES, type Ports } from './addresses.ts'
import { findSeed, listSeeds } from '#modules/stores/platforms/seeds.ts'
import { readPlatformId } from '#lib/platform-id.ts'
import { hasCluster } from './postgres/cluster-place.ts'
import { StartError } from './start-error.ts'

export interface Settings {
  /** The checkout. */
  root: string
  /** Everything that lives: database, files of the parts, logs, secrets. */
  dataFolder: string
  ports: Ports
  /** An outside PostgreSQL 18; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** The platform that the storefronts run for (S1.2). */
  platformId: string | null
  /** A market of one's own: nothing of the demo is loaded. */
  empty: boolean
}

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

function portFrom(env: NodeJS.ProcessEnv, variable: string, standard: number): number {
  const text = env[variable]?.trim()
  if (!text) return standard
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new StartError(
      `${variable} is "${text}", which is not a port: give a number from 1 to 65535.`,
    )
  }
  return port
}

/**
 * Judged before anything is installed or built. A number that this repository does not know may be
 * a platform of a market that exists: that market says so when it is prepared.
 */
function platformFrom(env: NodeJS.ProcessEnv, hasMarket: boolean): string | null {
  const text = env.PLATFORM_ID?.trim()
  if (!text) return null
  try {
    if (findSeed(readPlatformId(text)) || hasMarket) return text
  } catch (error) {
    throw new StartError((error as Error).message)
  }
  throw new StartError(
    `PLATFORM_ID is ${text}, and a market that begins has no platform of that number. There are: ${listSeeds()}.`,
  )
}

const EMPTY = '--empty'

/** Where markets stand below the checkout: the demo and one of one's own, beside each other. */
const FOLDERS = { demo: '.arasta/data', own: '.arasta/market' } as const

/** Whether a market was ever started in a folder. */
const isMarket = (folder: string): boolean => existsSync(join(folder, 'secrets.json'))

/**
 * For commands that work on a market that is there: `ARASTA_DATA`, or the only one below the
 * checkout. All of them choose by this. Throws `StartError` where there is none, or where it would
 * have to guess between two.
 */
export function readMarketSettings(env: NodeJS.ProcessEnv, root = ROOT): Settings {
  const settings = readSettings(env, root)
  if (env.ARASTA_DATA?.trim()) return settings
  const there = Object.values(FOLDERS).filter((folder) => isMarket(join(root, folder)))
  if (there.length > 1) {
    throw new StartError(
      `There are two markets here: the demo in ${FOLDERS.demo} and your own in ${FOLDERS.own}. Say which one is meant, e.g. ARASTA_DATA=${FOLDERS.own} npm run …`,
    )
  }
  const [only] = there
  if (only === undefined && settings.databaseUrl === undefined) {
    throw new StartError(
      'There is no market here yet: `npm start` makes the demo, `npm start -- --empty` one of your own. Or name a folder with ARASTA_DATA.',
    )
  }
  return {
    ...settings,
    dataFolder: resolve(root, only ?? FOLDERS.demo),
    empty: only === FOLDERS.own || settings.empty,
  }
}

/**
 * Reads what the launcher itself needs from the environment and, for a start, from the command
 * line.
 */
export function readSettings(
  env: NodeJS.ProcessEnv,
  root = ROOT,
  args: readonly string[] = [],
): Settings {
  const strange = args.find((arg) => arg !== EMPTY)
  if (strange !== undefined)
    throw new StartError(
      `There is no "${strange}": say \`npm start\` for the demo market, or \`npm start -- ${EMPTY}\` for a market of your own.`,
    )
  const empty = args.includes(EMPTY) || env.DEMO_CATALOGUE?.trim() === '0'
  const ports = Object.fromEntries(
    PLACE_NAMES.map((name) => [name, portFrom(env, PLACES[name].variable, PLACES[name].port)]),
  ) as Ports
  for (const name of PLACE_NAMES) {
    const twin = PLACE_NAMES.find((other) => other !== name && ports[other] === ports[name])
    if (twin) {
      throw new StartError(
        `${PLACES[name].variable} and ${PLACES[twin].variable} are both ${ports[name]}: give each a port of its own.`,
      )
    }
  }
  // The demo and a market of one's own stand beside each other.
  const dataFolder = resolve(root, env.ARASTA_DATA?.trim() || (empty ? FOLDERS.own : FOLDERS.demo))
  const databaseUrl = env.DATABASE_URL?.trim() || undefined
  return {
    root,
    dataFolder,
    ports,
    databaseUrl,
    platformId: platformFrom(env, databaseUrl !== undefined || hasCluster(dataFolder)),
    empty,
  }
}
