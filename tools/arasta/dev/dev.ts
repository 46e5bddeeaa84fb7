import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { readPackage } from '#modules/catalog/packages/read-package.ts'
import type { Locale } from '#lib/locale.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Finding } from '#modules/catalog/rule-pack/rule.ts'
import { sayFinding, sayPackageRefusal } from '#modules/catalog/rule-pack/say.ts'
import { check } from '../check.ts'
import { openProject } from '../project.ts'
import { answersFor } from './sample-answers.ts'
import { startDevShop, type DevShop, type Installed } from './dev-shop.ts'
import { watchFolder } from './watch-folder.ts'

export type DevUpdate =
  | { event: 'ready'; url: string; folder: string }
  | ({ event: 'installed' } & Installed)
  | { event: 'warning' | 'failed'; rule: string | null; message: string }
  | { event: 'stopped' }

/** Unless another one was asked for. */
const USUAL_PORT = 4600

interface Dev {
  folder: string
  port: number | null
  answers: Record<string, string>
  locale: Locale
  tell: (news: DevUpdate) => void
  stop: AbortSignal
}

/**
 * Shows the item of a folder on a demo shop and keeps it up to date until it is notified to stop.
 * False when the item could never be shown.
 */
export async function runDev({ folder, port, answers, locale, tell, stop }: Dev): Promise<boolean> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`)
  const shop = await startDevShop({ port: port ?? USUAL_PORT }).catch(
    (error: NodeJS.ErrnoException) => {
      // The port was a default: any other will do.
      if (port === null && error.code === 'EADDRINUSE') return startDevShop({ port: 0 })
      throw error
    },
  )
  let shown = false
  const { turn, idle } = inTurn(async () => {
    shown = (await buildAndInstall(shop, folder, answers, locale, tell)) || shown
    shop.reload()
  })
  try {
    tell({ event: 'ready', url: shop.url, folder })
    // Watched before it is read: what changes meanwhile is not lost.
    const watched = await watchFolder(folder, () => void turn())
    await turn()
    await ending(stop)
    watched.close()
    await idle()
    return shown
  } finally {
    await shop.stop()
    tell({ event: 'stopped' })
  }
}

/**
 * What is in the folder now, onto the shop. What is wrong with it is said; the shop keeps what it
 * had.
 */
async function buildAndInstall(
  shop: DevShop,
  folder: string,
  given: Record<string, string>,
  locale: Locale,
  tell: Dev['tell'],
): Promise<boolean> {
  try {
    const bytes = await (await openProject(folder)).packed()
    const { manifest } = await readPackage({ bytes })
    tell({
      event: 'installed',
      ...(await shop.install(bytes, manifest, answersFor(manifest, given, locale))),
    })
    const { reports } = await check(folder, { listing: undefined, packageOnly: true })
    for (const { rule: id, findings } of reports)
      for (const finding of findings)
        tell({ event: 'warning', rule: id, message: printWarning(id, finding, locale) })
    return true
  } catch (error) {
    tell({
      event: 'failed',
      rule: null,
      message: isRefusal(error)
        ? (sayPackageRefusal(error, locale)?.words ?? error.code)
        : (error as Error).message,
    })
    return false
  }
}

function printWarning(id: string, finding: Finding, locale: Locale): string {
  const { where, wrong, mend } = sayFinding(id, finding, locale)
  return [where, wrong, mend].filter(Boolean).join('  ')
}

const ending = (stop: AbortSignal) => (stop.aborted ? undefined : once(stop, 'abort'))

/** Never twice at once; whoever asks while it runs is served by one more run. */
function inTurn(work: () => Promise<void>): {
  turn: () => Promise<void>
  idle: () => Promise<void>
} {
  let running: Promise<void> | undefined
  let again = false
  const run = async (): Promise<void> => {
    do {
      again = false
      await work()
    } while (again)
  }
  return {
    turn: () => {
      if (running) again = true
      else
        running = run().finally(() => {
          running = undefined
        })
      return running ?? Promise.resolve()
    },
    idle: () => running ?? Promise.resolve(),
  }
}
