import { randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { seal } from '#lib/sealed.ts'
import { WEBHOOK_SECRET_PREFIX } from '#lib/token-prefixes.ts'
import type { AppNews, Services, NotifyNeeds } from '#kernel/context.ts'
import { addressOn, findInstalledRelease } from '#modules/catalog/public.ts'
import { countUp, findCopy, insertMessage, keepEndpoint } from './data.ts'

export const SECRET_PURPOSE = 'webhook'
/** They concern people's data: who can be told anything is told these (docs/webhooks.md). */
const ALWAYS = ['store.data_request', 'store.erase']

export const newWebhookSecret = (): string =>
  `${WEBHOOK_SECRET_PREFIX}${randomBytes(32).toString('base64')}`

/** The address at which an app is told of this copy, with its secrets; null when it wants none. */
export async function endpointOf(
  { clock, sealing }: Pick<Services, 'clock' | 'sealing'>,
  trx: Db,
  copy: { item_id: string; release_id: string; url: string },
) {
  const release = await findInstalledRelease({ db: trx }, copy.release_id)
  const address = release?.manifest.kind === 'app' ? release.manifest.links.webhooks : undefined
  if (!release || address === undefined) return null
  const endpoint = await keepEndpoint(
    trx,
    {
      id: newId('whe'),
      item_id: copy.item_id,
      url: addressOn(address, copy.url),
      secret_sealed: seal(sealing, SECRET_PURPOSE, newWebhookSecret()),
    },
    clock.now(),
  )
  return { endpoint, manifest: release.manifest }
}

/**
 * Puts what happened into the outbox, in the caller's transaction: the app is told if and only if
 * that commits. Nothing is written for an app that does not want to be told of it, or whose address
 * is gone.
 */
export async function notifyApp(
  services: NotifyNeeds,
  trx: Db,
  { type, installationId, data = {} }: AppNews,
): Promise<void> {
  const copy = await findCopy(trx, installationId)
  const told = copy && (await endpointOf(services, trx, copy))
  if (!told || told.endpoint.disabled_at !== null || told.manifest.kind !== 'app') return
  // Manifests of releases from before there were events have none.
  if (!ALWAYS.includes(type) && !(told.manifest.events ?? []).includes(type)) return
  const now = services.clock.now()
  const sequence = await countUp(trx, copy.id)
  const id = newId('msg')
  const body = JSON.stringify({
    type,
    timestamp: now.toISOString(),
    data: {
      app: told.manifest.prefix,
      installation: {
        id: copy.id,
        sequence,
        state: copy.state,
        version: copy.version,
        permissions: copy.granted,
        scopes: copy.scopes ?? [],
      },
      store: { id: copy.store_id, domain: copy.domain, url: copy.url },
      ...data,
    },
  })
  await insertMessage(
    trx,
    { id, endpoint_id: told.endpoint.id, installation_id: copy.id, sequence, type, body },
    now,
  )
  await services.jobs.enqueue(trx, 'deliver-webhook', { id })
}
