/** Between two attempts at a scan that waits: longer the longer it has waited. */
const FIRST_RETRY_SECONDS = 30
const MOST_RETRY_SECONDS = 300
export const scanRetrySeconds = (waitedSeconds: number): number =>
  Math.round(Math.min(MOST_RETRY_SECONDS, Math.max(FIRST_RETRY_SECONDS, waitedSeconds / 4)))

/** All scans of one package together; a scanner that is slower counts as unreachable. */
export const SCAN_DEADLINE_MS = 120_000

/** Reviewers are mailed when the scanner has not answered for so long. */
export const ALARM_SECONDS = 600

/** Published packages scanned again in one hour, when signatures have changed. */
export const RESCANS_PER_HOUR = 100
/** The longest that one hour's scans may take. */
export const RESCAN_MS = 300_000
