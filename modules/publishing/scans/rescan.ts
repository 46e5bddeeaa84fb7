import { type Services, inTransaction } from '#kernel/context.ts'
import { LOCALES } from '#lib/locale.ts'
import { changeReleaseStateIn } from '#modules/catalog/public.ts'
import { mailWords, onOneLine } from '#modules/mail/public.ts'
import { mailPeople } from '../mail-people.ts'
import { listReleaseOperators } from '../rollouts/data.ts'
import { stateReasons } from '../statements/state-reasons.ts'
import { readBytes } from '../submissions/data.ts'
import {
  listDueRescans,
  listReleasesOf,
  readScannerState,
  recordReached,
  saveScan,
} from './data.ts'
import { RESCANS_PER_HOUR, RESCAN_MS } from './rules.ts'
import { ScanFailure } from './scanner.ts'
import { reportUnreachable, scanPackage } from './scan-package.ts'

/**
 * Part of the hourly housekeeping: scans packages of releases again when the scanner's signatures
 * have changed, and those that were published before there was a scanner. A release in whose
 * package something is found is halted. Ends early when the scanner does not answer.
 */
export async function rescanPackages(services: Services, most = RESCANS_PER_HOUR): Promise<void> {
  const scanner = services.malwareScanner
  if (scanner === null) return
  try {
    await recordReached(services.db, await scanner.version(), services.clock.now())
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    return reportUnreachable(services, error)
  }
  const { signaturesSince } = await readScannerState(services.db)
  const until = performance.now() + RESCAN_MS
  const due = await listDueRescans(services.db, signaturesSince ?? services.clock.now(), most)
  for (const sha256 of due) {
    if (performance.now() > until) return
    if (!(await rescan(services, sha256))) return
  }
}

/** False when the scanner does not answer. */
async function rescan(services: Services, sha256: string): Promise<boolean> {
  const now = services.clock.now()
  const none = { malware: null, file: null, failure: null }
  const zip = await readBytes(services, sha256)
  if (zip === null) {
    await saveScan(services.db, sha256, { ...none, failure: 'The bytes are missing' }, now)
    return true
  }
  const result = await scanPackage(services, zip)
  if (result.outcome === 'unreachable') return false
  if (result.outcome === 'found') await haltReleases(services, sha256, result)
  else
    await saveScan(
      services.db,
      sha256,
      { ...none, failure: result.outcome === 'failed' ? result.reason : null },
      now,
    )
  return true
}

/** What a statement of reasons cites. */
const RULE = 'docs/publishing.md: malware scan'
/** Public, in the release log. */
const LOG_REASON = 'Halted by itself: malware was found in its package'

/** In one transaction with the log, the statement of reasons to the partner, and the mails. */
async function haltReleases(
  services: Services,
  sha256: string,
  found: { malware: string; file: string | null },
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const now = services.clock.now()
    await saveScan(trx, sha256, { ...found, failure: null }, now)
    for (const release of await listReleasesOf(trx, sha256)) {
      const changed = await changeReleaseStateIn(trx, now, {
        itemId: release.item_id,
        version: release.version,
        to: 'halted',
        reason: LOG_REASON,
      })
      if (!changed.done) continue
      const name = `${release.name} ${release.version}`
      const facts = LOCALES.map((locale) => factsOf(mailWords(locale), found)).join('\n\n')
      await stateReasons(
        { ...services, db: trx },
        {
          about: 'release',
          objectId: release.id,
          objectName: name,
          partnerId: release.partner_id,
          decision: 'halted',
          grounds: 'contract',
          rule: RULE,
          facts,
          automated: 'decided',
        },
      )
      await mailPeople(services, trx, await listReleaseOperators(trx), (operatorId, t, locale) => ({
        key: `malware ${release.id} ${changed.index} ${operatorId}`,
        subject: t('mails.malware.subject', { name: onOneLine(name, 100) }),
        paragraphs: [t('mails.malware.lead', { name }), factsOf(t, found), t('mails.malware.what')],
        action: {
          label: t('mails.rollout.action'),
          url: `${services.origins.console}/operator/items/${release.item_id}?hl=${locale}`,
        },
        footnote: t('mails.rollout.footnote'),
      }))
      services.log.error({ release: release.id, ...found }, 'malware in a published release')
    }
  })
}

const factsOf = (
  t: ReturnType<typeof mailWords>,
  { malware, file }: { malware: string; file: string | null },
): string =>
  file === null
    ? t('mails.malware.found', { malware })
    : t('mails.malware.found_in', { malware, file })
