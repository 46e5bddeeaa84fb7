import type { Proof } from './proof.ts'
import { runParts } from './harness/run-parts.ts'
import { openArena } from './money/arena.ts'
import { behaviours } from './money/behaviours.ts'
import { cardHygiene } from './money/card-hygiene.ts'
import { eventOrders } from './money/event-orders.ts'
import { forgeries } from './money/forgeries.ts'
import { killLoop } from './money/kill-loop.ts'
import { load } from './money/load.ts'
import { races } from './money/races.ts'
import { sequences } from './money/sequences.ts'
import { inWords } from './money/violation.ts'

/**
 * Every store is charged at most once for what it agreed to, and gets what it paid for: real processes of the market and the bank, killed, raced,
 * lied to; after each part both books are held against each other.
 */
export const prove: Proof = run => runParts({
  name: 'money',
  title: 'Money',
  times: 5,
  parts: {
    forgeries: { title: 'Forged notices and returns', part: forgeries },
    races: { title: 'A hundred at once', part: races },
    sequences: { title: 'Sequences that nobody thinks of', part: sequences },
    events: { title: 'Events in every order', part: eventOrders },
    behaviours: { title: 'A bank that misbehaves', part: behaviours },
    kills: { title: 'A market that dies at every step', part: killLoop },
    cards: { title: 'Card data where it does not belong', part: cardHygiene },
    load: { title: 'Load', part: load },
  },
  inWords,
  openArena: options => openArena({ ...options, onChild: run.onChild }),
  closeArena: arena => arena.close(),
  killArena: arena => arena.killMarkets(),
}, run)
