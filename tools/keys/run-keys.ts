import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { formerKeySchema, privateKeySchema } from '#modules/catalog/packages/sign-package.ts'
import type { Screen } from '#tools/launch/screen.ts'
import { dropDataKey, rotateDataKey } from './data-keys.ts'
import {
  makeSigningKey,
  openSecrets,
  publicKey,
  replaceKeys,
  writePrivately,
  type FormerKey,
  type Secrets,
} from '#tools/launch/secrets.ts'
import { StartError } from '#tools/launch/start-error.ts'

export interface KeysCommand {
  args: string[]
  env: Record<string, string | undefined>
  dataFolder: string
  now: Date
  screen: Pick<Screen, 'line'>
}

const USAGE = `Say what to do:
  npm run keys -- list
  npm run keys -- rotate               # a new key; what the present one signed stays good
  npm run keys -- rotate --withdraw    # a new key, because the present one may be in other hands: nothing that it signed is believed any more
  npm run keys -- withdraw <kid>       # the same for a former key
  npm run keys -- rotate-data          # a new key for stored values; the running market encrypts them anew with it
  npm run keys -- drop-data <id>       # takes out a former one, once the log says that nothing is encrypted with it any more
With MARKET_SIGNING_JWK or SEALING_KEY in the environment: --write <file>, which gets the new settings.`

type Keys = Pick<Secrets, 'marketKey' | 'formerMarketKeys'>
/** Where the keys stand: with the launcher, or in settings of your own. */
interface KeyPlace {
  keys: Keys
  write(keys: Keys): string
}

interface Given {
  words: string[]
  withdraw: boolean
  write: string | undefined
}

function readArgs(args: string[]): Given {
  // One key in 64 has a name that begins with a dash, like an option.
  const named = args[0] === 'withdraw' && /^[\w-]{43}$/.test(args[1] ?? '') ? args.slice(1, 2) : []
  try {
    const { positionals, values } = parseArgs({
      args: args.filter((_, n) => n !== 1 || named.length === 0),
      allowPositionals: true,
      options: { withdraw: { type: 'boolean', default: false }, write: { type: 'string' } },
    })
    return { words: [...positionals, ...named], withdraw: values.withdraw, write: values.write }
  } catch {
    throw new StartError(USAGE)
  }
}

/**
 * `npm run keys`: the market's signing keys. Nothing but settings changes: the next start signs the
 * log's head with the new key (docs/operating.md).
 */
export function runKeys({ args, env, dataFolder, now, screen }: KeysCommand): void {
  const {
    words: [what, kid = ''],
    withdraw,
    write,
  } = readArgs(args)
  if (what === 'rotate-data') return rotateDataKey({ env, dataFolder, screen, write })
  if (what === 'drop-data') return dropDataKey(kid, { env, dataFolder, screen, write })
  const place = env.MARKET_SIGNING_JWK ? ownSettings(env, write) : launchers(dataFolder)
  const { marketKey, formerMarketKeys } = place.keys
  const at = now.toISOString()
  switch (what) {
    case 'list':
      screen.line(`${marketKey.kid}  the present one`)
      for (const key of formerMarketKeys)
        screen.line(
          `${key.kid}  until ${key.until}${key.withdrawn_at ? `, withdrawn ${key.withdrawn_at}` : ''}`,
        )
      return
    case 'rotate': {
      const { kty, crv, x, kid: old } = publicKey(marketKey)
      const next = makeSigningKey()
      const former: FormerKey = {
        kty,
        crv,
        x,
        kid: old,
        until: at,
        ...(withdraw && { withdrawn_at: at }),
      }
      const written = place.write({
        marketKey: next,
        formerMarketKeys: [former, ...formerMarketKeys],
      })
      screen.line(
        `The new key is ${next.kid}; ${old} ${withdraw ? 'is withdrawn' : 'stays good for what it signed'}. Written to ${written}: restart every process, the preparation first.`,
      )
      return
    }
    case 'withdraw': {
      if (!formerMarketKeys.some((key) => key.kid === kid))
        throw new StartError(`No former key is called ${kid}: see \`npm run keys -- list\`.`)
      const written = place.write({
        marketKey,
        formerMarketKeys: formerMarketKeys.map((key) =>
          key.kid === kid ? { ...key, withdrawn_at: key.withdrawn_at ?? at } : key,
        ),
      })
      screen.line(
        `${kid} is withdrawn. Written to ${written}: restart every process, the preparation first; it signs anew what that key had signed.`,
      )
      return
    }
    default:
      throw new StartError(USAGE)
  }
}

function launchers(dataFolder: string): KeyPlace {
  const file = join(dataFolder, 'secrets.json')
  if (!existsSync(file))
    throw new StartError(
      `There are no keys in ${dataFolder} yet: \`npm start\` makes them, or set MARKET_SIGNING_JWK.`,
    )
  return {
    keys: openSecrets(dataFolder, true),
    write(keys) {
      replaceKeys(dataFolder, keys)
      return file
    },
  }
}

function ownSettings(env: KeysCommand['env'], target: string | undefined): KeyPlace {
  const read = <T>(variable: string, schema: z.ZodType<T>, standard: string): T => {
    try {
      return schema.parse(JSON.parse(env[variable] || standard))
    } catch {
      throw new StartError(`${variable} is not what it must be: see docs/operating.md.`)
    }
  }
  const marketKey = {
    ...read('MARKET_SIGNING_JWK', privateKeySchema, 'null'),
    use: 'sig',
    alg: 'EdDSA',
  } as const
  return {
    keys: {
      marketKey,
      formerMarketKeys: read('MARKET_FORMER_KEYS', z.array(formerKeySchema), '[]'),
    },
    write(keys) {
      if (target === undefined)
        throw new StartError(
          'Your keys stand in the environment: say with --write <file> where the new settings go.',
        )
      const file = resolve(target)
      writePrivately(
        file,
        `MARKET_SIGNING_JWK='${JSON.stringify(keys.marketKey)}'\nMARKET_FORMER_KEYS='${JSON.stringify(keys.formerMarketKeys)}'\n`,
      )
      return file
    },
  }
}
