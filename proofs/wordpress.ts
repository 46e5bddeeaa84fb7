import { send } from '#tools/connector-kit/send.ts'
import { openMarket } from '#tools/connector-kit/test-market.ts'
import { describeResult } from '#tools/connector-kit/report.ts'
import { runKit } from '#modules/stores/platforms/kit/run-kit.ts'
import type { Proof } from './proof.ts'
import { runOwnerJourney } from './wordpress/owner-journey.ts'
import { findNeeds } from './wordpress/needs.ts'
import { startWordPress, type WordPressSite } from './wordpress/site.ts'
import { differences, OF_WORDPRESS, takeSnapshot } from './wordpress/snapshot.ts'

type Say = (words: string) => void

/**
 * A real WordPress takes apps and a theme from a real market, and is what it was when they are gone
 * (D4, platform 2).
 */
export const prove: Proof = async (run) => {
  const { screen, onChild, onEnd } = run
  const needs = findNeeds()
  if (typeof needs === 'string') return { checked: 'WordPress', violations: 0, skipped: needs }
  const violations: string[] = []
  const wp = await startWordPress(needs, onChild)
  onEnd({ stop: () => wp.stop(), kill: () => void wp.stop() })
  const version = (await wp.php('echo json_encode([get_bloginfo("version"), PHP_VERSION]);')) as [
    string,
    string,
  ]
  screen.line(`  WordPress ${version[0]}, PHP ${version[1]}, at ${wp.origin}`)
  const bare = await takeSnapshot(wp)
  await wp.addPlugin()
  violations.push(...(await proveProtocol(wp, (words) => screen.line(words))))
  await wp.deletePlugin()
  // From here on by screens alone: the owner brings the plugin, too.
  violations.push(...(await runOwnerJourney(run, wp)))
  await wp.deletePlugin()
  violations.push(
    ...differences(bare, await takeSnapshot(wp)).map(
      (words) => `with the plugin deleted, ${words}`,
    ),
  )
  screen.line('  Left out, because WordPress itself writes it:')
  for (const { what, why } of OF_WORDPRESS) screen.line(`    ${what.source}: ${why}`)
  for (const violation of violations) screen.line(`  ${violation}`)
  return {
    checked: `WordPress ${version[0]}: the connector kit, connected in a browser, an app, a theme, a copy, a move, and the site afterwards`,
    violations: violations.length,
  }
}

/** The conformance kit runs against the plugin as against any other implementation. */
async function proveProtocol(wp: WordPressSite, say: Say): Promise<string[]> {
  const market = await openMarket()
  const { user, password } = await wp.approve()
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const address = `${wp.origin}/index.php?rest_route=/arasta/v1/connection`
  const keys = JSON.parse(
    await wp.read(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ market: market.origin, installer: market.origin }),
    }),
  ) as { connector_url: string; store_token: string; client: { id: string; secret: string } }
  const results = await runKit({
    base: keys.connector_url,
    send,
    market,
    patient: false,
    now: () => Math.floor(Date.now() / 1000),
    wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
    means: {
      client: keys.client,
      storeToken: keys.store_token,
      scopes: [],
    },
  })
  await market.close()
  await wp.read(address, { method: 'DELETE', headers })
  const broken = results.filter((one) => one.outcome === 'broken')
  say(
    `  Store Connector protocol: ${results.filter((one) => one.outcome === 'kept').length} kept, ${broken.length} broken, ${results.filter((one) => one.outcome === 'not_tried').length} not tried`,
  )
  return broken.map(describeResult)
}
