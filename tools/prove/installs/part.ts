import type { PartOf, PartRun as PartRunOf } from '../harness/part.ts'
import type { Arena, ArenaOptions } from './arena.ts'
import type { Violation } from './violation.ts'

export { inParallel } from '../harness/part.ts'

export type PartRun = PartRunOf<Arena, ArenaOptions>
export type Part = PartOf<Arena, ArenaOptions, Violation>
