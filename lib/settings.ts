import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'

const MAX_SECRET_BYTES = 64 * 1024

/** A configuration value: its purpose, schema and default. */
export interface Setting<S extends z.ZodType> {
  /** Environment variable. */
  env: string
  doc: string
  schema: S
  /** As it would be written in the environment. */
  default?: string
  /** Never printed. A file that `<env>_FILE` names may hold it instead. */
  secret?: boolean
}

export type SettingTable = Record<string, Setting<z.ZodType>>
export type SettingsOf<T extends SettingTable> = { [K in keyof T]: z.output<T[K]['schema']> }

/** The variable that names the file which holds a secret. */
export const fileVariable = (variable: string): string => `${variable}_FILE`

/** What the file of a secret holds, without a line break at its end. */
function readSecret(variable: string, path: string): string {
  const fault = (why: string) => new SettingsFault([`${fileVariable(variable)}: ${path} ${why}.`])
  try {
    if (statSync(path).size > MAX_SECRET_BYTES) throw fault('is larger than 64 KB')
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    if (error instanceof SettingsFault) throw error
    throw fault(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** As written in the environment, or in the file of a secret; undefined when it is empty. */
function givenValue(
  { env: variable, secret }: Setting<z.ZodType>,
  env: Record<string, string | undefined>,
): string | undefined {
  const value = env[variable] || undefined
  const path = secret ? env[fileVariable(variable)] || undefined : undefined
  if (path === undefined) return value
  if (value !== undefined)
    throw new SettingsFault([`${variable} and ${fileVariable(variable)} are both set.`])
  return readSecret(variable, path) || undefined
}

/**
 * Reads all values; throws `SettingsFault` with one line for each invalid or missing one. The lines
 * do not repeat values.
 */
export function readSettings<T extends SettingTable>(
  table: T,
  env: Record<string, string | undefined>,
): SettingsOf<T> {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, setting] of Object.entries(table)) {
    const { env: variable, doc, schema, default: standard } = setting
    let given: string | undefined
    try {
      given = givenValue(setting, env) ?? standard
    } catch (error) {
      faults.push((error as Error).message)
      continue
    }
    const result = schema.safeParse(given)
    if (result.success) values[name] = result.data
    else
      faults.push(
        given === undefined
          ? `${variable} is missing. ${doc}`
          : `${variable}: ${result.error.issues[0]?.message ?? 'not valid'}. ${doc}`,
      )
  }
  if (faults.length > 0) throw new SettingsFault(faults)
  return values as SettingsOf<T>
}

/** Its message is shown to the person who started the process. */
export class SettingsFault extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'SettingsFault'
  }
}
