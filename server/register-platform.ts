import { knownPlatform, sealClientSecret } from '#contexts/platforms/public.ts'
import type { Services } from '#contexts/ctx.ts'
import type { Config } from './config.ts'

/**
 * Writes the platform that the settings describe (D3): its addresses, its key, the connector's client. Secrets are sealed. A secret that
 * reads back the same is left alone, so that a start changes nothing.
 */
export async function registerPlatform(services: Pick<Services, 'db' | 'sealing'>, config: Config): Promise<void> {
  const { key, name, adapter, entry } = knownPlatform(config.platformId)
  const known = {
    key, name, logo: key, adapter,
    connector_url: config.connectorUrl ?? null, connector_key_id: config.connectorKeyId ?? null,
    connector_secret_sealed: config.connectorSecret ? sealClientSecret(services.sealing, config.connectorSecret) : null,
    demonstration_store: config.demonstrationStore ?? null,
    scratch_store: config.scratchStore ?? null,
    // A site has no panel to come from.
    panel_origins: entry === 'panel' ? config.panelOrigins : [],
    panel_host_rule: JSON.stringify({ from: '{shop}.localhost', to: 'panel.localhost' }),
  }
  await services.db.insertInto('platforms').values({ id: config.platformId, ...known })
    .onConflict(conflict => conflict.column('id').doUpdateSet(known)).execute()
  if (!config.platformPublicKey) return
  const { kid, kty, crv, x } = config.platformPublicKey
  await services.db.insertInto('platform_keys').values({ platform_id: config.platformId, kid, public_jwk: JSON.stringify({ kty, crv, x, kid }) })
    .onConflict(conflict => conflict.columns(['platform_id', 'kid']).doNothing()).execute()
}
