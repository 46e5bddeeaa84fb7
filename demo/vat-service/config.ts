import { z } from 'zod'
import { readSettings, type SettingsOf, type SettingTable } from '../../lib/settings.ts'

export const SETTINGS = {
  host: {
    env: 'VAT_SERVICE_HOST',
    doc: 'Address to listen on.',
    schema: z.string().min(1),
    default: '127.0.0.1',
  },
  port: {
    env: 'VAT_SERVICE_PORT',
    doc: 'Port to listen on; 0 takes a free one.',
    schema: z.coerce.number().int().min(0).max(65_535),
    default: '3600',
  },
} as const satisfies SettingTable

export type VatServiceConfig = SettingsOf<typeof SETTINGS>

/** Reads the settings from an environment; throws `SettingsFault`. */
export const readConfig = (env: Record<string, string | undefined>): VatServiceConfig =>
  readSettings(SETTINGS, env)
