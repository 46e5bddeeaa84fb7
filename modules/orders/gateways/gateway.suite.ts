import { afterAll, beforeAll, describe } from 'vitest'
import { brokenAnswers } from './gateway.suite-broken.ts'
import { keptCards } from './gateway.suite-cards.ts'
import { forgeries } from './gateway.suite-forgeries.ts'
import { payingInParts } from './gateway.suite-parts.ts'
import { paying } from './gateway.suite-paying.ts'
import { refunds } from './gateway.suite-refunds.ts'
import { Till, type GatewayHarness } from './gateway.suite-till.ts'

/** The suite that every gateway passes. `makeGateway` opens a gateway of its own for this file. */
export function gatewaySuite(name: string, makeGateway: () => Promise<GatewayHarness>): void {
  // Long enough for a busy machine; every wait inside ends by an event or by the client's own
  // time-out.
  describe(`gateway ${name}`, { timeout: 60_000 }, () => {
    let till: Till
    beforeAll(async () => {
      till = new Till(await makeGateway())
    }, 60_000)
    afterAll(async () => {
      await till?.harness.close()
    })

    describe('paying', () => {
      paying(() => till)
    })
    describe('broken answers', () => {
      brokenAnswers(() => till)
    })
    describe('refunds', () => {
      refunds(() => till)
    })
    describe('kept cards', () => {
      keptCards(() => till)
    })
    describe('paying in parts', () => {
      payingInParts(() => till)
    })
    describe('returns and notices', () => {
      forgeries(() => till)
    })
  })
}
