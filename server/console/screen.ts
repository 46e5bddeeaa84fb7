import { data } from 'react-router'
import type { ConsoleScreen } from '#apps/console/screen-context.ts'
import type { ConsoleCtx } from '#contexts/console.ts'
import { PRESS_KEY } from '#contexts/press-key.ts'
import { nameForms } from '#lib/market-name.ts'
import { COMMON_REFUSALS, isRefusal, Refusal } from '#lib/refusal.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { toWireError } from '../errors.ts'
import { consoleImplementationOf } from './operations.ts'

/** The second door: what loaders and actions of the console get. */
export function consoleScreenOf(ctx: ConsoleCtx, { formKey, ...around }: { formKey: string | null; nonce: string; here: string; failure: ErrorFacts | null; sites: { app: string; theme: string } }): ConsoleScreen {
  const incident = ctx.requestId
  const wireOf = (error: unknown) => {
    const { wire, unexpected } = toWireError(error, ctx.t, incident)
    if (unexpected) ctx.log.error({ error, incident }, 'unexpected')
    return wire
  }
  const run: ConsoleScreen['call'] = async (operation, input) => {
    // Every form carries a key: what is pressed twice is done once.
    const headers = operation.method === 'post' && formKey !== null ? { [PRESS_KEY]: formKey } : undefined
    return await consoleImplementationOf(operation.id).run(ctx, { ...input, ...(headers && { headers: { ...input?.headers, ...headers } }) }) as never
  }
  return {
    call: async (operation, input) => {
      try {
        return await run(operation, input)
      } catch (error) {
        const wire = wireOf(error)
        throw data(wire, { status: wire.statusCode })
      }
    },
    attempt: async (operation, input) => {
      try {
        return { ok: true, answer: await run(operation, input) }
      } catch (error) {
        const wire = wireOf(error)
        return { ok: false, error: { ...wire, ...(isRefusal(error) && error.details.fields && { mistakes: error.details.fields }) } }
      }
    },
    refusal: code => {
      const wire = wireOf(new Refusal(code, COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS] ?? 404))
      return data(wire, { status: wire.statusCode })
    },
    locale: ctx.locale, ...around, incident, face: { name: ctx.faces.both.name, logo: ctx.faces.both.logo, words: nameForms(ctx.faces.both.name, ctx.locale) },
    person: ctx.person && {
      name: ctx.person.name, email: ctx.person.email, emailVerified: ctx.person.emailVerified, hasSecondFactor: ctx.person.hasSecondFactor, secondMissing: ctx.person.secondMissing === true, operatorRole: ctx.person.operatorRole,
      partners: ctx.person.partners.map(({ id, name, role }) => ({ id, name, role })),
    },
    report: error => ctx.log.error({ error, incident }, 'screen'),
  }
}
