import { resolve } from 'node:path'
import { systemClock } from '#lib/clock.ts'
import type { Locale } from '#lib/locale.ts'
import { fill } from '#modules/catalog/rule-pack/say.ts'
import { advanceClock, clockAsJson, describeClock, showClock } from './clock.ts'
import { type MarketClient, marketClient } from './market-client.ts'
import { messagesFor } from '../messages.ts'
import { publish, readStatus, type Progress } from './publish.ts'
import {
  codeOfPublished,
  codeOfState,
  publishedAsJson,
  describeProgress,
  describePublished,
  describeStatus,
  describeError,
  statusAsJson,
} from './describe-market.ts'
import {
  describeLog,
  describeReplayed,
  type LogFilters,
  logAsJson,
  readLog,
  replayedAsJson,
  replayFailed,
  replayOne,
} from './webhooks.ts'

interface MarketRequest {
  what: 'publish' | 'status'
  /** A folder to publish; an item's prefix, or nothing, to ask how it stands. */
  about: string | undefined
  folder: string
  env: Record<string, string | undefined>
  locale: Locale
  out: (text: string) => void
  err: (text: string) => void
  options: {
    json: boolean
    wait: boolean
    'with-listing': boolean
    'package-only': boolean
    'dry-run': boolean
    replace: boolean
  }
}

/**
 * `arasta publish` and `arasta status`; gives the exit code. What is no matter of the market is
 * thrown on.
 */
export async function runMarketCommand({
  what,
  about,
  folder,
  env,
  locale,
  out,
  err,
  options,
}: MarketRequest): Promise<number> {
  const steps: Progress[] = []
  try {
    const client = marketClient(env, locale)
    if (what === 'status') {
      const status = await readStatus(client, about)
      out(options.json ? statusAsJson(status) : describeStatus(status, about, locale).join('\n'))
      const states = status.flatMap(({ item }) =>
        item.submissions.slice(0, 1).map((one) => codeOfState(one.state)),
      )
      return about !== undefined && status.length === 0 ? 2 : Math.max(0, ...states)
    }
    const published = await publish({
      folder: resolve(folder, about ?? ''),
      client,
      waits: options.wait,
      withListing: options['with-listing'],
      packageOnly: options['package-only'],
      dryRun: options['dry-run'],
      replace: options.replace,
      // Said before it is done.
      tell: (progress) => {
        steps.push(progress)
        if (!options.json) for (const line of describeProgress(progress, locale)) out(line)
      },
    })
    out(
      options.json
        ? publishedAsJson(published, steps)
        : describePublished(published, locale).join('\n'),
    )
    return codeOfPublished(published)
  } catch (error) {
    const trouble = describeError(error, locale)
    if (!trouble) throw error
    if (options.json) out(JSON.stringify({ format: 1, outcome: 'trouble', message: trouble.text }))
    err(trouble.text)
    return trouble.code
  }
}

interface Asked extends Pick<MarketRequest, 'env' | 'locale' | 'out' | 'err'> {
  json: boolean
}

interface ClockRequest extends Asked {
  /** '': the clock is only shown. */
  by: string
  store: string
}

/** `arasta clock show` and `arasta clock advance`; gives the exit code. */
export const runClockCommand = ({ by, store, ...asked }: ClockRequest): Promise<number> =>
  atMarket(asked, async (client, fail) => {
    const shown = await (by === '' ? showClock(client, store) : advanceClock(client, store, by))
    if (!shown) return fail(fill(messagesFor(asked.locale)('clock_none'), { store }, asked.locale))
    asked.out(asked.json ? clockAsJson(shown) : describeClock(shown, asked.locale).join('\n'))
    return 0
  })

interface LogsRequest extends Asked {
  prefix: string
  filters: LogFilters
}

/** `arasta logs`; gives the exit code. */
export const runLogsCommand = ({ prefix, filters, ...asked }: LogsRequest): Promise<number> =>
  atMarket(asked, async (client, fail) => {
    const log = await readLog(client, prefix, filters, systemClock.now())
    if (!log)
      return fail(fill(messagesFor(asked.locale)('status_unknown'), { prefix }, asked.locale))
    asked.out(asked.json ? logAsJson(log) : describeLog(log, asked.locale).join('\n'))
    return 0
  })

interface ReplayRequest extends Asked {
  prefix: string
  /** One message; undefined: everything of `failed`. */
  message: string | undefined
  failed: { since: number; event: string | undefined; dryRun: boolean }
}

/** `arasta replay`; gives the exit code. */
export const runReplayCommand = ({
  prefix,
  message,
  failed,
  ...asked
}: ReplayRequest): Promise<number> =>
  atMarket(asked, async (client, fail) => {
    const replayed = await (message === undefined
      ? replayFailed(client, prefix, failed, systemClock.now())
      : replayOne(client, prefix, message))
    const said = describeReplayed(replayed, prefix, asked.locale).join('\n')
    if (replayed.outcome === 'no_item') return fail(said)
    asked.out(asked.json ? replayedAsJson(replayed) : said)
    return 0
  })

/**
 * Runs a command at the market. `fail` says why it could not be tried; what is no matter of the
 * market is thrown on.
 */
async function atMarket(
  { env, locale, json, out, err }: Asked,
  work: (client: MarketClient, fail: (text: string) => number) => Promise<number>,
): Promise<number> {
  const fail = (text: string, code: 1 | 2 = 2): number => {
    if (json) out(JSON.stringify({ format: 1, outcome: 'trouble', message: text }))
    err(text)
    return code
  }
  try {
    return await work(marketClient(env, locale), (text) => fail(text))
  } catch (error) {
    const trouble = describeError(error, locale)
    if (!trouble) throw error
    return fail(trouble.text, trouble.code)
  }
}
