import { runParts } from './harness/run-parts.ts'
import type { Proof } from './proof.ts'
import { months } from './billing/months.ts'
import { renewals } from './billing/renewals.ts'
import { openTestBed } from './billing/test-bed.ts'
import { describeViolation } from './billing/violation.ts'

/**
 * Subscriptions are charged what they cost, when they are due, once, and give access while they are
 * paid: two years of them with the bank beside the market, held against a model that counts by
 * itself.
 */
export const prove: Proof = (run) =>
  runParts(
    {
      name: 'billing',
      title: 'Billing',
      times: 1,
      parts: {
        months: { title: 'Two years of subscriptions', part: months },
        renewals: { title: 'A day with many renewals', part: renewals },
      },
      inWords: describeViolation,
      openArena: (options) => openTestBed({ ...options, onChild: run.onChild }),
      closeArena: (testBed) => testBed.close(),
      killArena: (testBed) => testBed.kill(),
    },
    run,
  )
