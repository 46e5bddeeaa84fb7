import { isPreview } from '#modules/catalog/packages/versions.ts'

/**
 * The catalogue offers a version with a `-` only to who asks for it (`2.0.0-beta.1`): that is what
 * the channels are.
 */
export const channelOf = (version: string): 'stable' | 'beta' =>
  isPreview(version) ? 'beta' : 'stable'

/** How many of the last decisions the waiting time is measured on. */
export const MEASURED = 20
/** How long a look may take before somebody else takes the submission up. */
export const CHECK_LEASE_SECONDS = 330
/**
 * How often checks that end their own process are begun; after that a person is told that they
 * could not run.
 */
export const MOST_TRIES = 3
/** How long to wait for one's turn on the scratch shop. */
export const TURN_AGAIN_SECONDS = 10
/** How long a reviewer has a submission alone. */
export const CLAIM_SECONDS = 45 * 60
