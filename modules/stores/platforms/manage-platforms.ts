import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type ConsoleCtx, ownOrigins } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Db } from '#db/client.ts'
import { newSecret } from '#lib/ids.ts'
import { MARKETS } from '#lib/market.ts'
import { MOST_PLATFORMS } from '#lib/platform-id.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import { mayCall } from './connector-address.ts'
import { findPlatform, hostsOf, updatePlatform } from './data.ts'
import { type PanelHostRule, readPanelHostRule, writePanelHostRule } from './panel-host.ts'
import { sealClientSecret } from './public.ts'
import { CHECKS } from './kit/checks.ts'
import { countChecks } from './setup/checks-data.ts'
import { isWhole, listHandovers } from './setup/handovers.ts'

const done = { success: true as const }

/** What the audit log shows: no secret. */
async function readPlatform(db: Db, id: string) {
  const row = await db
    .selectFrom('platforms')
    .select(['name', 'letters', 'ground', 'entry', 'state'])
    .select(['connector_url', 'connector_key_id', 'panel_origins', 'panel_host_rule'])
    .select(['demonstration_store', 'scratch_store'])
    .select((on) => hostsOf(on))
    .where('id', '=', Number(id))
    .executeTakeFirst()
  if (!row) return null
  const rule = row.panel_host_rule as PanelHostRule | null
  return {
    ...row,
    panel_host_rule: rule && writePanelHostRule(rule),
    hosts: row.hosts.map(({ market, host }) => `${market} ${host}`).toSorted(),
  }
}

const audit = {
  kind: 'platform',
  id: ({ params }: { params: { platform: number } }) => String(params.platform),
  read: readPlatform,
}

/** "Marktgasse Köln" → "marktgasse-koln"; the number where nothing is left, or it is taken. */
async function keyFor(db: Db, name: string, id: number): Promise<string> {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-|-$/g, '')
  const taken = await db
    .selectFrom('platforms')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  return key === '' || taken ? `platform-${id}` : key
}

export const addPlatform = defineOperation({
  ...contract.addPlatform,
  audit: { kind: 'platform', id: (_input, _ctx, answer) => answer && String(answer.id) },
  run: async (ctx, { body }) => {
    // Two at once would take the same number.
    await sql`lock table platforms in share row exclusive mode`.execute(ctx.db)
    const { id } = await ctx.db
      .selectFrom('platforms')
      .select(sql<number>`coalesce(max(id) filter (where id <= ${MOST_PLATFORMS}), 0) + 1`.as('id'))
      .executeTakeFirstOrThrow()
    if (id > MOST_PLATFORMS)
      throw refuse('backoffice.platforms_full', { params: { most: MOST_PLATFORMS } })
    const key = await keyFor(ctx.db, body.name, id)
    await ctx.db
      .insertInto('platforms')
      .values({ ...body, id, key, state: 'draft' })
      .execute()
    return { id }
  },
})

const fieldError = (
  field: string,
  code: 'backoffice.connector_address' | 'backoffice.host_taken',
) => refuse(code, { fields: { [field]: { code } } })

/** Gives the platform these hosts; one that is undefined stays. */
async function replaceHosts(
  ctx: ConsoleCtx,
  platform: number,
  hosts: Record<'app' | 'theme', string | null | undefined>,
): Promise<void> {
  // The addresses of the market and its parts; those of platforms are rows.
  const own = ownOrigins({ sites: [], origins: ctx.origins }).map((one) => new URL(one).hostname)
  const changed = MARKETS.filter((market) => hosts[market] !== undefined)
  if (changed.length === 0) return
  // Two changes at once could wait for each other's host.
  await sql`lock table platform_hosts in share row exclusive mode`.execute(ctx.db)
  await ctx.db
    .deleteFrom('platform_hosts')
    .where('platform_id', '=', platform)
    .where('market', 'in', changed)
    .execute()
  for (const market of changed) {
    const host = hosts[market]
    if (host == null) continue
    const added = await ctx.db
      .insertInto('platform_hosts')
      .values({ platform_id: platform, market, host })
      .onConflict((conflict) => conflict.doNothing())
      .returning('host')
      .executeTakeFirst()
    if (own.includes(host) || !added) throw fieldError(`${market}_host`, 'backoffice.host_taken')
  }
}

export const changePlatform = defineOperation({
  ...contract.changePlatform,
  audit,
  run: async (ctx, { params, body }) => {
    const { app_host: app, theme_host: theme, connector, panels, panel_host_rule, ...rest } = body
    if (!(await findPlatform(ctx.db, params.platform))) throw refuse('not_found')
    if (connector && !mayCall(ctx, connector))
      throw fieldError('connector', 'backoffice.connector_address')
    const rule = panel_host_rule == null ? panel_host_rule : readPanelHostRule(panel_host_rule)
    if (panel_host_rule != null && rule === null)
      throw refuse('input.invalid', { fields: { panel_host_rule: { code: 'field.invalid' } } })
    await updatePlatform(ctx.db, params.platform, {
      ...rest,
      // Kysely leaves out what is undefined; the key keeps the statement from being empty.
      id: params.platform,
      connector_url: connector,
      panel_origins: panels?.map((one) => new URL(one).origin),
      panel_host_rule: rule && JSON.stringify(rule),
    })
    await replaceHosts(ctx, params.platform, { app, theme })
    return done
  },
})

/** A platform opens when its connector keeps the protocol and somebody has come in from it. */
async function requireTried(ctx: ConsoleCtx, platform: number): Promise<void> {
  const { passed, failed, skipped } = await countChecks(ctx.db, platform)
  // A check that never ran has no row.
  if (passed === 0 || passed + skipped < CHECKS.length)
    throw refuse('backoffice.platform_unchecked', { params: { failed } })
  if (!(await listHandovers(ctx, platform)).some(isWhole))
    throw refuse('backoffice.platform_no_handover')
}

export const changePlatformState = defineOperation({
  ...contract.changePlatformState,
  audit,
  run: async (ctx, { params, body }) => {
    const platform = await ctx.db
      .selectFrom('platforms')
      .select(['entry', 'state', 'connector_url', 'connector_key_id', 'panel_origins'])
      .select((on) =>
        on
          .exists(
            on
              .selectFrom('platform_keys')
              .select('kid')
              .whereRef('platform_id', '=', 'platforms.id')
              .where('retired_at', 'is', null)
              .where('left_at', 'is', null),
          )
          .as('has_key'),
      )
      .where('id', '=', params.platform)
      .forUpdate()
      .executeTakeFirst()
    if (!platform) throw refuse('not_found')
    if (platform.state === 'retired' && body.state !== 'retired')
      throw refuse('backoffice.platform_retired')
    const isComplete =
      platform.entry !== 'panel' ||
      (platform.connector_url !== null &&
        platform.connector_key_id !== null &&
        platform.panel_origins.length > 0 &&
        platform.has_key)
    if (body.state === 'open' && !isComplete) throw refuse('backoffice.platform_incomplete')
    if (body.state === 'open' && platform.state === 'draft' && platform.entry === 'panel')
      await requireTried(ctx, params.platform)
    await updatePlatform(ctx.db, params.platform, {
      ...body,
      ...(body.state !== 'paused' && { test_stores_sealed: null }),
    })
    return done
  },
})

export const makePlatformCredentials = defineOperation({
  ...contract.makePlatformCredentials,
  audit,
  run: async (ctx, { params }) => {
    const platform = await findPlatform(ctx.db, params.platform)
    if (!platform) throw refuse('not_found')
    const [id, secret] = [`${platform.key}-${randomBytes(3).toString('hex')}`, newSecret()]
    await updatePlatform(ctx.db, params.platform, {
      connector_key_id: id,
      connector_secret_sealed: sealClientSecret(ctx.sealing, secret),
    })
    return { client_id: id, client_secret: secret }
  },
})
