import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Currency } from '#lib/currencies.ts'
import type { Locale } from '#lib/locale.ts'
import { type ConsoleCtx, listOriginSettings } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Waiting } from '#kernel/waiting.ts'
import { refuse } from '../errors.ts'
import {
  findPlatformPrices,
  hostsOf,
  insertPlatformKey,
  KEY_OVERLAP_SECONDS,
  type PlatformState,
} from './data.ts'
import { type PanelHostRule, writePanelHostRule } from './panel-host.ts'
import type { Entry } from './seeds.ts'
import {
  addPlatformKey as addContract,
  getPlatforms as getContract,
  retirePlatformKey as retireContract,
} from './contract.ts'

const DAY = 86_400
type PlatformColors = Record<string, [string, string]>
const done = { success: true as const }

/** Results of the runs on each platform's stores. */
const countRuns = async (db: ConsoleCtx['db'], since: Date) =>
  (
    await sql<{ platform_id: number; succeeded: number; failed: number; unreachable: number }>`
  select stores.platform_id, count(*) filter (where run.state = 'succeeded')::integer as succeeded, count(*) filter (where run.state = 'failed')::integer as failed,
    count(*) filter (where run.failure = 'installs.store_unreachable')::integer as unreachable
  from installation_runs run join installations on installations.id = run.installation_id join stores on stores.id = installations.store_id where run.finished_at >= ${since} group by stores.platform_id`.execute(
      db,
    )
  ).rows

/** All platforms, or the one with this number. */
export async function readPlatforms(ctx: ConsoleCtx, only?: number) {
  const [platforms, keys, runs] = await Promise.all([
    ctx.db
      .selectFrom('platforms')
      .select([
        'id',
        'key',
        'name',
        'letters',
        'ground',
        'logo',
        'entry',
        'state',
        'connector_url',
        'connector_key_id',
        'panel_origins',
        'panel_host_rule',
        'demonstration_store',
        'scratch_store',
        'market_name',
        'brand',
        'languages',
        'keys_url',
        'prices_include_tax',
        'home_country',
        'currency',
        sql<number>`(select count(*)::integer from stores where stores.platform_id = platforms.id)`.as(
          'stores',
        ),
      ])
      .select((on) =>
        on
          .selectFrom('platform_key_fetches')
          .select('fetched_at')
          .whereRef('platform_id', '=', 'platforms.id')
          .as('keys_fetched_at'),
      )
      .select((on) => hostsOf(on))
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
      .orderBy('id')
      .execute(),
    ctx.db
      .selectFrom('platform_keys')
      .select(['platform_id', 'kid', 'retired_at', 'left_at'])
      .orderBy('kid')
      .execute(),
    countRuns(ctx.db, secondsAfter(ctx.clock.now(), -DAY)),
  ])
  return platforms.map((row) => {
    const { connector_url: connector, connector_key_id: clientId, ...rest } = row
    const { panel_origins: panels, hosts, brand, ...one } = rest
    const { platform_id: _id, ...ended } = runs.find((run) => run.platform_id === one.id) ?? {
      platform_id: one.id,
      succeeded: 0,
      failed: 0,
      unreachable: 0,
    }
    const rule = one.panel_host_rule as PanelHostRule | null
    const hostOf = (market: string) => hosts.find((host) => host.market === market)?.host ?? null
    return {
      ...one,
      currency: one.currency as Currency,
      languages: one.languages as Locale[] | null,
      entry: one.entry as Entry,
      state: one.state as PlatformState,
      hosts: { app: hostOf('app'), theme: hostOf('theme') },
      connector,
      keys_fetched_at: one.keys_fetched_at?.toISOString() ?? null,
      client_id: clientId,
      colours: (brand as { colours?: PlatformColors } | null)?.colours ?? {},
      panels,
      panel_host_rule: rule && writePanelHostRule(rule),
      runs: ended,
      keys: keys
        .filter((key) => key.platform_id === one.id)
        .map((key) => ({
          kid: key.kid,
          retired_at: key.retired_at?.toISOString() ?? null,
          valid_until: key.left_at
            ? secondsAfter(key.left_at, KEY_OVERLAP_SECONDS).toISOString()
            : null,
        })),
    }
  })
}

export const getPlatforms = defineOperation({
  ...getContract,
  run: async (ctx) => {
    const { origins, operator } = ctx
    return {
      platforms: await readPlatforms(ctx),
      settings: [
        ...listOriginSettings(ctx),
        { name: 'CONSOLE_ORIGIN', value: origins.console },
        { name: 'INSTALLER_ORIGIN', value: origins.installer },
        { name: 'PREVIEW_ORIGIN', value: origins.preview },
        { name: 'OPERATOR_NAME', value: operator.name },
        { name: 'OPERATOR_ADDRESS', value: operator.address },
        { name: 'OPERATOR_MAIL', value: operator.mail },
        { name: 'CONTACT_MAIL_TO', value: ctx.contactMailTo },
        { name: 'ALERT_MAIL_TO', value: ctx.alertMailTo },
        { name: 'GATEWAY', value: ctx.gateway.name },
      ],
    }
  },
})

/** Reads an Ed25519 public key; a pasted private key is refused, not stored. */
export function readKey(text: string): { kid: string; kty: string; crv: string; x: string } {
  const wrong = () => refuse('input.invalid', { fields: { jwk: { code: 'field.invalid' } } })
  let given: Record<string, unknown>
  try {
    given = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw wrong()
  }
  const { kid, kty, crv, x } = given ?? {}
  if (
    kty !== 'OKP' ||
    crv !== 'Ed25519' ||
    typeof kid !== 'string' ||
    !/^[\w.:-]{1,100}$/.test(kid) ||
    typeof x !== 'string' ||
    !/^[\w-]{43}$/.test(x) ||
    'd' in given
  )
    throw wrong()
  return { kid, kty, crv, x }
}

const readKeys = async (db: ConsoleCtx['db'], id: string) => ({
  ...(await db
    .selectFrom('platforms')
    .select('keys_url')
    .where('id', '=', Number(id))
    .executeTakeFirst()),
  ...Object.fromEntries(
    (
      await db
        .selectFrom('platform_keys')
        .select(['kid', 'retired_at'])
        .where('platform_id', '=', Number(id))
        .execute()
    ).map((key) => [key.kid, key.retired_at === null ? 'in force' : 'retired']),
  ),
})
export const keyAudit = {
  kind: 'platform_key',
  id: ({ params }: { params: { platform: number } }) => String(params.platform),
  read: readKeys,
}

export const addPlatformKey = defineOperation({
  ...addContract,
  audit: keyAudit,
  run: async (ctx, { params, body }) => {
    const key = readKey(body.jwk)
    if (!(await findPlatformPrices(ctx.db, params.platform))) throw refuse('not_found')
    const made = await insertPlatformKey(ctx.db, params.platform, key)
    if (!made)
      throw refuse('backoffice.key_taken', { fields: { jwk: { code: 'backoffice.key_taken' } } })
    return { kid: key.kid }
  },
})

export const retirePlatformKey = defineOperation({
  ...retireContract,
  audit: keyAudit,
  run: async (ctx, { params }) => {
    const keys = await ctx.db
      .selectFrom('platform_keys')
      .select(['kid', 'retired_at', 'left_at'])
      .where('platform_id', '=', params.platform)
      .forUpdate()
      .execute()
    const key = keys.find((one) => one.kid === params.kid)
    if (!key) throw refuse('not_found')
    const stays = (one: (typeof keys)[number]) => one.retired_at === null && one.left_at === null
    if (!keys.some((one) => stays(one) && one.kid !== key.kid)) throw refuse('backoffice.last_key')
    await ctx.db
      .updateTable('platform_keys')
      .set({ retired_at: ctx.clock.now() })
      .where('platform_id', '=', params.platform)
      .where('kid', '=', key.kid)
      .where('retired_at', 'is', null)
      .execute()
    return done
  },
})

/** For the inbox: keys that left their platform's set and stop being valid, the oldest first. */
export const listEndingKeys = async (db: Db, now: Date, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('platform_keys')
      .innerJoin('platforms', 'platforms.id', 'platform_keys.platform_id')
      .select(['platform_keys.platform_id', 'kid', 'platforms.name', 'left_at'])
      .where('platform_keys.retired_at', 'is', null)
      .where('left_at', '>', secondsAfter(now, -KEY_OVERLAP_SECONDS))
      .orderBy('left_at')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: `${row.platform_id}.${row.kid}`,
    place: String(row.platform_id),
    title: row.kid,
    detail: row.name,
    since: row.left_at ?? now,
  }))
