import { personIn } from '#kernel/actor.ts'
import { IDEMPOTENCY_KEY } from '#kernel/operation.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import type { ConsoleScreen } from '#apps/console/screen-context.ts'
import { nameForms } from '#lib/market-name.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { screenCalls } from '../screen-transport.ts'
import { requireConsoleOperation } from '../operations.ts'

/** What loaders and actions of the console get. */
export function consoleScreenOf(
  ctx: ConsoleCtx,
  {
    formKey,
    ...around
  }: {
    formKey: string | null
    nonce: string
    here: string
    failure: ErrorFacts | null
    sites: { app: string; theme: string }
  },
): ConsoleScreen {
  const person = personIn(ctx)
  return {
    ...screenCalls(ctx, {
      run(operation, input) {
        const given = (input ?? {}) as { headers?: Record<string, string> }
        // Every form carries an idempotency key.
        const headers =
          operation.method === 'post' && formKey !== null
            ? { ...given.headers, [IDEMPOTENCY_KEY]: formKey }
            : given.headers
        return requireConsoleOperation(operation.id).run(ctx, {
          ...given,
          ...(headers && { headers }),
        })
      },
    }),
    locale: ctx.locale,
    ...around,
    incident: ctx.requestId,
    face: {
      name: ctx.faces.both.name,
      logo: ctx.faces.both.logo,
      words: nameForms(ctx.faces.both.name, ctx.locale),
    },
    person: person && {
      name: person.name,
      email: person.email,
      emailVerified: person.emailVerified,
      hasSecondFactor: person.hasSecondFactor,
      secondMissing: person.secondMissing === true,
      operatorRole: person.operatorRole,
      partners: person.partners.map(({ id, name, role }) => ({ id, name, role })),
    },
  }
}
