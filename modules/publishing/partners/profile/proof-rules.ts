const DAY = 86_400

/** How long a mailed link is good. */
export const MAIL_CHECK_SECONDS = 3 * DAY
/** How often the job looks whether a domain's proof is still there. */
export const LOOK_AGAIN_SECONDS = DAY
/** A proof that is gone for so long counts no more; until then its owners have been told. */
export const GRACE_SECONDS = 14 * DAY
/** Links that ended are forgotten. */
export const KEEP_CHECKS_SECONDS = 30 * DAY

export const PROOF_LIMITS = {
  /** Clicks on "look now": each asks the outside twice. */
  looks: { most: 30, seconds: 3_600 },
  mails: { most: 10, seconds: DAY },
  /**
   * To one address, whoever asks for it: it may be somebody else's. Past it each partner still gets
   * one a day.
   */
  mailsToOne: { most: 3, seconds: DAY },
  mailsSlowed: { most: 1, seconds: DAY },
  tokens: { most: 60, seconds: 3_600 },
} as const

export const recordName = (domain: string): string => `_arasta.${domain}`
/** What the record says, and what stands in the file. */
export const proofText = (proof: string): string => `arasta-proof=${proof}`
export const FILE_PATH = '/.well-known/arasta-proof.txt'
export const fileAddress = (website: string): string => new URL(FILE_PATH, website).href
