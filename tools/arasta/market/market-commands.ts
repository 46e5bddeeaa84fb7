import { resolve } from 'node:path'
import type { Locale } from '#lib/locale.ts'
import { fill } from '#modules/catalog/rule-pack/say.ts'
import { advanceClock, clockAsJson, describeClock, showClock } from './clock.ts'
import { marketClient } from './market-client.ts'
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

interface ClockRequest extends Pick<MarketRequest, 'env' | 'locale' | 'out' | 'err'> {
  /** '': the clock is only shown. */
  by: string
  store: string
  json: boolean
}

/** `arasta clock show` and `arasta clock advance`; gives the exit code. */
export async function runClockCommand({
  by,
  store,
  json,
  env,
  locale,
  out,
  err,
}: ClockRequest): Promise<number> {
  const fail = ({ text, code }: { text: string; code: number }) => {
    if (json) out(JSON.stringify({ format: 1, outcome: 'trouble', message: text }))
    err(text)
    return code
  }
  try {
    const client = marketClient(env, locale)
    const shown = await (by === '' ? showClock(client, store) : advanceClock(client, store, by))
    if (!shown)
      return fail({ text: fill(messagesFor(locale)('clock_none'), { store }, locale), code: 2 })
    out(json ? clockAsJson(shown) : describeClock(shown, locale).join('\n'))
    return 0
  } catch (error) {
    const trouble = describeError(error, locale)
    if (!trouble) throw error
    return fail(trouble)
  }
}
