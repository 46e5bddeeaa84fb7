import { secondsAfter } from '#lib/clock.ts'
import { inTransaction, type Services, defaultLanguage } from '#kernel/context.ts'
import {
  dropHold,
  isQuarantined,
  overallVerdict,
  type RuleReport,
} from '#modules/catalog/public.ts'
import { revokeLeakedTokens } from '#modules/identity/public.ts'
import {
  type SubmissionRow,
  changeSubmission,
  deleteReport,
  saveReports,
  listDueChecks,
  listKnownNames,
  moveSubmission,
  readBytes,
  leaseCheck,
} from './data.ts'
import { CAPS, type Caps, CouldNotRun, comparedFiles, runIsolated } from './run-isolated.ts'
import { mailOutcome } from './submissions.ts'
import { SCAN_CHECK, requiredOf, rulesFor } from './checks.ts'
import { scanPackage } from '../scans/scan-package.ts'
import { scanRetrySeconds } from '../scans/rules.ts'
import { CHECK_LEASE_SECONDS, MOST_TRIES, SHOP_RETRY_SECONDS } from './rules.ts'
import { scratchInstall } from './scratch-install.ts'

type Needs = Services

/** Submissions whose checks have not started or whose worker died. */
export const findDueChecks = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  listDueChecks(db, clock.now())

/**
 * Scans a submission for malware, then runs the rule pack on it in a separate process and, when it
 * passes, a trial install on the scratch shop. A crash of that process is no verdict: it is retried
 * and then reported as "could not run", which never counts as passed (PKG-5).
 */
export async function checkSubmission(
  services: Needs,
  id: string,
  caps: Caps = CAPS,
): Promise<void> {
  const row = await leaseCheck(services.db, id, services.clock.now(), CHECK_LEASE_SECONDS)
  if (!row) return
  const scanned = await runScan(services, row, caps)
  if (scanned === null) return waitForScanner(services, row)
  const checked = await runPack(services, row, caps)
  if (checked === null) return retryLater(services, id, 5 * row.check_tries)
  const reports = [...checked, ...scanned]
  // A package that failed or could not be read is installed on no shop.
  const trialReports =
    overallVerdict(rulesFor(row), reports) === 'passed' ? await scratchInstall(services, row) : []
  if (trialReports === null) return retryLater(services, id, SHOP_RETRY_SECONDS)
  await finishChecks(services, row, [...reports, ...trialReports])
  // Compare now, so that no reviewer waits for it.
  if (overallVerdict(rulesFor(row), reports) === 'passed') await comparedFiles(services, row)
}

/**
 * The malware scan comes first: nothing else is done with a package before. Null while the scanner
 * does not answer.
 */
async function runScan(
  services: Needs,
  row: SubmissionRow,
  caps: Caps,
): Promise<RuleReport[] | null> {
  if (services.malwareScanner === null || row.package_sha256 === null) return []
  const zip = await readBytes(services, row.package_sha256)
  if (zip === null) throw new Error(`The package of ${row.id} is not where it was put`)
  const result = await scanPackage(services, zip, caps)
  if (result.outcome === 'unreachable') return null
  const found = { file: null, line: null, place: null, evidence: null }
  return [
    {
      rule: SCAN_CHECK.id,
      severity: SCAN_CHECK.severity,
      verdict:
        result.outcome === 'clean'
          ? 'passed'
          : result.outcome === 'found'
            ? 'failed'
            : 'could_not_run',
      findings:
        result.outcome === 'found'
          ? [{ ...found, file: result.file, params: { name: result.malware } }]
          : [],
      reason: result.outcome === 'failed' ? result.reason.slice(0, 300) : null,
    },
  ]
}

/** It stays in `checking`, where nobody can approve it, and is tried again until it is scanned. */
async function waitForScanner(services: Needs, row: SubmissionRow): Promise<void> {
  const now = services.clock.now()
  const since = row.scan_pending_since ?? now
  await changeSubmission(services.db, row.id, {
    scan_pending_since: since,
    check_tries: 0,
    check_at: secondsAfter(now, scanRetrySeconds((now.getTime() - since.getTime()) / 1000)),
  })
}

async function retryLater(services: Needs, id: string, seconds: number): Promise<void> {
  await changeSubmission(services.db, id, { check_at: secondsAfter(services.clock.now(), seconds) })
}

/** Null when it should be retried. */
async function runPack(
  services: Needs,
  row: SubmissionRow,
  caps: Caps,
): Promise<RuleReport[] | null> {
  const rules = rulesFor(row)
  const zip = row.package_sha256 === null ? null : await readBytes(services, row.package_sha256)
  const names = await listKnownNames(services.db, row.partner_id)
  const { prefix, slug, market, texts, pictures, credits } = row.listing
  try {
    const answer = await runIsolated(
      {
        kind: 'check',
        language: defaultLanguage(services),
        zip,
        listing: { prefix, slug, market, texts, pictures, credits },
        names,
        rules: rules.map((rule) => rule.id),
      },
      caps,
    )
    if (answer.kind !== 'checked') throw new CouldNotRun('another question was answered')
    // Leaked tokens are revoked whatever becomes of the submission.
    if (answer.leaked.length > 0)
      await revokeLeakedTokens(services.db, answer.leaked, services.clock.now())
    return answer.reports
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error
    services.log.warn({ error, submission: row.id }, 'checks of a submission could not run')
    if (row.check_tries < MOST_TRIES) return null
    return rules.map(({ id, severity }) => ({
      rule: id,
      severity,
      verdict: 'could_not_run',
      findings: [],
      reason: error.message.slice(0, 300),
    }))
  }
}

/**
 * Failed submissions go back to the partner; all others wait for a reviewer, who sees what could
 * not run.
 */
function finishChecks(services: Needs, row: SubmissionRow, reports: RuleReport[]): Promise<void> {
  const now = services.clock.now()
  return inTransaction(services, async (trx) => {
    await saveReports(trx, row.id, reports, 0, now)
    // The scanner was removed from the settings since.
    if (!reports.some((one) => one.rule === SCAN_CHECK.id))
      await deleteReport(trx, row.id, SCAN_CHECK.id)
    if (overallVerdict(requiredOf(row), reports) !== 'failed') {
      await moveSubmission(trx, row.id, 'waiting', { waiting_at: row.waiting_at ?? now })
      return
    }
    const moved = await moveSubmission(trx, row.id, 'failed_checks', {
      decided_at: now,
      quarantined: isQuarantined(reports),
    })
    if (!moved) return
    if (row.package_sha256 !== null) await dropHold(trx, row.package_sha256, row.id, now)
    await mailOutcome({ ...services, db: trx }, row, 'failed_checks')
  })
}
