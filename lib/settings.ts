import type { z } from 'zod'

/**
 * One configuration value: what it is for, the form it must have, and what holds when it is not
 * set.
 */
export interface Setting<S extends z.ZodType> {
  /** Environment variable. */
  env: string
  doc: string
  schema: S
  /** As it would stand in the environment. */
  default?: string
  /** Never printed. */
  secret?: boolean
}

export type SettingTable = Record<string, Setting<z.ZodType>>
export type SettingsOf<T extends SettingTable> = { [K in keyof T]: z.output<T[K]['schema']> }

/**
 * Reads all values; throws `SettingsFault` with one line for every wrong or missing one. Values are
 * never repeated.
 */
export function readSettings<T extends SettingTable>(
  table: T,
  env: Record<string, string | undefined>,
): SettingsOf<T> {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, { env: variable, doc, schema, default: standard }] of Object.entries(table)) {
    const given = env[variable] === undefined || env[variable] === '' ? standard : env[variable]
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

/** Its message is for the person who started the process. */
export class SettingsFault extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'SettingsFault'
  }
}
