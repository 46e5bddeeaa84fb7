import { data } from 'react-router'
import type { RequestContext } from '#kernel/context.ts'
import type { AnswerOf, InputGiven, Operation } from '#kernel/operation.ts'
import {
  COMMON_REFUSALS,
  isRefusal,
  Refusal,
  type RefusalDetails,
  type RefusalStatus,
} from '#lib/refusal.ts'
import { nameWork } from '#lib/telemetry.ts'
import type { Attempt, WireError } from '#lib/wire-error.ts'
import { toWireError } from './errors.ts'

/** Calls for loaders and actions of every screen. */
export interface ScreenCalls {
  call<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<AnswerOf<T>>
  attempt<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<Attempt<AnswerOf<T>>>
  named(pattern: string): void
  refusal(code: string, details?: RefusalDetails): unknown
  report(error: unknown): void
}

/**
 * The screen transport of operations. `run` runs one with the screen's context. `isLost`: the
 * refusal means that the session has ended; `sessionLost` is thrown instead. `onTrouble`: the
 * answer must not be cached.
 */
export function screenCalls(
  ctx: RequestContext,
  {
    run,
    pageRefusals = {},
    isLost = () => false,
    sessionLost = () => undefined,
    onTrouble,
  }: {
    run(operation: Operation, input: unknown): Promise<unknown>
    pageRefusals?: Readonly<Record<string, RefusalStatus>>
    isLost?(operation: Operation, error: WireError): boolean
    sessionLost?(): unknown
    onTrouble?: (() => void) | undefined
  },
): ScreenCalls {
  const incident = ctx.requestId
  const wireOf = (error: unknown): WireError => {
    const { wire, unexpected } = toWireError(error, ctx.t, incident)
    if (unexpected) ctx.log.error({ error, incident }, 'unexpected')
    if (wire.statusCode >= 500 || wire.statusCode === 429) onTrouble?.()
    return wire
  }
  const answerOf = (wire: WireError) => data(wire, { status: wire.statusCode })
  return {
    async call(operation, input) {
      try {
        return (await run(operation, input)) as never
      } catch (error) {
        const wire = wireOf(error)
        throw isLost(operation, wire) ? sessionLost() : answerOf(wire)
      }
    },
    async attempt(operation, input) {
      try {
        return { ok: true, answer: (await run(operation, input)) as never }
      } catch (error) {
        const wire = wireOf(error)
        if (isLost(operation, wire)) throw sessionLost()
        const fieldErrors = isRefusal(error) ? error.details.fields : undefined
        return { ok: false, error: { ...wire, ...(fieldErrors && { fieldErrors }) } }
      }
    },
    // The router's own pattern begins with a slash for the home page only.
    named: (pattern) => nameWork(`page /${pattern.replace(/^\//, '')}`),
    refusal(code, details) {
      const status =
        COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS] ?? pageRefusals[code] ?? 404
      return answerOf(wireOf(new Refusal(code, status, details)))
    },
    report(error) {
      onTrouble?.()
      ctx.log.error({ error, incident }, 'screen')
    },
  }
}
