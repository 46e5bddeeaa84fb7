import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INSTALLER_OPERATIONS, MARKET_OPERATIONS } from '#server/operations.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'

/**
 * Whoever adds an operation that unauthenticated callers may call writes it down here as well: the
 * two lists must agree.
 */
const OPEN_TO_ANYONE = [
  'answerWordPress',
  'approveNewsletter',
  'askForNewsletter',
  'askWordPress',
  'checkSession',
  'chooseWordPress',
  'claimCredential',
  'confirmConnect',
  'confirmSiteMail',
  'getBundle',
  'getConnect',
  'getDeveloper',
  'getEntry',
  'getHome',
  'getItem',
  'getQuestion',
  'getSiteClaim',
  'getText',
  'getWordPressClaim',
  'leaveNewsletter',
  'listBanners',
  'listBundles',
  'listCategories',
  'listCollections',
  'listGoals',
  'listItems',
  'listPartnerCategories',
  'listPlatforms',
  'listReviews',
  'listSuggestions',
  'lookAgainAtWordPress',
  'moveWordPress',
  'openPreviewLink',
  'proveSite',
  'reportReview',
  'resendConnectCode',
  'resendSiteCode',
  'sendContact',
  'sendWordPressCode',
  'showReviewPicture',
  'startConnect',
  'startPreview',
  'startSiteClaim',
  'startWordPress',
  'writeAgain',
]

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

const pathsOf = (path: string | { app: string; theme: string }) =>
  typeof path === 'string' ? [path] : [path.app, path.theme]
const all = [
  ...MARKET_OPERATIONS.map((one) => ({ ...one.operation, site: 'app' as const })),
  ...INSTALLER_OPERATIONS.map((one) => ({ ...one.operation, site: 'installer' as const })),
]

describe('every operation refuses an unauthenticated caller unless its contract allows anyone', () => {
  test('and the public ones are the known ones', () => {
    expect(
      all
        .filter((operation) => operation.policy.who === 'anyone')
        .map((operation) => operation.id)
        .sort(),
    ).toEqual(OPEN_TO_ANYONE)
  })

  for (const operation of all.filter((one) => one.policy.who !== 'anyone')) {
    for (const path of pathsOf(operation.path)) {
      test(`${operation.method.toUpperCase()} ${path}`, async () => {
        const filled = path.replace(/\{\w+\}/g, 'x')
        for (const headers of [
          {},
          { 'apps-token': 'A'.repeat(43) },
          { 'apps-token': '' },
        ] as Record<string, string>[]) {
          const answer = await call(market, operation.method.toUpperCase(), filled, {
            site: operation.site,
            headers,
            ...(operation.method === 'get' ? {} : { body: {} }),
          })
          expect([answer.status, answer.body.code]).toEqual([
            401,
            { app: 'app.signature_invalid', connected: 'app.token_invalid' }[
              operation.policy.who as 'app'
            ] ?? 'session.required',
          ])
        }
      })
    }
  }
})

test('S6.3 a 403 means that a session is insufficient and ends it for screens: business rules use other statuses', () => {
  const declared = [
    'stores',
    'catalog',
    'orders',
    'messaging',
    'installs',
    'apps',
    'reviews',
  ].flatMap((module) =>
    [...readErrors(module).matchAll(/'([\w.]+)': (401|403)\b/g)].map(([, code]) => code),
  )
  // An app's calls are made by no screen.
  expect(
    declared.filter((code) => !code!.startsWith('session.') && !code!.startsWith('app.')),
  ).toEqual([])
})

function readErrors(module: string): string {
  return readFileSync(new URL(`../../modules/${module}/errors.ts`, import.meta.url), 'utf8')
}
