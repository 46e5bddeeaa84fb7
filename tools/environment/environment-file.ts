import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { SETTINGS } from '#server/config.ts'
import { fileVariable, type Setting } from '#lib/settings.ts'
import { LEAN_MEMORY } from '#tools/launch/parts.ts'
import type { Screen } from '#tools/launch/screen.ts'
import { makeSigningKey, writePrivately } from '#tools/launch/secrets.ts'
import { StartError } from '#tools/launch/start-error.ts'
import type { z } from 'zod'

export const SAY =
  'Say `npm run secrets -- <domain> [--write <file>] [--database <url>] [--bucket <url>]`, e.g. `npm run secrets -- market.example`.'
const OPTIONS = ['--write', '--database', '--bucket'] as const
const DATABASE = 'postgres://arasta@localhost/arasta'

export interface Wish {
  domain: string
  file: string
  database: URL
  /** Address of a store that speaks S3. */
  bucket: URL | null
}

function readUrl(text: string, protocol: RegExp): URL {
  const url = URL.parse(text)
  if (url === null || !protocol.test(url.protocol)) throw new StartError(SAY)
  return url
}

function readWish([domain, ...rest]: readonly string[]): Wish {
  const options = new Map<string, string>()
  for (let n = 0; n < rest.length; n += 2) {
    const [name, value] = [rest[n] ?? '', rest[n + 1]]
    if (!OPTIONS.some((one) => one === name) || !value) throw new StartError(SAY)
    options.set(name, value)
  }
  if (domain === undefined || !/^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(domain))
    throw new StartError(SAY)
  const bucket = options.get('--bucket')
  return {
    domain,
    file: resolve(options.get('--write') ?? 'market.env'),
    database: readUrl(options.get('--database') ?? DATABASE, /^postgres(?:ql)?:$/),
    bucket: bucket === undefined ? null : readUrl(bucket, /^https?:$/),
  }
}

/** A password is made where the address has none. */
function withPassword(database: URL): { url: string; password?: string } {
  if (database.password !== '') return { url: database.href }
  const password = randomBytes(24).toString('base64url')
  const url = new URL(database)
  url.password = password
  return { url: url.href, password }
}

/** What a market at `domain` is started with; all else stays as SETTINGS has it. */
function valuesFor({ domain, database, bucket }: Wish): Record<string, string> {
  const { url, password } = withPassword(database)
  return {
    ...LEAN_MEMORY,
    NODE_ENV: 'production',
    DATABASE_URL: url,
    ...(password !== undefined && { DATABASE_PASSWORD: password }),
    DEMO_CATALOGUE: '0',
    APP_ORIGIN: `https://apps.${domain}`,
    THEME_ORIGIN: `https://themes.${domain}`,
    INSTALLER_ORIGIN: `https://installer.${domain}`,
    PREVIEW_ORIGIN: `https://preview.${domain}`,
    CONSOLE_ORIGIN: `https://console.${domain}`,
    TRUST_PROXY: '1',
    ...(bucket !== null && {
      BLOBS_URL: 's3://arasta',
      BLOBS_ENDPOINT: bucket.origin,
      BLOBS_ACCESS_KEY_ID: randomBytes(10).toString('hex'),
      BLOBS_SECRET_ACCESS_KEY: randomBytes(30).toString('base64url'),
    }),
    SEALING_KEY: randomBytes(32).toString('base64'),
    MARKET_SIGNING_JWK: JSON.stringify(makeSigningKey()),
    SANDBOX_BANK_MERCHANT_SECRET: randomBytes(32).toString('base64url'),
    MAIL_FROM: `Arasta <no-reply@${domain}>`,
  }
}

const HEAD = `# Settings of a market, for node --env-file, EnvironmentFile of systemd, env_file of Compose and
# kubectl create secret generic --from-env-file. None of them wants quotes around a value.
# Without SEALING_KEY nobody can read what the database keeps encrypted: have a copy elsewhere.
# A line that begins with # has its default, or is optional.
`

const MADE: Record<string, string> = {
  DATABASE_PASSWORD: 'The password in DATABASE_URL, for whoever makes the database.',
  ...Object.fromEntries(
    Object.keys(LEAN_MEMORY).map((name) => [name, 'Keeps memory near what is used.']),
  ),
}

function lineOf(setting: Setting<z.ZodType>, values: Record<string, string>): string {
  const { env, doc, default: standard = '', secret } = setting
  const value = values[env]
  const other = secret ? ` Or ${fileVariable(env)}, the path of a file that holds it.` : ''
  return `# ${doc}${other}\n${value === undefined ? `#${env}=${standard}` : `${env}=${value}`}\n`
}

/** Every setting of the server, one paragraph each. */
export function environmentText(wish: Wish): string {
  const values = valuesFor(wish)
  return [
    HEAD,
    ...Object.keys(values)
      .filter((name) => name in MADE)
      .map((name) => `# ${MADE[name]}\n${name}=${values[name]}\n`),
    ...Object.values(SETTINGS).map((setting) => lineOf(setting, values)),
  ].join('\n')
}

/**
 * `npm run secrets`: writes new secrets and every setting into a file for its owner's eyes alone. A
 * file that is there is left alone: its keys could not be made again.
 */
export function writeEnvironment(args: readonly string[], screen: Pick<Screen, 'line'>): void {
  const wish = readWish(args)
  if (existsSync(wish.file))
    throw new StartError(`${wish.file} is there already, and its secrets may be in use.`)
  writePrivately(wish.file, environmentText(wish))
  screen.line(
    `Written to ${wish.file}, readable by you alone. Keep a copy elsewhere. Read it once: the payment gateway, the mail server and the company are for you to fill in.`,
  )
}
