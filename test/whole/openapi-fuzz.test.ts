import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { install, idOf, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { openApp } from '#test/support/selling-app.ts'
import { fuzz } from '#proofs/hostile/openapi/fuzz.ts'
import { addBarePlatforms, knownValues, openCallers } from '#proofs/hostile/openapi/people.ts'
import type { Caller } from '#proofs/hostile/openapi/callers.ts'
import {
  targetsOf,
  type OpenApiDocument,
  type Target,
} from '#proofs/hostile/openapi/read-document.ts'
import { jsonOf, Sender } from '#proofs/hostile/send.ts'

/** `npm run prove -- hostile` makes two hundred thousand calls of this kind. */
const CALLS = Number(process.env.FUZZ_CALLS ?? 2_500)
const SEED = Number(process.env.FUZZ_SEED ?? 1)

let market: Marketplace
let callers: Caller[]
let targets: Target[]
const sender = new Sender(8)

beforeAll(async () => {
  market = await startMarketplace()
  const sites = {
    apps: market.origins.app,
    themes: market.origins.theme,
    installer: market.origins.installer,
    console: market.origins.console,
    preview: market.origins.preview,
    panel: market.shop.origin('panel'),
  }
  await addBarePlatforms(market.services.db)
  const owner = await signIn(market)
  await install(owner, await idOf(owner, 'celebration'))
  await processRun(market)
  callers = await openCallers(
    { sender, sites, db: market.services.db, clock: market.clock },
    await openApp(market, owner, 'celebration'),
  )
  const documents = await Promise.all(
    (['apps', 'themes', 'installer', 'console'] as const).map(async (site) =>
      targetsOf(
        jsonOf(
          await sender.ask({ origin: sites[site], method: 'GET', path: '/api/openapi.json' }),
        ) as OpenApiDocument,
        site,
        sites[site],
      ),
    ),
  )
  targets = documents.flat()
})
afterAll(async () => {
  sender.close()
  await market.stop()
})

describe('every operation of every OpenAPI document', () => {
  test('responds to any request with a status and code that its document names, never 5xx', async () => {
    const { db } = market.services
    const result = await fuzz({
      sender,
      targets,
      callers,
      calls: CALLS,
      seed: SEED,
      known: await knownValues(db),
      // What is looked for lies behind the limits.
      beforeBatch: async () => void (await db.deleteFrom('limits').execute()),
    })
    if (process.env.FUZZ_CALLS)
      console.log(JSON.stringify({ ...result, violations: result.violations.length }))
    expect(
      result.violations.map(({ call, what, times }) => `${times}× ${what}\n    ${call}`),
    ).toEqual([])
    expect(result.reached).toBeGreaterThan(targets.length / 5)
  }, 600_000)
})
