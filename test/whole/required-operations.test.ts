import { describe, expect, test } from 'vitest'
import type { Market } from '#lib/market.ts'
import { INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'

type Who = 'anyone' | 'store' | 'app' | 'store-or-app'

/** The calls that the product has to have, below `/api`; the installer's on its own address. */
const DEMANDED: readonly [string, string, Who][] = [
  ['S7.1', 'POST /auth/domain', 'anyone'],
  ['S7.3', 'GET /app-store/banner', 'anyone'],
  ['S7.4', 'GET /market/app/list', 'anyone'],
  ['S7.5', 'GET /app-store/app/detail', 'anyone'],
  ['S7.6', 'GET /app-store/app/{id}/installation', 'store'],
  ['S7.6', 'POST /app-store/app/{id}/installation', 'store'],
  ['S7.6', 'PUT /app-store/app/{id}/installation', 'store'],
  ['S7.6', 'DELETE /app-store/app/{id}/installation', 'store'],
  ['S7.7', 'GET /app-store/category', 'anyone'],
  ['S7.8', 'POST /checkout/{slug}/app', 'store'],
  ['S7.9', 'POST /checkout/calculate/{order_number}', 'store'],
  ['S7.10', 'POST /checkout/payment/{order_number}', 'store'],
  ['S7.10', 'GET /checkout/agreements/{order_number}', 'store'],
  ['S7.11', 'GET /checkout/status/{order_number}', 'store'],
  ['S7.12', 'GET /app-store/app/{id}/order/check', 'store'],
  ['S7.12', 'GET /theme-store/theme/{id}/order/check', 'store'],
  ['S7.13', 'POST /contact-forms', 'anyone'],
  ['S7.14', 'GET /app-store/review', 'anyone'],
  ['S7.14', 'POST /app-store/review', 'store'],
  ['S7.16', 'GET /app-store/app/{prefix}/app-data', 'store-or-app'],
  ['S7.16', 'PUT /app-store/app/{prefix}/app-data', 'app'],
  ['S3.4', 'POST /app-store/app/{prefix}/purchase', 'app'],
  ['S3.4', 'GET /app-store/app/{prefix}/purchase/{id}', 'app'],
  ['S3.4', 'POST /app-store/app/{prefix}/purchase/{id}/consume', 'app'],
  ['S7.18', 'POST /newsletter', 'anyone'],
  ['S7.19', 'POST /newsletter/approve', 'anyone'],
  ['S7.20', 'GET /domain/address', 'store'],
  ['S7.20', 'POST /domain/address', 'store'],
  ['S7.21', 'PUT /domain/address/{id}', 'store'],
  ['S7.22', 'GET /domain/getCustomerGroups', 'store'],
  ['S7.23', 'GET /domain/languages', 'store'],
  ['S7.24', 'GET /domain/getLanguages', 'store'],
  ['S7.25', 'GET /categories', 'anyone'],
  ['S7.26', 'GET /theme-store/banner', 'anyone'],
  ['S7.27', 'GET /market/theme/list', 'anyone'],
  ['S7.28', 'GET /theme-store/theme/detail', 'anyone'],
  ['S7.29', 'POST /theme-store/theme/{id}/installation', 'store'],
  ['S7.30', 'POST /onlinestore/theme/{id}/install', 'store'],
  ['S7.31', 'GET /theme-store/category', 'anyone'],
  ['S7.32', 'POST /checkout/{slug}/theme', 'store'],
  ['S7.33', 'GET /theme-store/review', 'anyone'],
  ['S7.33', 'POST /theme-store/review', 'store'],
]
const OF_INSTALLER: readonly [string, string, Who][] = [
  ['S7.15', 'GET /app/input', 'store'],
  ['S7.15', 'GET /app/package', 'store'],
]

const callsOf = (operations: typeof MARKET_OPERATIONS) =>
  new Map<string, { who: string; source: string[]; path: string | Record<Market, string> }>(
    operations.flatMap(({ operation: { method, path, policy, source } }) =>
      (typeof path === 'string' ? [path] : [path.app, path.theme]).map(
        (one) =>
          [
            `${method.toUpperCase()} ${one}`,
            { who: policy.who, source: source.split(' '), path },
          ] as const,
      ),
    ),
  )
const ours = callsOf(MARKET_OPERATIONS)
const installers = callsOf(INSTALLER_OPERATIONS)

describe('every required operation exists, names its source and its callers', () => {
  for (const [calls, demanded] of [
    [ours, DEMANDED],
    [installers, OF_INSTALLER],
  ] as const) {
    for (const [id, call, who] of demanded) {
      test(`${id} ${call}: ${who}`, () => {
        expect(calls.get(call)).toMatchObject({ who, source: expect.arrayContaining([id]) })
      })
    }
  }
})

test('S7.34 addresses, newsletter, contact and payment are the same operations in both markets; S7.2 differences are in the path alone', () => {
  for (const [call, { path }] of ours) {
    if (
      / \/(domain|newsletter|contact-forms|promotion|checkout\/(calculate|payment|status))/.test(
        call,
      )
    )
      expect(typeof path, call).toBe('string')
    if (typeof path === 'string') continue
    const kinds = (['app', 'theme'] as const satisfies readonly Market[]).map((market) =>
      path[market].replaceAll(market, '{market}'),
    )
    expect(kinds[0], call).toBe(kinds[1])
  }
})
