import type { Need, Part } from './faults.ts'
import type { Kit } from './kit.ts'

export interface Check {
  /** Stable, e.g. `nonce-replay`. */
  id: string
  part: Part
  /** What must be so, as a sentence. */
  says: string
  /** Addresses in the protocol document that it tries. */
  asks: readonly string[]
  needs?: readonly Need[]
  run(kit: Kit): Promise<void>
}
