import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { explainFile, StartError } from './start-error.ts'

const signingKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  d: z.string().min(40),
  x: z.string().min(40),
  kid: z.string().min(8),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
})

const formerKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().min(40),
  kid: z.string().min(8),
  until: z.iso.datetime(),
  withdrawn_at: z.iso.datetime().optional(),
})
export type FormerKey = z.infer<typeof formerKey>

const secretsFile = z.object({
  /** AES-256 key for data at rest, base64 (D23). */
  dataKey: z.string().refine((text) => Buffer.from(text, 'base64').length === 32),
  /**
   * Its name beside what it sealed, and the keys before it by theirs, the oldest first (`npm run
   * keys -- rotate-data`).
   */
  dataKeyId: z.string().regex(/^[a-z0-9-]{1,20}$/),
  formerDataKeys: z.record(z.string(), z.string()),
  /** Signs what the marketplace says: calls to connectors, releases. */
  marketKey: signingKey,
  /** Public halves of those before it (`npm run keys`). */
  formerMarketKeys: z.array(formerKey),
  /** Signs launch tokens of the demo platform (D5). */
  demoPlatformKey: signingKey,
  connector: z.object({ clientId: z.string().min(8), clientSecret: z.string().min(40) }),
  bank: z.object({ merchantId: z.string().min(8), merchantSecret: z.string().min(40) }),
  databasePassword: z.string().min(20),
})

export type Secrets = z.infer<typeof secretsFile>
export type SigningKey = z.infer<typeof signingKey>

export function makeSigningKey(): SigningKey {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url') // RFC 7638
  return { kty: 'OKP', crv: 'Ed25519', d, x, kid, alg: 'EdDSA', use: 'sig' }
}

/** The half of a signing key that others may know. */
export function publicKey({ d: _private, ...open }: SigningKey): Omit<SigningKey, 'd'> {
  return open
}

function makeSecrets(): Secrets {
  const secret = (): string => randomBytes(32).toString('base64url')
  return {
    dataKey: randomBytes(32).toString('base64'),
    dataKeyId: 'k1',
    formerDataKeys: {},
    marketKey: makeSigningKey(),
    formerMarketKeys: [],
    demoPlatformKey: makeSigningKey(),
    connector: { clientId: `arasta-${randomBytes(4).toString('hex')}`, clientSecret: secret() },
    bank: { merchantId: `merchant-${randomBytes(4).toString('hex')}`, merchantSecret: secret() },
    databasePassword: secret(),
  }
}

/** For its owner's eyes alone, and in one step, so that a full disk leaves no half file behind. */
export function writePrivately(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Puts other keys in the place of those there are; the next start uses them. */
export function replaceKeys(
  dataFolder: string,
  keys: Partial<
    Pick<Secrets, 'marketKey' | 'formerMarketKeys' | 'dataKey' | 'dataKeyId' | 'formerDataKeys'>
  >,
): void {
  writePrivately(
    join(dataFolder, 'secrets.json'),
    `${JSON.stringify({ ...openSecrets(dataFolder, true), ...keys }, null, 2)}\n`,
  )
}

/** What old data cannot do without: never made anew over them. */
const IRREPLACEABLE = ['dataKey', 'databasePassword'] as const

/**
 * The secrets of this installation: made once, kept in `secrets.json` for its owner's eyes alone. A
 * secret that a newer version needs is added. `databaseExists` guards against new keys over old
 * data, which nobody could read any more.
 */
export function openSecrets(dataFolder: string, databaseExists: boolean): Secrets {
  const file = join(dataFolder, 'secrets.json')
  const wayOut = `put the file back from a backup, or delete ${dataFolder} to begin anew`
  const damaged = (where: string): StartError =>
    new StartError(`${file} is damaged${where}: ${wayOut}.`)
  try {
    const found = existsSync(file)
      ? z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
      : {}
    const lost = databaseExists ? IRREPLACEABLE.find((name) => !(name in found)) : undefined
    if (lost)
      throw new StartError(
        `${file} lacks ${lost}, and the database there cannot be read without it: ${wayOut}.`,
      )
    const checked = secretsFile.safeParse({ ...makeSecrets(), ...found })
    if (!checked.success) throw damaged(` (${checked.error.issues[0]?.path.join('.')})`)
    if (Object.keys(checked.data).some((name) => !(name in found))) {
      writePrivately(file, `${JSON.stringify(checked.data, null, 2)}\n`)
    } else if (process.platform !== 'win32' && statSync(file).mode & 0o077) {
      chmodSync(file, 0o600)
    }
    return checked.data
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) throw damaged('')
    throw explainFile(error, file, 'choose another folder with ARASTA_DATA')
  }
}
