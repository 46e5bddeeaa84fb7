import { join } from 'node:path'
import { type PackageBlobs, diskBlobs, s3Blobs } from '#modules/catalog/package-blobs.ts'
import type { Clock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import type { Config } from './config.ts'

/** Packages lie on disk, or in the bucket that the settings name. */
export function openBlobs(config: Config, clock: Clock): PackageBlobs {
  if (!config.blobsUrl) return diskBlobs(config.blobFolder)
  const [bucket = '', ...prefix] = config.blobsUrl.slice('s3://'.length).split('/').filter(Boolean)
  return s3Blobs(
    {
      endpoint: config.blobsEndpoint,
      region: config.blobsRegion,
      bucket,
      prefix: prefix.map((part) => `${part}/`).join(''),
      // `readConfig` has seen that both are there.
      accessKeyId: config.blobsAccessKeyId ?? '',
      secretAccessKey: config.blobsSecretAccessKey ?? '',
      pictureFolder: join(config.blobFolder, 'pictures'),
    },
    { http: createHttp({ allowOrigins: [config.blobsEndpoint] }), clock },
  )
}
