import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from './config.ts'

const NEEDED = {
  DATABASE_URL: 'postgres://x/y',
  SEALING_KEY: Buffer.alloc(32).toString('base64'),
  SANDBOX_BANK_MERCHANT_SECRET: 'x'.repeat(32),
  MARKET_SIGNING_JWK: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd', kid: 'k' }),
}

test('every setting says what it is for, and the operating guide lists it', () => {
  // The formatter pads the columns of tables.
  const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8').replaceAll(
    / +\|/g,
    ' |',
  )
  for (const { env, doc } of Object.values(SETTINGS)) {
    expect(doc, env).toMatch(/^[A-Z].*\.$/)
    expect(guide, env).toContain(`\`${env}\` | ${doc}`)
  }
})

test('what is missing or wrong is named, one line each, and no secret is repeated', () => {
  expect(() => readConfig({})).toThrow(
    /DATABASE_URL is missing.*SEALING_KEY is missing.*MARKET_SIGNING_JWK is missing/s,
  )
  const wrong = () =>
    readConfig({
      ...NEEDED,
      SEALING_KEY: 'a secret that is too short',
      APPS_PORT: 'x',
      PLATFORM_ID: '0',
      ROLES: 'web,king',
    })
  expect(wrong).toThrow(/ROLES.*PLATFORM_ID|PLATFORM_ID.*/s)
  expect(wrong).not.toThrow(/too short'/)
  expect(() => readConfig({ ...NEEDED, OPERATOR_NAME: 'Komşu A.Ş.' })).toThrow(
    /OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL go together/,
  )
  expect(readConfig(NEEDED).storeOrigins).toEqual([])
  expect(readConfig(NEEDED)).toMatchObject({
    appOrigin: 'http://apps.localhost:3000',
    roles: ['web', 'worker', 'installer', 'preview'],
  })
})

test('D7 shops at private addresses are for a demo on one machine: another machine, or a market that others reach, is refused', () => {
  const STORE_ORIGINS = 'http://shop.localhost:3100,http://127.0.0.1:3100'
  expect(readConfig({ ...NEEDED, STORE_ORIGINS }).storeOrigins).toEqual(STORE_ORIGINS.split(','))
  for (const far of [
    'http://10.0.0.1',
    'https://shop.example',
    'http://169.254.169.254',
    'http://localhost.example',
  ])
    expect(() => readConfig({ ...NEEDED, STORE_ORIGINS: far })).toThrow(
      /not an origin of this machine/,
    )
  for (const name of [
    'APP_ORIGIN',
    'THEME_ORIGIN',
    'INSTALLER_ORIGIN',
    'CONSOLE_ORIGIN',
    'PREVIEW_ORIGIN',
  ]) {
    expect(() =>
      readConfig({ ...NEEDED, STORE_ORIGINS, [name]: 'https://market.example' }),
    ).toThrow(/demo on one machine/)
    expect(readConfig({ ...NEEDED, [name]: 'https://market.example' }).storeOrigins).toEqual([])
  }
})

test('headers for the collector are read as OpenTelemetry writes them, and what is none is refused', () => {
  const read = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    readConfig({ ...NEEDED, OTEL_EXPORTER_OTLP_HEADERS }).otlpHeaders
  expect(read('')).toEqual({})
  expect(read('api-key=a%20b, x-team = two=2 ')).toEqual({ 'api-key': 'a b', 'x-team': 'two=2' })
  for (const wrong of ['api-key', '=x', 'a=%zz'])
    expect(() => read(wrong), wrong).toThrow(/OTEL_EXPORTER_OTLP_HEADERS: must be name=value/)
})
