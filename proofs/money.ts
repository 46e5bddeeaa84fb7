import type { Proof } from './proof.ts'
import { runParts } from './harness/run-parts.ts'
import { openTestBed } from './money/test-bed.ts'
import { behaviors } from './money/behaviors.ts'
import { cardHygiene } from './money/card-hygiene.ts'
import { eventOrders } from './money/event-orders.ts'
import { forgeries } from './money/forgeries.ts'
import { killLoop } from './money/kill-loop.ts'
import { freeLoad, load } from './money/load.ts'
import { races } from './money/races.ts'
import { sequences } from './money/sequences.ts'
import { describeViolation } from './money/violation.ts'

/**
 * Every store is charged at most once for what it agreed to, and gets what it paid for: real
 * processes of the market and the bank, killed, raced, lied to; after each part both ledgers are
 * held against each other.
 */
export const prove: Proof = (run) =>
  runParts(
    {
      name: 'money',
      title: 'Money',
      times: 5,
      parts: {
        forgeries: { title: 'Forged notices and returns', part: forgeries },
        races: { title: 'A hundred at once', part: races },
        sequences: { title: 'Sequences that nobody thinks of', part: sequences },
        events: { title: 'Events in every order', part: eventOrders },
        behaviours: { title: 'A bank that misbehaves', part: behaviors },
        kills: { title: 'A market that dies at every step', part: killLoop },
        cards: { title: 'Card data where it does not belong', part: cardHygiene },
        load: { title: 'Load', part: load },
        free: { title: 'Load of free orders', part: freeLoad },
      },
      inWords: describeViolation,
      openArena: (options) => openTestBed({ ...options, onChild: run.onChild }),
      closeArena: (testBed) => testBed.close(),
      killArena: (testBed) => testBed.killMarkets(),
    },
    run,
  )
