import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fill } from '#modules/catalog/rule-pack/say.ts'
import { systemClock } from '#lib/clock.ts'
import { readLocale, type Locale } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { check } from './check.ts'
import { create, isName } from './create.ts'
import { helpFor, isCommand, type Command } from './help.ts'
import { checkAsJson, checkForPeople } from './describe-check.ts'
import { messagesFor } from './messages.ts'

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

const flag = { type: 'boolean', default: false } as const
const OPTIONS = {
  json: flag,
  help: { ...flag, short: 'h' },
  version: flag,
  lang: { type: 'string' },
  'package-only': flag,
  listing: { type: 'string' },
  author: { type: 'string' },
  support: { type: 'string' },
  port: { type: 'string' },
  set: { type: 'string', multiple: true },
  wait: flag,
  'with-listing': flag,
  'dry-run': flag,
  replace: flag,
  store: { type: 'string' },
  event: { type: 'string' },
  outcome: { type: 'string' },
  since: { type: 'string' },
  failed: flag,
} as const

const readArgs = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS })
type Values = ReturnType<typeof readArgs>['values']

/**
 * What a command has to work with. `fail` says why it could not be tried, to people and to
 * programs.
 */
interface CommandLine extends Required<Run> {
  rest: string[]
  values: Values
  locale: Locale
  fail(text: string): number
}

/** How many words stand behind a command: at least, at most. */
const WORDS_BEHIND: Record<Command, readonly [number, number]> = {
  create: [2, 2],
  dev: [1, 1],
  check: [1, 1],
  publish: [1, 1],
  status: [0, 1],
  logs: [1, 1],
  replay: [1, 2],
  clock: [1, 2],
}
const RUN: Record<Command, (asked: CommandLine) => Promise<number>> = {
  create: runCreate,
  dev: runDev,
  check: runCheck,
  publish: (asked) => runMarket('publish', asked),
  status: (asked) => runMarket('status', asked),
  logs: runLogs,
  replay: runReplay,
  clock: runClock,
}

const localeOf = (given: string | undefined, env: Run['env']): Locale =>
  readLocale(given) ?? readLocale((env.LC_ALL || env.LANG || '').slice(0, 2)) ?? 'en'

/** The program `arasta`. Gives the exit code. */
export async function runArasta({
  stop = new AbortController().signal,
  ...run
}: Run): Promise<number> {
  const { args, env, out, err } = run
  const fail = (text: string): number => {
    if (args.includes('--json'))
      out(JSON.stringify({ format: 1, outcome: 'trouble', message: text }))
    err(text)
    return CODES.could_not_run
  }
  let given: ReturnType<typeof readArgs>
  try {
    given = readArgs(args)
  } catch (error) {
    const locale = localeOf(undefined, env)
    const said = /'(-[^' ]*)/.exec((error as Error).message)?.[1] ?? ''
    return fail(
      `${fill(messagesFor(locale)('unknown_option'), { said }, locale)}\n\n${helpFor(isCommand(args[0]) ? args[0] : null, locale)}`,
    )
  }
  const {
    values,
    positionals: [what, ...rest],
  } = given
  const locale = localeOf(values.lang, env)
  if (values.version) {
    out(ownVersion())
    return CODES.passed
  }
  const [about] = what === 'help' ? rest : [what]
  if (values.help || what === 'help') {
    out(helpFor(isCommand(about) ? about : null, locale))
    return CODES.passed
  }
  if (!isCommand(what))
    return fail(
      what === undefined
        ? helpFor(null, locale)
        : `${fill(messagesFor(locale)('unknown_command'), { said: what }, locale)}\n\n${helpFor(null, locale)}`,
    )
  const [least, most] = WORDS_BEHIND[what]
  if (rest.length < least || rest.length > most)
    return fail(
      `${fill(messagesFor(locale)('unknown_command'), { said: [what, ...rest].join(' ') }, locale)}\n\n${helpFor(what, locale)}`,
    )
  try {
    return await RUN[what]({ ...run, stop, rest, values, locale, fail })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      return fail(fill(messagesFor(locale)('dev_port'), { port: String(values.port) }, locale))
    return fail(
      fill(
        messagesFor(locale)('unreadable'),
        { why: error instanceof Error ? error.message : String(error) },
        locale,
      ),
    )
  }
}

function ownVersion(): string {
  const file = findPackageJSON(import.meta.url)
  return file
    ? String((JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version)
    : ''
}

async function runCreate({
  rest: [market, name = ''],
  values,
  locale,
  folder,
  out,
  fail,
}: CommandLine): Promise<number> {
  const words = messagesFor(locale)
  const kind = MARKETS.find((one) => one === market)
  if (!kind)
    return fail(
      `${fill(words('unknown_command'), { said: `create ${market}` }, locale)}\n\n${helpFor('create', locale)}`,
    )
  if (!isName(name)) return fail(words('name'))
  const { support = '' } = values
  if (support !== '' && !(URL.canParse(support) && new URL(support).protocol === 'https:'))
    return fail(words('support'))
  const author = values.author?.trim() || `${name} authors`
  const at = resolve(folder, name)
  if (
    !(await create({
      kind,
      name,
      author,
      support,
      folder: at,
      year: systemClock.now().getFullYear(),
    }))
  )
    return fail(fill(words('there'), { folder: name }, locale))
  out(
    values.json
      ? JSON.stringify({ format: 1, outcome: 'written', market: kind, prefix: name, folder: at })
      : fill(words('written'), { folder: name }, locale),
  )
  return CODES.passed
}

async function runCheck({
  rest: [path = ''],
  values,
  locale,
  folder,
  out,
}: CommandLine): Promise<number> {
  const { listing } = values
  const checked = await check(resolve(folder, path), {
    listing: listing === undefined ? undefined : resolve(folder, listing),
    packageOnly: values['package-only'],
  })
  out(values.json ? checkAsJson(checked) : checkForPeople(checked, locale).join('\n'))
  return CODES[checked.verdict]
}

/** `--set name=value`, as often as wanted; null when one has no name. */
function readAnswers(given: readonly string[]): Record<string, string> | null {
  const pairs = given.map((one) => /^([^=]+)=(.*)$/s.exec(one))
  return pairs.includes(null)
    ? null
    : Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

async function runDev({
  rest: [path = ''],
  values,
  locale,
  folder,
  out,
  err,
  stop,
  fail,
}: CommandLine): Promise<number> {
  const dev = await import('./dev/dev.ts')
  const { printUpdate } = await import('./dev/print-update.ts')
  const answers = readAnswers(values.set ?? [])
  const port = values.port === undefined ? null : Number(values.port)
  if (
    answers === null ||
    (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
  )
    return fail(messagesFor(locale)('dev_options'))
  const tell = printUpdate({ json: values.json, locale, out, err })
  return (await dev.runDev({ folder: resolve(folder, path), port, answers, locale, tell, stop }))
    ? CODES.passed
    : CODES.failed
}

async function runMarket(
  what: 'publish' | 'status',
  { rest: [about], folder, env, locale, out, err, values }: CommandLine,
): Promise<number> {
  const { runMarketCommand } = await import('./market/market-commands.ts')
  return runMarketCommand({ what, about, folder, env, locale, out, err, options: values })
}

async function runClock({
  rest: [what, by = ''],
  values,
  env,
  locale,
  out,
  err,
  fail,
}: CommandLine): Promise<number> {
  const isShown = what === 'show' && by === ''
  if (!(isShown || (what === 'advance' && by !== '')) || values.store === undefined)
    return fail(helpFor('clock', locale))
  const { runClockCommand } = await import('./market/market-commands.ts')
  return runClockCommand({ by, store: values.store, json: values.json, env, locale, out, err })
}

async function runLogs({
  rest: [prefix = ''],
  values,
  env,
  locale,
  out,
  err,
  fail,
}: CommandLine): Promise<number> {
  const { readSpan } = await import('./market/webhooks.ts')
  const since = values.since === undefined ? undefined : readSpan(values.since)
  if (since === null) return fail(helpFor('logs', locale))
  const { runLogsCommand } = await import('./market/market-commands.ts')
  const { event, outcome, json } = values
  return runLogsCommand({ prefix, filters: { event, outcome, since }, json, env, locale, out, err })
}

async function runReplay({
  rest: [prefix = '', message],
  values,
  env,
  locale,
  out,
  err,
  fail,
}: CommandLine): Promise<number> {
  const { readSpan } = await import('./market/webhooks.ts')
  const since = readSpan(values.since ?? '')
  // One message by its id, or everything that failed since then.
  const isOne = message !== undefined && !values.failed && values.since === undefined
  const isAll = message === undefined && values.failed && since !== null
  if (!isOne && !isAll) return fail(helpFor('replay', locale))
  const { runReplayCommand } = await import('./market/market-commands.ts')
  return runReplayCommand({
    prefix,
    message,
    failed: { since: since ?? 0, event: values.event, dryRun: values['dry-run'] },
    json: values.json,
    env,
    locale,
    out,
    err,
  })
}
