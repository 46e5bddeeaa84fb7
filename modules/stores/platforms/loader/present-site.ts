import { secondsAfter } from '#lib/clock.ts'
import { storeOf } from '#kernel/actor.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { refuse } from '../../errors.ts'
import type { SiteFacts } from '../site-contract.ts'
import { presentProof } from './find-proof.ts'
import { findMove } from './move-data.ts'
import type { PageRule } from './page-rules.ts'
import { LOADER_VERSION, policyLines, scriptTag } from './released.ts'
import { listLayers, listTroubles } from './site-data.ts'
import { findSite } from './sites.ts'

/** A trouble that nobody had for so long is over. */
const TROUBLE_SECONDS = 3 * 86_400

export async function requireOwnSite(ctx: Ctx) {
  const site = await findSite(ctx, storeOf(ctx).storeId)
  if (!site || site.disconnected_at !== null) throw refuse('site.not_a_site')
  return site
}

/**
 * Everything its owner sees of a site. `stamp`: of what stands there now, as `installs` makes it.
 */
export async function presentSite(
  services: Pick<Services, 'db' | 'clock' | 'origins' | 'blobs' | 'sealing' | 'siteVersionHash'>,
  storeId: string,
): Promise<SiteFacts> {
  const site = await findSite(services, storeId)
  if (!site) throw refuse('site.not_a_site')
  const now = services.clock.now()
  const [layers, troubles, move, stamp] = await Promise.all([
    listLayers(services.db, storeId),
    listTroubles(services.db, storeId, secondsAfter(now, -TROUBLE_SECONDS)),
    findMove(services.db, storeId, now),
    services.siteVersionHash(services, storeId),
  ])
  const itemOf = new Map(layers.map((layer) => [layer.effect_id, layer.prefix]))
  return {
    domain: site.domain,
    url: site.url,
    tag: scriptTag(services.origins.installer, site),
    policy: policyLines(services.origins.installer),
    version: LOADER_VERSION,
    health: {
      seen_at: site.seen_at?.toISOString() ?? null,
      seen_version: site.seen_version,
      newest: site.seen_stamp === null ? null : site.seen_stamp === stamp,
      parts: layers.length,
      troubles: troubles.map((one) => ({
        code: one.code,
        item: itemOf.get(one.effect_id) ?? null,
        path: one.path,
        count: one.count,
        last_at: one.last_at.toISOString(),
      })),
    },
    proof: {
      ...presentProof({
        domain: site.domain,
        token: site.proof_token,
        looked_at: site.proof_asked_at,
        failure: site.proof_failure,
      }),
      by: site.proved_by as 'dns',
      proved_at: site.proved_at.toISOString(),
      asked_at: site.proof_asked_at.toISOString(),
      holds: site.proof_failure === null,
    },
    rules: site.rules as PageRule[],
    move: move
      ? {
          domain: move.domain,
          old_proved: move.old_proved_at !== null,
          new_proved: move.new_proved_at !== null,
          proof: presentProof(move),
          expires_at: move.expires_at.toISOString(),
        }
      : null,
  }
}
