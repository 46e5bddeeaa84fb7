import { counter } from '#lib/telemetry.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { CAPS, type Caps, CouldNotRun, runIsolated } from '../submissions/run-isolated.ts'
import { mailPeople } from '../mail-people.ts'
import { listReleaseOperators } from '../rollouts/data.ts'
import { recordReached, recordUnreachable } from './data.ts'
import { ALARM_SECONDS, SCAN_DEADLINE_MS } from './rules.ts'
import { type MalwareScanner, ScanFailure } from './scanner.ts'

export type ScanResult =
  | { outcome: 'clean' }
  /** `file`: null where only the whole package is known to have it. */
  | { outcome: 'found'; malware: string; file: string | null }
  /** Nobody answers: asked again later. */
  | { outcome: 'unreachable' }
  /** It cannot be scanned, and trying again would not help. */
  | { outcome: 'failed'; reason: string }

type Needs = Pick<
  Services,
  'db' | 'clock' | 'log' | 'jobs' | 'sealing' | 'origins' | 'malwareScanner'
>

const scans = counter(
  'arasta.malware.scans',
  'Packages scanned for malware, by what was found.',
  ['clean', 'found', 'unreachable', 'failed'].map((outcome) => ({ 'arasta.outcome': outcome })),
)

/**
 * Scans each file of a package and the package itself, as the scanner unpacks archives inside of
 * it. Records whether the scanner answers. Only for markets with a scanner.
 */
export async function scanPackage(
  services: Needs,
  zip: Buffer,
  caps: Caps = CAPS,
): Promise<ScanResult> {
  const scanner = services.malwareScanner
  if (scanner === null) throw new Error('No malware scanner is configured')
  const result = await scanAll(services, scanner, zip, caps)
  scans({ 'arasta.outcome': result.outcome })
  return result
}

async function scanAll(
  services: Needs,
  scanner: MalwareScanner,
  zip: Buffer,
  caps: Caps,
): Promise<ScanResult> {
  const until = performance.now() + SCAN_DEADLINE_MS
  try {
    await recordReached(services.db, await scanner.version(), services.clock.now())
    const answer = await runIsolated({ kind: 'unpack', zip }, caps)
    if (answer.kind !== 'unpacked') return { outcome: 'failed', reason: 'It was not unpacked' }
    for (const { path, bytes } of answer.files) {
      if (performance.now() > until) throw new ScanFailure('unreachable', 'It took too long')
      const malware = await scanner.scan(bytes)
      if (malware !== null) return { outcome: 'found', malware, file: path }
    }
    const malware = await scanner.scan(zip)
    return malware === null ? { outcome: 'clean' } : { outcome: 'found', malware, file: null }
  } catch (error) {
    if (error instanceof CouldNotRun) return { outcome: 'failed', reason: error.message }
    if (!(error instanceof ScanFailure)) throw error
    if (error.kind === 'refused') return { outcome: 'failed', reason: error.message }
    await reportUnreachable(services, error)
    return { outcome: 'unreachable' }
  }
}

/** Reviewers get one mail for each time that the scanner is away for more than ten minutes. */
export async function reportUnreachable(services: Needs, error: ScanFailure): Promise<void> {
  const now = services.clock.now()
  services.log.warn({ fault: error.message }, 'malware scanner does not answer')
  await inTransaction(services, async (trx) => {
    const since = await recordUnreachable(trx, now)
    if (now.getTime() - since.getTime() < ALARM_SECONDS * 1000) return
    await mailPeople(services, trx, await listReleaseOperators(trx), (operatorId, t, locale) => ({
      key: `malware scanner ${since.toISOString()} ${operatorId}`,
      subject: t('mails.scanner.subject'),
      paragraphs: [t('mails.scanner.lead'), t('mails.scanner.what')],
      action: {
        label: t('mails.rollout.action'),
        url: `${services.origins.console}/operator/settings?hl=${locale}#scanner`,
      },
      footnote: t('mails.rollout.footnote'),
    }))
  })
}
