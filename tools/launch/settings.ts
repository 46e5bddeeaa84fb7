import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLACES, PLACE_NAMES, type Ports } from './addresses.ts'
import { StartError } from './start-error.ts'

export interface Settings {
  /** The checkout. */
  root: string
  /** Everything that lives: database, files of the parts, logs, secrets. */
  dataFolder: string
  ports: Ports
  /** An outside PostgreSQL 18; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** The platform that the storefronts are built for (S1.2). */
  platformId: string
}

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

function portFrom(env: NodeJS.ProcessEnv, variable: string, standard: number): number {
  const text = env[variable]?.trim()
  if (!text) return standard
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new StartError(`${variable} is "${text}", which is not a port: give a number from 1 to 65535.`)
  }
  return port
}

/** Reads what the launcher itself needs from the environment. */
export function readSettings(env: NodeJS.ProcessEnv, root = ROOT): Settings {
  const ports = Object.fromEntries(PLACE_NAMES.map(name => [name, portFrom(env, PLACES[name].variable, PLACES[name].port)])) as Ports
  for (const name of PLACE_NAMES) {
    const twin = PLACE_NAMES.find(other => other !== name && ports[other] === ports[name])
    if (twin) {
      throw new StartError(`${PLACES[name].variable} and ${PLACES[twin].variable} are both ${ports[name]}: give each a port of its own.`)
    }
  }
  return {
    root,
    dataFolder: resolve(root, env.ARASTA_DATA?.trim() || '.arasta/data'),
    ports,
    databaseUrl: env.DATABASE_URL?.trim() || undefined,
    platformId: env.PLATFORM_ID?.trim() || '1',
  }
}
