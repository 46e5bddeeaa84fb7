import { expect, test } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { readSettings } from '#lib/settings.ts'
import { GATEWAY_SETTINGS } from './gateway-settings.ts'
import { formerGateways, gatewayOrigins, openBlobs, openGateway } from './services.ts'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3_ACCOUNT, startS3Store } from '#test/support/s3-store.ts'
import { readConfig } from './config.ts'

test('a gateway that was chosen before can still be asked as long as its keys are configured, and no other', () => {
  const settings = readSettings(GATEWAY_SETTINGS, {
    PAYMENT_GATEWAY: 'iyzico',
    IYZICO_API_KEY: 'key',
    IYZICO_SECRET_KEY: 'secret',
    SANDBOX_BANK_MERCHANT_SECRET: 's'.repeat(32),
  })
  const parts = { http: createHttp({ allowOrigins: [] }), clock: systemClock }
  const former = formerGateways(settings, parts)
  expect(openGateway(settings, parts).name).toBe('iyzico')
  expect(
    ['sandbox', 'stripe', 'iyzico', 'nobody', '__proto__'].map(
      (name) => former(name)?.name ?? null,
    ),
  ).toEqual(['sandbox', null, null, null, null])
  expect(former('sandbox')).toBe(former('sandbox'))
  expect(gatewayOrigins(settings)).toEqual([
    'http://bank.localhost:3400',
    'https://sandbox-api.iyzipay.com',
  ])
})

const NEEDED = {
  DATABASE_URL: 'postgres://x/y',
  SEALING_KEY: Buffer.alloc(32).toString('base64'),
  SANDBOX_BANK_MERCHANT_SECRET: 'x'.repeat(32),
  MARKET_SIGNING_JWK: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd', kid: 'k' }),
}

test('packages lie on disk, or in the bucket that the settings name, below its prefix', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  const store = await startS3Store()
  try {
    const bucket = {
      ...NEEDED,
      BLOB_FOLDER: folder,
      BLOBS_URL: `s3://${S3_ACCOUNT.bucket}/one/two`,
      BLOBS_ENDPOINT: store.endpoint,
      BLOBS_REGION: S3_ACCOUNT.region,
    }
    expect(() => readConfig(bucket)).toThrow('BLOBS_URL needs both')
    const keys = {
      BLOBS_ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
      BLOBS_SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
    }
    const name = await openBlobs(readConfig({ ...bucket, ...keys }), systemClock).put(
      Buffer.from('in the bucket'),
    )
    expect(await store.requests()).toEqual([
      `PUT /${S3_ACCOUNT.bucket}/one/two/packages/${name.slice(0, 2)}/${name}.zip`,
    ])
    expect(await readdir(folder)).toEqual([])
    const onDisk = await openBlobs(readConfig({ ...NEEDED, BLOB_FOLDER: folder }), systemClock).put(
      Buffer.from('on disk'),
    )
    expect(await readdir(folder)).toEqual([onDisk.slice(0, 2)])
  } finally {
    store.stop()
    await rm(folder, { recursive: true })
  }
})
