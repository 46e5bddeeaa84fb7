import fc from 'fast-check'
import type { TestBed } from './test-bed.ts'
import { ARITHMETIC, checkArithmetic } from './arithmetic.ts'
import type { Buyer } from './buyer.ts'
import { finish } from './finish.ts'
import type { Part } from './part.ts'
import { anyCommand, advanceTime, type Model, type Real } from './sequence-commands.ts'
import type { Violation } from './violation.ts'

/**
 * One run: a buyer of their own, whatever fast-check thinks of, and at the end the buyer pays all
 * the same.
 */
async function live(
  testBed: TestBed,
  buyers: Buyer[],
  commands: Iterable<fc.AsyncCommand<Model, Real>>,
): Promise<void> {
  const buyer = testBed.newBuyer()
  buyers.push(buyer)
  await fc.asyncModelRun(
    () => ({
      model: { started: false, priced: false, paid: false, refunded: false, keys: [] },
      real: { testBed, buyer, urls: [], forms: [] },
    }),
    commands,
  )
  await advanceTime(testBed, buyer)
  const [stuck] = await finish(buyer)
  if (stuck) throw new Error(stuck.what)
}

/**
 * Sequences that nobody would think of, held against a model of what an order may do; and the
 * arithmetic of money.
 */
export const sequences: Part = async (run) => {
  const [numRuns, maxCommands] = run.sample ? [6, 12] : [250, 20]
  const violations: Violation[] = []
  const wrong = checkArithmetic(run.sample ? 100 : 200_000, run.seed)
  violations.push(
    ...wrong.map((what): Violation => ({ invariant: 'I8', order: 'arithmetic', what })),
  )
  run.say(`${Object.keys(ARITHMETIC).length} properties of the arithmetic`)

  const testBed = await run.open({ stores: run.sample ? 20 : 200, items: 3 })
  try {
    await testBed.startMarkets()
    testBed.front.holdNotices(true)
    const buyers: Buyer[] = []
    const result = await fc.check(
      fc.asyncProperty(fc.commands(anyCommand, { maxCommands, size: 'max' }), (commands) =>
        live(testBed, buyers, commands),
      ),
      {
        numRuns,
        seed: run.seed,
        endOnFailure: run.sample,
        interruptAfterTimeLimit: run.sample ? 12_000 : 240_000,
      },
    )
    if (result.failed) {
      violations.push({
        invariant: 'I9',
        order: buyers.at(-1)?.orderNumber ?? '?',
        what: `sequence ${String(result.counterexample?.[0])}: ${result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)} (seed ${result.seed}, path ${result.counterexamplePath})`,
      })
    }
    await testBed.settle()
    violations.push(...(await testBed.check()))
    return {
      done: `${result.numRuns} sequences of up to ${maxCommands} commands, ${Object.keys(ARITHMETIC).length} properties of the arithmetic, seed ${run.seed}`,
      violations,
    }
  } finally {
    await testBed.close()
  }
}
