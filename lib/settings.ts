import type { z } from 'zod'

/** A configuration value: its purpose, schema and default. */
export interface Setting<S extends z.ZodType> {
  /** Environment variable. */
  env: string
  doc: string
  schema: S
  /** As it would be written in the environment. */
  default?: string
  /** Never printed. */
  secret?: boolean
}

export type SettingTable = Record<string, Setting<z.ZodType>>
export type SettingsOf<T extends SettingTable> = { [K in keyof T]: z.output<T[K]['schema']> }

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

/** Its message is shown to the person who started the process. */
export class SettingsFault extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'SettingsFault'
  }
}
