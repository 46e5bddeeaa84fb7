import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Screen } from '#tools/launch/screen.ts'
import { openSecrets, replaceKeys, writePrivately, type Secrets } from '#tools/launch/secrets.ts'
import { StartError } from '#tools/launch/start-error.ts'

interface DataKeysCommand {
  env: Record<string, string | undefined>
  dataFolder: string
  screen: Pick<Screen, 'line'>
  write: string | undefined
}

type DataKeys = Pick<Secrets, 'dataKey' | 'dataKeyId' | 'formerDataKeys'>
interface Place {
  keys: DataKeys
  write(keys: DataKeys): string
}

function placeOf({ env, dataFolder, write }: DataKeysCommand): Place {
  if (!env.SEALING_KEY) {
    const file = join(dataFolder, 'secrets.json')
    if (!existsSync(file))
      throw new StartError(
        `There are no keys in ${dataFolder} yet: \`npm start\` makes them, or set SEALING_KEY.`,
      )
    return {
      keys: openSecrets(dataFolder, true),
      write: (keys) => (replaceKeys(dataFolder, keys), file),
    }
  }
  const former = z
    .record(z.string(), z.string())
    .safeParse(readJson(env.SEALING_FORMER_KEYS || '{}'))
  if (!former.success)
    throw new StartError('SEALING_FORMER_KEYS is not what it must be: see docs/operating.md.')
  if (write === undefined)
    throw new StartError(
      'Your keys stand in the environment: say with --write <file> where the new settings go.',
    )
  return {
    keys: {
      dataKey: env.SEALING_KEY,
      dataKeyId: env.SEALING_KEY_ID || 'k1',
      formerDataKeys: former.data,
    },
    write({ dataKey, dataKeyId, formerDataKeys }) {
      const file = resolve(write)
      writePrivately(
        file,
        `SEALING_KEY='${dataKey}'\nSEALING_KEY_ID='${dataKeyId}'\nSEALING_FORMER_KEYS='${JSON.stringify(formerDataKeys)}'\n`,
      )
      return file
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The id after all that were ever used here: k1, k2, k3 … */
const nextId = ({ dataKeyId, formerDataKeys }: DataKeys): string =>
  `k${Math.max(...[dataKeyId, ...Object.keys(formerDataKeys)].map((id) => Number(/\d{1,9}$/.exec(id)?.[0] ?? 0))) + 1}`

/** Makes a new key for values at rest (D23) and keeps the present one for reading. */
export function rotateDataKey(command: DataKeysCommand): void {
  const { keys, write } = placeOf(command)
  const { dataKey, dataKeyId, formerDataKeys } = keys
  const next = {
    dataKey: randomBytes(32).toString('base64'),
    dataKeyId: nextId(keys),
    formerDataKeys: { ...formerDataKeys, [dataKeyId]: dataKey },
  }
  const file = write(next)
  command.screen.line(
    `The new key for stored values is ${next.dataKeyId}; ${dataKeyId} still reads what it encrypted. Written to ${file}: restart every process, the preparation first; a worker then encrypts everything anew and says in the log when ${dataKeyId} is no longer needed. People at the console sign in again.`,
  )
}

/** Takes out a former key. The next start refuses when stored values still need it. */
export function dropDataKey(id: string, command: DataKeysCommand): void {
  const { keys, write } = placeOf(command)
  if (!(id in keys.formerDataKeys))
    throw new StartError(
      `No former key for stored values is called ${id}${Object.keys(keys.formerDataKeys).length > 0 ? `; there are: ${Object.keys(keys.formerDataKeys).join(', ')}` : ''}.`,
    )
  const { [id]: _dropped, ...rest } = keys.formerDataKeys
  const file = write({ ...keys, formerDataKeys: rest })
  command.screen.line(
    `${id} is taken out. Written to ${file}: restart every process, the preparation first; it refuses to start while stored values need ${id}. Ways out of the newsletter in mails that were sent under ${id} no longer work.`,
  )
}
