import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findProof } from './find-proof.ts'
import { listUnlooked, noteProof } from './site-data.ts'
import type { ProofKind } from './sites.ts'

const DAY = 86_400
const MOST = 40

/**
 * Housekeeping: whether each site's proof is still there, once a day. What is gone is told to its
 * owner on the site's page, and changes nothing else.
 */
export async function checkSiteProofs(
  services: Pick<Services, 'db' | 'clock' | 'http' | 'names'>,
): Promise<void> {
  for (const site of await listUnlooked(
    services.db,
    secondsAfter(services.clock.now(), -DAY),
    MOST,
  )) {
    const proof = await findProof(services, {
      domain: site.domain,
      token: site.proof_token,
      kind: site.proved_by as ProofKind,
    })
    await noteProof(
      services.db,
      site.store_id,
      proof.found ? null : proof.failure,
      services.clock.now(),
    )
  }
}
