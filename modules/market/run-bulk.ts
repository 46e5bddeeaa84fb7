import { isRefusal } from '#lib/refusal.ts'
import { inTransaction, type ConsoleCtx, type Services } from '#kernel/context.ts'
import { TakenBack } from '#kernel/define-operation.ts'
import { contextOfPerson } from '#modules/identity/public.ts'
import { actOf } from './bulk-acts.ts'
import {
  endStep,
  findNextStep,
  type Held,
  insertSteps,
  moveOn,
  renewLease,
  type RunRow,
  takeRun,
} from './bulk-data.ts'
import { type BulkAct, type BulkState, MOST_STEPS } from './bulk-rules.ts'
import { type Filters, pagesOf } from './console-lists.ts'

/** A reason for what is no refusal: a fault, which stands in the log. */
const UNEXPECTED = 'unexpected'

/**
 * The job `run-bulk`: reads the rows, tries each, and, once the person said so, does each. Works
 * through the operation on one row, as the person with the roles of now, so that its rules and its
 * entry in the audit log are the same. A job that dies is followed by one that goes on.
 */
export async function runBulk(services: Services, id: string): Promise<void> {
  const row = await takeRun(services, id)
  const ctx = row && (await contextOfPerson(services, row.person_id, id))
  if (!ctx) return
  const held: Held = { id, turn: row.turn, state: row.state as BulkState }
  if (held.state === 'collecting') {
    if (!(await collectOrGiveUp(services, ctx, row, held))) return
    held.state = 'checking'
  }
  await workOff(services, held, row, held.state === 'checking' ? tryStep : doStep)
}

/** False when there is nothing to go on with. Whoever may not read the list any more gets no run. */
async function collectOrGiveUp(
  services: Services,
  ctx: ConsoleCtx,
  row: RunRow,
  held: Held,
): Promise<boolean> {
  try {
    return await collect(services, ctx, row, held)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await moveOn(services.db, services.clock.now(), held, 'failed')
    return false
  }
}

/** The rows that the filters show now. */
async function collect(
  services: Services,
  ctx: ConsoleCtx,
  row: RunRow,
  held: Held,
): Promise<boolean> {
  const { pages, idOf } = actOf(row.act as BulkAct)
  const found = new Set<string>()
  for await (const lines of pagesOf(ctx, pages, (row.filters ?? {}) as Filters)) {
    for (const line of lines) found.add(idOf(line))
    if (found.size > MOST_STEPS) break
  }
  const ids = [...found]
  return inTransaction(services, async (trx) => {
    const isMine = await moveOn(
      trx,
      services.clock.now(),
      held,
      'checking',
      ids.length > MOST_STEPS,
    )
    if (isMine) await insertSteps(trx, held.id, ids.slice(0, MOST_STEPS))
    return isMine
  })
}

interface Step {
  place: number
  object_id: string
  title: string
}
interface Work {
  /** State of the rows that it takes, and of the run when there are none left. */
  takes: 'waiting' | 'possible'
  ends: BulkState
  run(ctx: ConsoleCtx, row: RunRow, held: Held, step: Step): Promise<void>
}

async function workOff(
  services: Services,
  held: Held,
  row: RunRow,
  { takes, ends, run }: Work,
): Promise<void> {
  while (await renewLease(services.db, services.clock.now(), held)) {
    const step = await findNextStep(services.db, held.id, takes)
    if (!step) {
      await moveOn(services.db, services.clock.now(), held, ends)
      return
    }
    // Anew for each row: the role may be gone since the last one.
    const ctx = await contextOfPerson(services, row.person_id, held.id)
    if (!ctx) return
    await run(ctx, row, held, step)
  }
}

const inputOf = ({ act, given }: RunRow, { object_id: id }: Step) =>
  actOf(act as BulkAct).inputOf(id, given as Record<string, string>)

/** Does the row in a transaction that is taken back: what refuses now, would refuse then. */
const tryStep: Work = {
  takes: 'waiting',
  ends: 'checked',
  async run(ctx, row, held, step) {
    const { operation, titleOf } = actOf(row.act as BulkAct)
    let title = step.object_id
    let reason: string | null
    try {
      title = await titleOf(ctx, step.object_id)
      reason = await reasonOf(ctx, () =>
        operation.run(
          { ...ctx, beforeCommit: () => Promise.reject(new TakenBack('it was only tried')) },
          inputOf(row, step),
        ),
      )
    } catch (error) {
      reason = codeOf(ctx, error)
    }
    await endStep(ctx.db, held, step.place, {
      from: 'waiting',
      title,
      ...(reason === null ? { to: 'possible' } : { to: 'impossible', reason }),
    })
  },
}

/** Marks the row in the transaction that does it, so that it is done once whoever dies when. */
const doStep: Work = {
  takes: 'possible',
  ends: 'done',
  async run(ctx, row, held, step) {
    const { operation } = actOf(row.act as BulkAct)
    const reason = await reasonOf(ctx, () =>
      operation.run(
        {
          ...ctx,
          beforeCommit: async ({ db }) => {
            const mine = await endStep(db, held, step.place, { from: 'possible', to: 'done' })
            if (!mine) throw new TakenBack('another job did this row')
          },
        },
        inputOf(row, step),
      ),
    )
    if (reason !== null)
      await endStep(ctx.db, held, step.place, { from: 'possible', to: 'refused', reason })
  },
}

/** Why the work was refused; null when it was done, or tried. */
async function reasonOf(ctx: ConsoleCtx, work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    return error instanceof TakenBack ? null : codeOf(ctx, error)
  }
}

function codeOf({ log, requestId }: ConsoleCtx, error: unknown): string {
  if (isRefusal(error)) return error.code
  log.error({ error, run: requestId }, 'a row of a bulk action failed')
  return UNEXPECTED
}
