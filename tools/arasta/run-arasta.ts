import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fill } from '#contexts/catalog/rule-pack/say.ts'
import { systemClock } from '#lib/clock.ts'
import { readLocale, type Locale } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { check } from './check.ts'
import { create, isName } from './create.ts'
import { checkAsJson, checkForPeople } from './say-check.ts'
import { wordsFor } from './words.ts'

/** Exit codes: what was asked for came out well, or not, or nobody knows. */
const CODES = { passed: 0, failed: 1, could_not_run: 2 } as const

export interface Run {
  args: string[]
  env: Record<string, string | undefined>
  /** Where paths begin. */
  folder: string
  out: (text: string) => void
  err: (text: string) => void
  /** Ends what goes on until it is ended. */
  stop?: AbortSignal
}

const OPTIONS = {
  json: { type: 'boolean', default: false }, 'package-only': { type: 'boolean', default: false }, listing: { type: 'string' }, author: { type: 'string' }, lang: { type: 'string' },
  port: { type: 'string' }, set: { type: 'string', multiple: true }, wait: { type: 'boolean', default: false }, 'with-listing': { type: 'boolean', default: false },
} as const

function readArgs(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS })
  } catch {
    return null
  }
}

/** `--set name=value`, as often as wanted; null when one has no name. */
function readAnswers(given: readonly string[]): Record<string, string> | null {
  const pairs = given.map(one => /^([^=]+)=(.*)$/s.exec(one))
  return pairs.includes(null) ? null : Object.fromEntries(pairs.map(pair => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** The program `arasta`. Gives the exit code. */
export async function runArasta({ args, env, folder, out, err, stop = new AbortController().signal }: Run): Promise<number> {
  const given = readArgs(args)
  const locale: Locale = readLocale(given?.values.lang) ?? readLocale((env.LC_ALL || env.LANG || '').slice(0, 2)) ?? 'en'
  const words = wordsFor(locale)
  const [what, ...rest] = given?.positionals ?? []
  try {
    if (given && what === 'check' && rest[0] !== undefined && rest.length === 1) {
      const { listing } = given.values
      const checked = await check(resolve(folder, rest[0]), { listing: listing === undefined ? undefined : resolve(folder, listing), packageOnly: given.values['package-only'] })
      out(given.values.json ? checkAsJson(checked) : checkForPeople(checked, locale).join('\n'))
      return CODES[checked.verdict]
    }
    if (given && what === 'dev' && rest[0] !== undefined && rest.length === 1) {
      const { runDev } = await import('./dev/dev.ts')
      const { sayNews } = await import('./dev/say-news.ts')
      const answers = readAnswers(given.values.set ?? [])
      const port = given.values.port === undefined ? null : Number(given.values.port)
      if (answers === null || (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535))) {
        err(words('dev_options'))
        return CODES.could_not_run
      }
      const tell = sayNews({ json: given.values.json, locale, out, err })
      return await runDev({ folder: resolve(folder, rest[0]), port, answers, locale, tell, stop }) ? CODES.passed : CODES.failed
    }
    if (given && (what === 'publish' || what === 'status') && rest.length <= 1 && (what === 'status' || rest[0] !== undefined)) {
      const { askMarket } = await import('./market/ask-market.ts')
      return await askMarket({ what, about: rest[0], folder, env, locale, out, err, options: given.values })
    }
    const kind = MARKETS.find(market => market === rest[0])
    const [, name] = rest
    if (given && what === 'create' && kind && name !== undefined && rest.length === 2) {
      if (!isName(name)) {
        err(words('name'))
        return CODES.could_not_run
      }
      const author = given.values.author?.trim() || `${name} authors`
      const done = await create({ kind, name, author, folder: resolve(folder, name), year: systemClock.now().getFullYear() })
      if (done) out(fill(words('written'), { folder: name }, locale))
      else err(fill(words('there'), { folder: name }, locale))
      return done ? CODES.passed : CODES.could_not_run
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') err(fill(words('dev_port'), { port: String(given?.values.port) }, locale))
    else err(fill(words('unreadable'), { why: error instanceof Error ? error.message : String(error) }, locale))
    return CODES.could_not_run
  }
  err(words('usage'))
  return CODES.could_not_run
}
