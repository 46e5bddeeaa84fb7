export { listWaitingApplications, purgeApplications } from './applications/data.ts'
import type { MalwareScanner } from './scans/scanner.ts'
export { getAnyItem, listAllItems } from './items/operator-items.ts'
export { publishItemAgain, undoDecision, unpublishItem } from './items/take-downs.ts'
export { purgePartnerEvents } from './feed/feed.ts'
export { findPartners } from './partners/find-partners.ts'
export { findPartner, listAllPartners } from './partners/partners.ts'
export { notifyDeveloper } from './partners/inbox.ts'
export { recheckProofs } from './partners/proofs.ts'
export { readDraft } from './partners/draft.ts'
export { findDueRollouts, checkRollout } from './rollouts/watch.ts'
export { listHalted } from './health/waiting.ts'
export { renewStandings } from './rollouts/standings.ts'
export { answerAppeal, readAppeal } from './statements/statements.ts'
export { listAllStatements, listWaitingAppeals } from './statements/data.ts'
export { presentLine } from './statements/statements.ts'
export { APPEAL_SECONDS } from './statements/rules.ts'
export { endStatements, stateReasons, type StatedReasons } from './statements/state-reasons.ts'
export { listWaitingSubmissions } from './submissions/review.ts'
export { listSubmissionHappenings, measureQueue } from './submissions/data.ts'
export { MEASURED } from './submissions/rules.ts'
export { findMissingFiles } from './submissions/missing-files.ts'
export { purgePictures } from './submissions/purge-pictures.ts'
export { checkSubmission, findDueChecks } from './submissions/check-submission.ts'
export { findDueReleases, publishScheduled } from './submissions/publish-scheduled.ts'
export { findDueTrials, runSubmissionTrial } from './submissions/try-submission.ts'
export { rescanPackages } from './scans/rescan.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** Null where none is configured: then packages are not scanned. */
    malwareScanner: MalwareScanner | null
  }
}
