import { z } from 'zod'
import { readSettings, type SettingsOf, type SettingTable } from '../../lib/settings.ts'

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value
const origin = z
  .url({ protocol: /^https?$/ })
  .refine(isOrigin, 'must be an origin: scheme, host and port only')
const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Every setting with what it means, what it may be and what it is when nobody says. */
export const SETTINGS = {
  host: {
    env: 'SANDBOX_BANK_HOST',
    doc: 'Address to listen on. The bank is for one machine: keep it on the loopback.',
    schema: z.string().min(1),
    default: '127.0.0.1',
  },
  port: {
    env: 'SANDBOX_BANK_PORT',
    doc: 'Port to listen on; 0 takes a free one.',
    schema: z.coerce.number().int().min(0).max(65_535),
    default: '3400',
  },
  publicUrl: {
    env: 'SANDBOX_BANK_PUBLIC_URL',
    doc: 'Origin under which browsers reach the 3-D Secure page. Empty: http://bank.localhost with the port.',
    schema: z.union([z.literal(''), origin]),
    default: '',
  },
  dataFolder: {
    env: 'SANDBOX_BANK_DATA',
    doc: 'Folder of the ledger; made when it is missing.',
    schema: z.string().min(1),
    default: 'data/sandbox-bank',
  },
  merchantId: {
    env: 'SANDBOX_BANK_MERCHANT_ID',
    doc: 'The one merchant of this bank.',
    schema: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, - and _ only'),
    default: 'arasta',
  },
  merchantName: {
    env: 'SANDBOX_BANK_MERCHANT_NAME',
    doc: 'The merchant as the card holder reads it on the 3-D Secure page.',
    schema: z.string().min(1).max(60),
    default: 'Arasta',
  },
  merchantSecret: {
    env: 'SANDBOX_BANK_MERCHANT_SECRET',
    doc: 'Signs everything between merchant and bank; at least 32 characters, no default.',
    schema: z.string().min(32, 'must have at least 32 characters'),
  },
  noticeOrigins: {
    env: 'SANDBOX_BANK_NOTICE_ORIGINS',
    doc: 'Origins, separated by commas, to which notices and returning browsers may go; http://*.localhost:3000 is every host of this machine at that port.',
    schema: z.string().transform(listOf).pipe(z.array(origin).min(1)),
    default: 'http://apps.localhost:3000,http://themes.localhost:3001',
  },
  noticeDelaysMs: {
    env: 'SANDBOX_BANK_NOTICE_DELAYS_MS',
    doc: 'Milliseconds before the first, second and third try of a notice (at most three).',
    schema: z
      .string()
      .transform((list) => listOf(list).map(Number))
      .pipe(z.array(z.number().int().min(0)).min(1).max(3)),
    default: '500,5000,30000',
  },
} as const satisfies SettingTable

/**
 * `port` 0 takes a free one; an empty `publicUrl` is `http://bank.localhost:{port}`;
 * `noticeDelaysMs` has one entry per try.
 */
export type SandboxBankConfig = SettingsOf<typeof SETTINGS>

/** Reads the settings from an environment; throws `SettingsFault`. */
export const readConfig = (env: Record<string, string | undefined>): SandboxBankConfig =>
  readSettings(SETTINGS, env)
