import type { Services } from '#kernel/context.ts'
import type { ReleaseFacts } from '#modules/catalog/public.ts'
import type { PackageOffer } from '#modules/stores/platforms/public.ts'
import { downloadUrl } from './download-ticket.ts'

/** A package that no release has yet, as a platform fetches it. */
export const packageOfferAt = (
  { origins, downloadTokenKey, clock }: Pick<Services, 'origins' | 'downloadTokenKey' | 'clock'>,
  one: Omit<PackageOffer, 'url'>,
): PackageOffer => ({
  ...one,
  url: downloadUrl(origins.installer, downloadTokenKey, one.sha256, clock.now()).url,
})

/** A release as a platform fetches it: by an address that opens for a few minutes. */
export const packageOffer = (
  { origins, downloadTokenKey, clock }: Pick<Services, 'origins' | 'downloadTokenKey' | 'clock'>,
  release: ReleaseFacts,
): PackageOffer => ({
  sha256: release.sha256,
  url: downloadUrl(origins.installer, downloadTokenKey, release.sha256, clock.now()).url,
  size: release.size,
  signature: release.signature,
  keyId: release.keyId,
  prefix: release.manifest.prefix,
  version: release.version,
})
