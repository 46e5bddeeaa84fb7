import { findKnownPlatform, listKnownPlatforms, sealClientSecret } from '#contexts/platforms/public.ts'
import type { Services } from '#contexts/ctx.ts'
import { SettingsFault } from '#lib/settings.ts'
import type { Config } from './config.ts'

type Needs = Pick<Services, 'db' | 'sealing'>

/**
 * Writes the platform that the settings describe (D3): its addresses, its key, the connector's client. Secrets are sealed. A secret that
 * reads back the same is left alone, so that a start changes nothing. A platform that is only a row of the market (D26) is left as it is;
 * throws `SettingsFault` when there is no such row.
 */
export async function registerPlatform(services: Needs, config: Config): Promise<void> {
  const platform = findKnownPlatform(config.platformId)
  if (!platform) return requireRow(services, config.platformId)
  const { key, name, adapter, entry } = platform
  const known = {
    key, name, logo: key, adapter,
    connector_url: config.connectorUrl ?? null, connector_key_id: config.connectorKeyId ?? null,
    connector_secret_sealed: config.connectorSecret ? sealClientSecret(services.sealing, config.connectorSecret) : null,
    demonstration_store: config.demonstrationStore ?? null,
    scratch_store: config.scratchStore ?? null,
    // A site has no panel to come from.
    panel_origins: entry === 'panel' ? config.panelOrigins : [],
    panel_host_rule: entry === 'panel' && config.panelHostRule ? JSON.stringify(config.panelHostRule) : null,
  }
  await services.db.insertInto('platforms').values({ id: config.platformId, ...known })
    .onConflict(conflict => conflict.column('id').doUpdateSet(known)).execute()
  if (!config.platformPublicKey) return
  const { kid, kty, crv, x } = config.platformPublicKey
  await services.db.insertInto('platform_keys').values({ platform_id: config.platformId, kid, public_jwk: JSON.stringify({ kty, crv, x, kid }) })
    .onConflict(conflict => conflict.columns(['platform_id', 'kid']).doNothing()).execute()
}

async function requireRow({ db }: Needs, id: number): Promise<void> {
  const rows = await db.selectFrom('platforms').select(['id', 'name']).orderBy('id').execute()
  if (rows.some(row => row.id === id)) return
  throw new SettingsFault([
    `PLATFORM_ID is ${id}, and this market has no platform of that number. It has: ${rows.map(row => `${row.id} (${row.name})`).join(', ') || 'none'}. Besides, any of these can be chosen: ${listKnownPlatforms()}.`,
  ])
}
