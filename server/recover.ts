import { parseArgs } from 'node:util'
import { openDb } from '#db/client.ts'
import { secondsAfter, systemClock } from '#lib/clock.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import { SettingsFault } from '#lib/settings.ts'
import type { Services } from '#kernel/context.ts'
import { listOpenStores, mendStore, type MendedStore } from '#modules/installs/public.ts'
import { GatewayUnavailable } from '#modules/orders/gateways/gateway.ts'
import { findLostPayments, type LostPayment, returnLostPayment } from '#modules/orders/public.ts'
import { findMissingFiles } from '#modules/publishing/public.ts'
import { readConfig } from './config.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { makeServices } from './services.ts'

/**
 * After the database was restored to an earlier moment (docs/backups.md): compares it with what the
 * outside world knows of the time that is lost. Only with `--apply` anything changes.
 */

const USAGE = `Say to which moment the database was restored:
  server/recover.ts --since 2026-11-27T19:55:00Z [--apply]`
/** Clocks differ, and a payment begins before it is charged. */
const MARGIN_SECONDS = 3_600
const BATCH = 500
/** Stores asked at once. */
const AT_ONCE = 8
/** Of a list that is printed. */
const SHOWN = 50

interface Asked {
  since: Date
  apply: boolean
}

export interface Recovered {
  payments: { found: LostPayment[]; open: number }
  stores: MendedStore & { asked: number; unreachable: string[] }
  files: { packages: number; pictures: number; missing: string[] }
}

function readArgs(args: string[]): Asked {
  try {
    const { values } = parseArgs({
      args,
      options: { since: { type: 'string' }, apply: { type: 'boolean', default: false } },
    })
    const since = new Date(values.since ?? '')
    if (Number.isNaN(since.getTime())) throw new Error(USAGE)
    return { since, apply: values.apply }
  } catch {
    throw new SettingsFault([USAGE])
  }
}

type Say = (line: string) => void

async function recoverPayments(
  services: Services,
  { since, apply }: Asked,
  say: Say,
): Promise<Recovered['payments']> {
  const found = await findLostPayments(
    services,
    secondsAfter(since, -MARGIN_SECONDS),
    secondsAfter(services.clock.now(), MARGIN_SECONDS),
  )
  let open = 0
  for (const lost of found) {
    const end = apply ? await returnLostPayment(services, lost, 'recover') : 'found'
    if (end !== 'returned') open += 1
    const amount = formatAmount(lost.amountMinor, lost.currency as Currency)
    say(
      `  ${lost.at.toISOString()}  ${lost.orderNumber ?? '–'}  ${amount}  ${lost.gatewayRef}  ${END[end]}`,
    )
  }
  return { found, open }
}

const END = {
  found: 'unknown here',
  returned: 'given back',
  refused: 'THE GATEWAY REFUSES TO GIVE IT BACK',
  unknown: 'no answer: run this again',
} as const

async function recoverStores(
  services: Services,
  { apply }: Asked,
  say: Say,
): Promise<Recovered['stores']> {
  const sum: Recovered['stores'] = {
    asked: 0,
    unreachable: [],
    unknown: 0,
    removed: 0,
    putBack: 0,
    gone: 0,
  }
  const mend = async (id: string): Promise<void> => {
    try {
      const mended = await mendStore(services, id, apply)
      sum.asked += 1
      for (const name of ['unknown', 'removed', 'putBack', 'gone'] as const)
        sum[name] += mended[name]
      if (mended.unknown > 0 || mended.gone > 0)
        say(
          `  ${id}  ${mended.unknown} unknown, ${mended.removed} taken off, ${mended.putBack} put back, ${mended.gone} gone`,
        )
    } catch (error) {
      sum.unreachable.push(id)
      services.log.warn({ error, store: id }, 'store could not be compared')
    }
  }
  for (let after = ''; ;) {
    const ids = await listOpenStores(services.db, after, BATCH)
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await Promise.all(ids.slice(from, from + AT_ONCE).map(mend))
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) return sum
    after = last
  }
}

/** Compares payments, stores and files; `apply` mends what can be mended. */
export async function recover(services: Services, asked: Asked, say: Say): Promise<Recovered> {
  const payments = await recoverPayments(services, asked, say)
  say(
    `Payments: ${payments.found.length} that only the gateway knows, ${payments.found.length - payments.open} given back.`,
  )
  const stores = await recoverStores(services, asked, say)
  say(
    `Stores: ${stores.asked} compared, ${stores.unreachable.length} not reached; ${stores.unknown} unknown parts, ${stores.removed} taken off, ${stores.putBack} put back; ${stores.gone} gone, left to their owners.`,
  )
  for (const id of stores.unreachable.slice(0, SHOWN)) say(`  ${id}  not reached`)
  const files = await findMissingFiles(services)
  say(
    `Files: ${files.packages} packages and ${files.pictures} pictures, ${files.missing.length} missing.`,
  )
  for (const name of files.missing.slice(0, SHOWN)) say(`  ${name}  MISSING`)
  return { payments, stores, files }
}

/** Nothing is left to do. */
export const isWhole = ({ payments, stores, files }: Recovered): boolean =>
  payments.open === 0 &&
  stores.unreachable.length === 0 &&
  stores.unknown === stores.removed &&
  files.missing.length === 0

async function main(): Promise<void> {
  const asked = readArgs(process.argv.slice(2))
  const config = readConfig()
  const log = openLog(config.logLevel)
  const db = openDb({
    url: config.databaseUrl,
    poolSize: 4,
    onError: (error) => log.error({ error }, 'database'),
  })
  try {
    const queue = await openJobs({ databaseUrl: config.databaseUrl, log })
    try {
      const services = makeServices(config, { db, clock: systemClock, log, jobs: queue.jobs })
      const found = await recover(services, asked, (line) => console.log(line))
      if (!isWhole(found)) process.exitCode = 1
      if (!isWhole(found) && !asked.apply) console.log('Nothing was changed: --apply does it.')
    } finally {
      await queue.stop()
    }
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  process.umask(0o077)
  try {
    await main()
  } catch (error) {
    console.error(
      error instanceof SettingsFault || error instanceof GatewayUnavailable ? error.message : error,
    )
    process.exitCode = 1
  }
}
