import { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import type { Services, StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import { storeConnector } from '../connector-protocol.ts'
import { ConnectorFailure, type StoreState } from '../store-connector.ts'
import {
  HEALTH_FAILURES,
  type WordPressFacts,
  getWordPressSite as getContract,
  lookAtWordPressSite as lookContract,
} from '../site-contract.ts'
import { keysOf, sealContact } from './connect-site.ts'
import { PLUGIN_VERSION, inspectWordPress } from './inspect-site.ts'
import { findLastMove } from './move-site.ts'
import {
  CHECK_INTERVAL_SECONDS,
  CHECKS_NEEDED,
  UNREACHABLE_FAILURES,
  abandonableFrom,
  listUnreachable,
  canAbandon,
  recordUnreachable,
} from './unreachable.ts'
import {
  claimInspection,
  findWordPressSite,
  type WordPressSiteRow,
  saveInspection,
} from './site-data.ts'

const FRESH_SECONDS = 300
type Health = (typeof HEALTH_FAILURES)[number]

/** Facts as stored; those never seen are absent. */
const seenFacts = z.object({
  wordpress: z.string().nullable().default(null),
  plugin: z.string().nullable().default(null),
  woocommerce: z.boolean().nullable().default(null),
  places: z.array(z.int()).default([]),
  parts: z.int().default(0),
  theme: z.string().nullable().default(null),
})

type OwnSite = WordPressSiteRow & { domain: string; url: string }

export const getWordPressSite = defineOperation({
  ...getContract,
  run: async (ctx) => {
    const site = await requireWordPressSite(ctx)
    const now = ctx.clock.now()
    if (await claimInspection(ctx.db, site.store_id, now, secondsAfter(now, -FRESH_SECONDS)))
      await inspectNow(ctx, site)
    return { data: await present(ctx) }
  },
})

export const lookAtWordPressSite = defineOperation({
  ...lookContract,
  run: async (ctx) => {
    const site = await requireWordPressSite(ctx)
    await consumeRateLimits(ctx, [{ key: `site look ${site.store_id}`, most: 30, seconds: 3600 }])
    await inspectNow(ctx, site)
    return { data: await present(ctx) }
  },
})

/** Checks unreachable sites again until they answer or are abandoned. */
export async function recheckUnreachableSites(
  services: Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>,
): Promise<void> {
  for (const site of await listUnreachable(
    services.db,
    secondsAfter(services.clock.now(), -CHECK_INTERVAL_SECONDS),
  ))
    await inspectNow(services, site)
}

async function requireWordPressSite(ctx: StoreCtx): Promise<OwnSite> {
  const site = await findWordPressSite(ctx.db, ctx.actor.storeId)
  if (!site) throw refuse('site.not_a_site')
  return site
}

/** Checks the site from outside, and inside with the store's own key. */
async function inspectNow(
  services: Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>,
  site: OwnSite,
): Promise<void> {
  const [outside, inside] = await Promise.all([
    inspectWordPress(services, site.domain.replace(/^www\./, '')),
    inspectWithKeys(services, site),
  ])
  await saveInspection(
    services.db,
    site.store_id,
    {
      failure: inside.failure ?? (outside.problem === 'old_plugin' ? 'old_plugin' : null),
      facts: {
        ...(outside.url !== null && { plugin: outside.plugin, woocommerce: outside.woocommerce }),
        ...inside.facts,
      },
      contactSealed: inside.contactSealed,
    },
    services.clock.now(),
  )
  await recordUnreachable(
    services.db,
    site.store_id,
    UNREACHABLE_FAILURES.find((one) => one === inside.failure) ?? null,
    services.clock.now(),
  )
}

async function inspectWithKeys(
  { db, http, clock, sealing }: Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>,
  site: OwnSite,
): Promise<{ failure: Health | null; facts: object; contactSealed: string | null }> {
  const address = await keysOf({ sealing }, db, site.store_id)
  if (!address) return { failure: 'keys_gone', facts: {}, contactSealed: null }
  const { external_id: externalId } = await db
    .selectFrom('stores')
    .select('external_id')
    .where('id', '=', site.store_id)
    .executeTakeFirstOrThrow()
  const connector = storeConnector(http, clock, address, externalId)
  try {
    const [store, state] = await Promise.all([connector.getStore(), connector.getState()])
    return {
      failure: store.status === 'closed' ? 'closed' : null,
      facts: { wordpress: store.platform_version, ...countParts(state) },
      contactSealed: sealContact(sealing, store),
    }
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    return { failure: healthOf(error), facts: {}, contactSealed: null }
  }
}

function countParts({ slots }: StoreState): object {
  const layers = slots.flatMap(({ slot, layers: there }) =>
    there.map((layer) => ({ slot, prefix: layer.item.prefix })),
  )
  return {
    places: slots
      .flatMap(({ slot }) =>
        slot.startsWith('placement:') ? [Number(slot.slice('placement:'.length))] : [],
      )
      .sort((a, b) => a - b),
    parts: layers.length,
    theme: layers.find((layer) => layer.slot === 'theme')?.prefix ?? null,
  }
}

function healthOf({ kind, code }: ConnectorFailure): Health {
  if (kind === 'closed') return 'closed'
  if (code === 'bad_signature') return 'keys_gone'
  // WordPress answers but has no such route.
  return kind === 'refused' && code.startsWith('status_') ? 'plugin_off' : 'unreachable'
}

async function present(ctx: StoreCtx): Promise<WordPressFacts> {
  const site = await requireWordPressSite(ctx)
  const move = await findLastMove(ctx.db, site.store_id)
  return {
    domain: site.domain,
    url: site.url,
    settings_url: `${site.url.replace(/\/$/, '')}/wp-admin/options-general.php?page=arasta-connector`,
    approved_by: site.approved_by,
    connected_at: site.connected_at.toISOString(),
    looked_at: site.looked_at.toISOString(),
    failure: HEALTH_FAILURES.find((one) => one === site.failure) ?? null,
    plugin_newest: PLUGIN_VERSION,
    ...seenFacts.parse(site.facts),
    silence:
      site.silent_since === null
        ? null
        : {
            since: site.silent_since.toISOString(),
            looks: site.silent_looks,
            looks_needed: CHECKS_NEEDED,
            from: (abandonableFrom(site) ?? site.silent_since).toISOString(),
            may_forget: canAbandon(site, ctx.clock.now()),
          },
    move: move
      ? {
          from: move.from_domain,
          at: move.moved_at.toISOString(),
          state:
            move.checked_at === null
              ? 'settling'
              : move.let_go === null
                ? 'telling'
                : move.let_go
                  ? 'let_go'
                  : 'kept',
        }
      : null,
  }
}
