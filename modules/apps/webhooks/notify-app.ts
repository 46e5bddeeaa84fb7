import { randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { WEBHOOK_SECRET_PREFIX } from '#lib/token-prefixes.ts'
import type { AppNews, Services, NotifyNeeds } from '#kernel/context.ts'
import { type Manifest, addressOn } from '#modules/catalog/public.ts'
import { nextSequence, findCopy, insertMessage, upsertEndpoint } from './data.ts'

export const SECRET_PURPOSE = 'webhook'
/** Events about personal data, sent to every app with an address (docs/webhooks.md). */
const MANDATORY_EVENTS = ['store.data_request', 'store.erase']

export const newWebhookSecret = (): string =>
  `${WEBHOOK_SECRET_PREFIX}${randomBytes(32).toString('base64')}`

/** The secrets that sign messages at `now`, newest first: a former one is valid a day longer. */
export function validSecrets(
  { sealing }: Pick<Services, 'sealing'>,
  endpoint: { secret_sealed: string; former_sealed: string | null; former_until: Date | null },
  now: Date,
): string[] {
  const { secret_sealed: current, former_sealed: former, former_until: until } = endpoint
  return [current, ...(former !== null && until !== null && until > now ? [former] : [])].map(
    (sealed) => unseal(sealing, SECRET_PURPOSE, sealed),
  )
}

/**
 * The endpoint for this installation with its secrets, created if needed; null when the app has no
 * webhook address.
 */
export async function ensureEndpoint(
  { clock, sealing }: Pick<Services, 'clock' | 'sealing'>,
  trx: Db,
  copy: { item_id: string; manifest: unknown; url: string },
) {
  const manifest = copy.manifest as Manifest | null
  const address = manifest?.kind === 'app' ? manifest.links.webhooks : undefined
  if (!manifest || address === undefined) return null
  const endpoint = await upsertEndpoint(
    trx,
    {
      id: newId('whe'),
      item_id: copy.item_id,
      url: addressOn(address, copy.url),
      secret_sealed: seal(sealing, SECRET_PURPOSE, newWebhookSecret()),
    },
    clock.now(),
  )
  return { endpoint, manifest }
}

/**
 * Adds a message to the outbox in the caller's transaction: the app is notified if and only if it
 * commits. Does nothing for an app that did not subscribe to the event or whose address is gone.
 */
export async function notifyApp(
  services: NotifyNeeds,
  trx: Db,
  { type, installationId, data = {} }: AppNews,
): Promise<void> {
  const copy = await findCopy(trx, installationId)
  const told = copy && (await ensureEndpoint(services, trx, copy))
  if (!told || told.endpoint.disabled_at !== null || told.manifest.kind !== 'app') return
  // Manifests from before events existed have none.
  if (!MANDATORY_EVENTS.includes(type) && !(told.manifest.events ?? []).includes(type)) return
  const now = services.clock.now()
  const sequence = await nextSequence(trx, copy.id)
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
    {
      id,
      endpoint_id: told.endpoint.id,
      item_id: copy.item_id,
      installation_id: copy.id,
      release_id: copy.release_id,
      sequence,
      type,
      body,
    },
    now,
  )
  await services.jobs.enqueue(trx, 'deliver-webhook', { id })
}
