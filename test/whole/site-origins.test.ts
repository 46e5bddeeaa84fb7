import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Where the addresses of the two markets are read as such: as a name of the market, which stays the
 * same whichever platform a store is of. Everywhere else an address leads to the store's own
 * storefront, and `siteOrigin` (kernel/context.ts) knows it.
 */
const IDENTITIES: Record<string, string> = {
  'kernel/context.ts':
    'the one function that chooses, what a platform without a storefront of its own falls back to, and the settings as operators read them',
  'server/sites.ts': 'where each storefront is served',
  'modules/stores/sessions/wordpress/finish-claim.ts':
    'name of the market that a WordPress plugin keeps with its keys',
  'modules/apps/in-app/credentials.ts': 'issuer of launch tokens',
  'modules/apps/in-app/purchases.ts': 'issuer of receipts',
  'modules/installs/launch-token.ts': 'issuer of launch tokens',
  'modules/mail/outbox.ts': 'host in the ids of mails',
  'modules/apps/access/connections.ts': 'issuer of connections (RFC 9207)',
  'server/endpoints.ts': 'issuer of connections (RFC 8414)',
  'server/console/console-app.ts':
    'the console is of no platform: its links lead to the market itself',
}

/** `origins.app`, `origins[market]`, `{ app } = ….origins`, and all origins as a list. */
const READ_AS_MARKETS =
  /\borigins\??\.(?:app|theme)\b|\borigins\[|\}\s*=\s*[\w.]*\borigins\b|Object\.\w+\([\w.]*origins\)/

const files = globSync(
  '{modules,kernel,server,lib,apps/storefront,apps/console,apps/preview,apps/installer}/**/*.{ts,tsx}',
).filter((path) => !/\.(?:test|support)\.tsx?$/.test(path))
const readers = files.filter((path) => READ_AS_MARKETS.test(readFileSync(path, 'utf8'))).sort()

test("S1.6 links lead to the storefront of the store's platform: addresses are only built from names of the market", () => {
  expect(files.length).toBeGreaterThan(500)
  expect(readers).toEqual(Object.keys(IDENTITIES).sort())
})

test.each([
  'url: `${origins[market]}/list`',
  'ctx.origins.theme',
  'const { app } = services.origins',
  'Object.values(ctx.origins)',
  'services.origins.app,',
])('the rule finds %s', (line) => expect(line).toMatch(READ_AS_MARKETS))

test.each([
  'services.origins.console',
  'origins.installer',
  'const { origins } = services',
  'panel_origins: [first]',
  'panelOrigins.app',
])('the rule ignores %s', (line) => expect(line).not.toMatch(READ_AS_MARKETS))
