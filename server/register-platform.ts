import { SettingsFault } from '#lib/settings.ts'
import type { Services } from '#kernel/context.ts'
import {
  ANY_SITE,
  findKnownPlatform,
  insertPlatformKey,
  listKnownPlatforms,
  sealClientSecret,
  upsertPlatform,
} from '#modules/stores/platforms/public.ts'
import type { Config } from './config.ts'

type Needs = Pick<Services, 'db' | 'sealing'>

/**
 * Writes the platform that the settings describe (D3): its addresses, its key, the connector's
 * client. Secrets are sealed. A secret that reads back the same is left alone, so that a start
 * changes nothing. A platform that is only a row of the market (D26) is left as it is; throws
 * `SettingsFault` when there is no such row.
 */
export async function registerPlatform(services: Needs, config: Config): Promise<void> {
  if (config.anySiteOrigin !== undefined) await registerAnySite(services)
  const platform = findKnownPlatform(config.platformId)
  if (!platform) return requireRow(services, config.platformId)
  if (platform.adapter === 'loader') {
    await registerAnySite(services)
    return
  }
  const { key, name, adapter, entry } = platform
  const known = {
    key,
    name,
    logo: key,
    adapter,
    connector_url: config.connectorUrl ?? null,
    connector_key_id: config.connectorKeyId ?? null,
    connector_secret_sealed: config.connectorSecret
      ? sealClientSecret(services.sealing, config.connectorSecret)
      : null,
    demonstration_store: config.demonstrationStore ?? null,
    scratch_store: config.scratchStore ?? null,
    // A site has no panel to come from.
    panel_origins: entry === 'panel' ? config.panelOrigins : [],
    panel_host_rule:
      entry === 'panel' && config.panelHostRule ? JSON.stringify(config.panelHostRule) : null,
  }
  await upsertPlatform(services.db, config.platformId, known)
  if (!config.platformPublicKey) return
  const { kid, kty, crv, x } = config.platformPublicKey
  await insertPlatformKey(services.db, config.platformId, { kty, crv, x, kid })
}

/**
 * Sites of nobody's (D4): there is no connector to ask, no panel to come from, and no key that a
 * launch token could be signed by.
 */
const registerAnySite = ({ db }: Needs): Promise<unknown> => {
  const { key, name, adapter } = findKnownPlatform(ANY_SITE)!
  return upsertPlatform(db, ANY_SITE, {
    key,
    name,
    logo: key,
    adapter,
    connector_url: null,
    connector_key_id: null,
    connector_secret_sealed: null,
    demonstration_store: null,
    scratch_store: null,
    panel_origins: [],
    panel_host_rule: null,
  })
}

async function requireRow({ db }: Needs, id: number): Promise<void> {
  const rows = await db.selectFrom('platforms').select(['id', 'name']).orderBy('id').execute()
  if (rows.some((row) => row.id === id)) return
  throw new SettingsFault([
    `PLATFORM_ID is ${id}, and this market has no platform of that number. It has: ${rows.map((row) => `${row.id} (${row.name})`).join(', ') || 'none'}. Besides, any of these can be chosen: ${listKnownPlatforms()}.`,
  ])
}
