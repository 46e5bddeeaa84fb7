import type { z } from 'zod'

/** One configuration value: what it is for, the form it must have, and what holds when it is not set. */
export interface Setting<S extends z.ZodType> {
  /** Environment variable. */
  env: string
  doc: string
  schema: S
  default?: z.input<S>
  /** Never printed. */
  secret?: boolean
}

export type SettingTable = Record<string, Setting<z.ZodType>>
export type SettingsOf<T extends SettingTable> = { [K in keyof T]: z.output<T[K]['schema']> }

/** Reads all values or says in one line per value what is wrong; secrets are named, never shown. */
export function readSettings<T extends SettingTable>(table: T, env: Record<string, string | undefined>): SettingsOf<T> {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, setting] of Object.entries(table)) {
    const given = env[setting.env]
    const raw = given === undefined || given === '' ? setting.default : given
    const result = setting.schema.safeParse(raw)
    if (result.success) values[name] = result.data
    else faults.push(`${setting.env}: ${raw === undefined ? 'is not set' : result.error.issues[0]?.message}. ${setting.doc}`)
  }
  if (faults.length > 0) throw new SettingsFault(faults)
  return values as SettingsOf<T>
}

export class SettingsFault extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'SettingsFault'
  }
}
