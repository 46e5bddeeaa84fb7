import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { addresses, openChromium } from '#test/support/browser.ts'
import { openSessions } from '#tools/prove/screens/people.ts'
import type { Stage } from '#tools/prove/screens/states.ts'
import { NOT_PREPARED, sampleSittings, survey } from '#tools/prove/screens/survey.ts'

let browser: Browser
let db: Db
beforeAll(async () => {
  browser = await openChromium()
  db = openDb({ url: process.env.JOURNEY_DATABASE_URL ?? '', poolSize: 1 })
})
afterAll(async () => {
  await db.destroy()
  await browser.close()
})

// `npm run prove -- screens` looks at all of them in every state, language, scheme and width.
test('every screen, in one language, scheme and width each: nothing sticks out, moves, fails or complains, axe finds nothing, and Tab goes through it', async () => {
  const stage: Stage = { browser, db, addresses: addresses(), sessions: await openSessions(browser, addresses()) }
  const sittings = sampleSittings()
  expect(sittings.length).toBeGreaterThan(20)
  expect(await survey({ stage, states: NOT_PREPARED, sittings, parallel: 3, quick: true })).toEqual([])
})
