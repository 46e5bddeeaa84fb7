import type { Proof } from './proof.ts'
import { runParts } from './harness/run-parts.ts'
import { openArena } from './installs/arena.ts'
import { behaviours } from './installs/behaviours.ts'
import { intents } from './installs/intents.ts'
import { kills } from './installs/kills.ts'
import { rush } from './installs/rush.ts'
import { zips } from './installs/zip-part.ts'
import { inWords } from './installs/violation.ts'

/**
 * What is installed is one version or none, the ledger is true, and what is taken off leaves a store as it was: real processes of the market and
 * a platform, killed, raced, lied to; after each part both books are held against each other.
 */
export const prove: Proof = run => runParts({
  name: 'installs',
  title: 'Installs',
  parts: {
    intents: { title: 'Opposite intents', part: intents },
    behaviours: { title: 'A platform that misbehaves', part: behaviours },
    kills: { title: 'A market that dies at every step', part: kills },
    rush: { title: 'A thousand stores in a minute', part: rush },
    zips: { title: 'Packages that are none', part: zips },
  },
  inWords,
  openArena: options => openArena({ ...options, onChild: run.onChild }),
  closeArena: arena => arena.close(),
  killArena: arena => arena.killMarkets(),
}, run)
