import { CHECKS } from './checks.ts'
import type { Check } from './check.ts'
import { Fault, Interrupted, NothingToCheck, sectionOf, type Part } from './faults.ts'
import { openKit, type Tools } from './kit.ts'
import { NoResponse } from './signed-calls.ts'

/**
 * What became of one check. `fault` says what was found, and which sentence of the document asks
 * for something else.
 */
export interface Result {
  id: string
  part: Part
  says: string
  outcome: 'kept' | 'broken' | 'not_tried'
  /** Why it was not tried. */
  why?: string
  fault?: { words: string; anchor: string; section: number; expected?: string }
  seconds: number
}

export interface Choice {
  parts?: readonly Part[]
  only?: readonly string[]
  onStart?: (check: Check) => void | Promise<void>
  onResult?: (result: Result) => void | Promise<void>
}

const fitsChoice = ({ id, part }: Check, { parts = [], only = [] }: Choice) =>
  (parts.length === 0 || parts.includes(part)) && (only.length === 0 || only.includes(id))

/**
 * Tries an implementation, one check after another; what a check put there is taken off again.
 * Throws `Fault` or `NoResponse` when no check can be made, `Interrupted` when it is to end.
 */
export async function runKit(tools: Tools, choice: Choice = {}): Promise<Result[]> {
  const kit = await openKit(tools)
  const results: Result[] = []
  for (const check of CHECKS.filter((one) => fitsChoice(one, choice))) {
    const { id, part, says } = check
    await choice.onStart?.(check)
    const started = performance.now()
    const lacking = kit.lacks(check.needs ?? [])
    const found: Found | Interrupted =
      lacking === null
        ? await check.run(kit).then(
            () => ({ outcome: 'kept' as const }),
            (error: unknown) => readError(error, check),
          )
        : { outcome: 'not_tried', why: lacking }
    await kit.tidy()
    if (found instanceof Interrupted) throw found
    const result: Result = {
      id,
      part,
      says,
      ...found,
      seconds: Math.round(performance.now() - started) / 1000,
    }
    results.push(result)
    await choice.onResult?.(result)
  }
  return results
}

type Found = Pick<Result, 'outcome' | 'why' | 'fault'>

function readError(error: unknown, { asks }: Check): Found | Interrupted {
  if (error instanceof Interrupted) return error
  if (error instanceof NothingToCheck) return { outcome: 'not_tried', why: error.message }
  if (error instanceof Fault)
    return {
      outcome: 'broken',
      fault: {
        words: error.message,
        anchor: error.anchor,
        section: sectionOf(error.anchor),
        ...(error.expected !== undefined && { expected: error.expected }),
      },
    }
  // A platform that is silent breaks the sentence that the check is about, or the one about time.
  const anchor =
    error instanceof NoResponse && error.why === 'timeout' ? 's3-in-time' : (asks[0] ?? '')
  const words =
    error instanceof NoResponse
      ? error.message
      : `what came cannot be read: ${error instanceof Error ? error.message : String(error)}`
  return { outcome: 'broken', fault: { words, anchor, section: sectionOf(anchor) } }
}
