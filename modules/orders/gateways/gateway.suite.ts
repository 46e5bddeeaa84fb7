import { afterAll, beforeAll, describe } from 'vitest'
import { chargingSavedCards, decliningCharges, lostCharges } from './gateway.suite-charges.ts'
import { keptCards, payingInParts } from './gateway.suite-cards.ts'
import { Checkout, type GatewayHarness } from './gateway.suite-checkout.ts'
import { brokenAnswers, forgeries } from './gateway.suite-failures.ts'
import { paying, refunds } from './gateway.suite-payments.ts'

/** The suite that every gateway passes. `makeGateway` opens a gateway of its own for this file. */
export function gatewaySuite(name: string, makeGateway: () => Promise<GatewayHarness>): void {
  // Long enough for a busy machine; every wait inside ends by an event or by the client's own
  // time-out.
  describe(`gateway ${name}`, { timeout: 60_000 }, () => {
    let checkout: Checkout
    beforeAll(async () => {
      checkout = new Checkout(await makeGateway())
    }, 60_000)
    afterAll(async () => {
      await checkout?.harness.close()
    })

    describe('paying', () => {
      paying(() => checkout)
    })
    describe('broken answers', () => {
      brokenAnswers(() => checkout)
    })
    describe('refunds', () => {
      refunds(() => checkout)
    })
    describe('saved cards', () => {
      keptCards(() => checkout)
    })
    describe('charges without the buyer', () => {
      chargingSavedCards(() => checkout)
      decliningCharges(() => checkout)
      lostCharges(() => checkout)
    })
    describe('installments', () => {
      payingInParts(() => checkout)
    })
    describe('returns and notices', () => {
      forgeries(() => checkout)
    })
  })
}
