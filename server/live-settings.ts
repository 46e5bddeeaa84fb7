import { sql } from 'kysely'
import { COMPANY_FACTS } from '#lib/company-facts.ts'
import { readBrand, type Brand } from '#modules/market/brand.ts'
import type { Services } from '#kernel/context.ts'
import {
  brandingOf,
  findBrandingRows,
  findSettings,
  listZones,
  type OperatorFacts,
} from '#modules/market/public.ts'
import type { Config } from './config.ts'
import { renewSites } from './sites.ts'
import { DEMO_OPERATOR, isDemoThere } from './demo-market.ts'
import { trackInFlight, type InFlight } from './in-flight.ts'
import { CHANGE_CHANNEL, type Changes } from './page-cache/changes.ts'

interface Environment extends Pick<Config, 'platformId' | 'appOrigin' | 'themeOrigin'> {
  operator: OperatorFacts
  brand?: Brand | undefined
}

export interface LiveSettings {
  brand(): Brand | undefined
  /** Reads the settings from the console; true when something changed. */
  renew(): Promise<boolean>
}

/**
 * Applies settings from the console in every process without a restart. Mutates `operator`,
 * `branding`, `languages`, `zones`, `returnDays` and `sites` of the services, which everybody
 * holds. A process that notices a change tells all to drop their cached pages, which may show old
 * values.
 */
export function liveSettings(
  services: Pick<
    Services,
    'db' | 'log' | 'operator' | 'branding' | 'languages' | 'zones' | 'returnDays' | 'demo' | 'sites'
  >,
  environment: Environment,
  changes?: Changes,
  inFlight: Pick<InFlight, 'track'> = trackInFlight(),
): LiveSettings {
  const given = { ...environment.operator }
  let brand = environment.brand
  let before = ''
  async function renew(): Promise<boolean> {
    const [kept, rows, demo, zones] = await Promise.all([
      findSettings(services.db),
      findBrandingRows(services.db),
      isDemoThere(services.db),
      listZones(services.db),
      renewSites(services, environment),
    ])
    const operator = kept.operator ?? (given.name === '' && demo ? DEMO_OPERATOR : given)
    for (const name of COMPANY_FACTS)
      if (operator[name] === undefined) delete services.operator[name]
    Object.assign(services.operator, operator, { country: kept.country })
    const branding = brandingOf(rows)
    Object.assign(services.branding, branding)
    services.languages.splice(0, Infinity, ...kept.languages)
    services.zones.splice(0, Infinity, ...zones)
    services.demo.isLoaded = demo
    services.returnDays.value = kept.returnDays
    brand = kept.brand ? readBrand(JSON.stringify(kept.brand)) : environment.brand
    const now = JSON.stringify([
      services.operator,
      branding,
      brand?.href,
      kept.languages,
      kept.returnDays,
      zones,
      services.sites,
    ])
    const changed = before !== '' && now !== before
    before = now
    return changed
  }
  changes?.onChange((tags) => {
    if (!tags.some((tag) => /^(settings|all|platform:.*)$/.test(tag))) return
    const renewed = renew().then((changed) =>
      changed ? sql`select pg_notify(${CHANGE_CHANNEL}, 'all')`.execute(services.db) : undefined,
    )
    void inFlight.track(
      renewed.catch((error: unknown) => services.log.error({ error }, 'settings of the market')),
    )
  })
  return { brand: () => brand, renew }
}
