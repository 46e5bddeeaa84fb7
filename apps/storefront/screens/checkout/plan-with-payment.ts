import type { ErrorFacts } from '#lib/wire-error.ts'
import { planInstall } from '#modules/installs/contract.ts'
import { neededPermissions } from '#modules/installs/ui/plan-facts.ts'
import { ORDER_STEPS_FIELD, readInputs } from '#modules/installs/ui/read-inputs.ts'
import { text } from '#modules/orders/ui/card-form.ts'
import type { readConsents } from '#modules/orders/ui/payment-form.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { forStoreOf, type ScreenContext } from '../../screen-context.ts'
import { readDraft } from '../install/draft-choice.tsx'
import { planHere } from './load-checkout.ts'
import { PLAN_FIELD, type Plan, readPermissions } from './plan-fields.ts'

/** The plan that the form agrees to; null when its page showed none, or the shop has changed. */
export async function findAgreedPlan(
  screen: ScreenContext,
  id: string,
  form: FormData,
): Promise<Plan | null> {
  const version = text(form, PLAN_FIELD)
  if (version === '') return null
  const { plan } = await planHere(screen, id)
  return plan?.version === version ? plan : null
}

/** Nothing that the buyer can mend: the item is bought, and the install is started later. */
const LATER: readonly string[] = ['installs.already_installed', 'platform.unavailable']

/** Has the item installed when the order is paid. Returns what the buyer must mend first. */
export async function planWithPayment(
  screen: ScreenContext,
  id: string,
  {
    form,
    plan,
    consents,
  }: { form: FormData; plan: Plan; consents: ReturnType<typeof readConsents> },
): Promise<{ error: ErrorFacts; fieldErrors: FieldErrors } | null> {
  const agreed = consents.find(({ kind }) => kind === 'data_protection')
  const planned = await screen.attempt(planInstall, {
    params: { id },
    body: {
      store: text(form, 'store'),
      release: plan.version,
      permissions: [
        ...new Set([...neededPermissions(plan.changes), ...readPermissions(form).allowed]),
      ],
      agreement: agreed ? { version: agreed.version } : null,
      order_steps: form.has(ORDER_STEPS_FIELD),
      inputs: readInputs(form, plan.inputs),
      draft: readDraft(form),
    },
    ...forStoreOf(form),
  })
  if (planned.ok || LATER.includes(planned.error.code)) return null
  const fieldErrors = Object.fromEntries(
    Object.entries(planned.error.fieldErrors ?? {}).filter(
      ([name]) => name === ORDER_STEPS_FIELD || name.startsWith('inputs.'),
    ),
  )
  return { error: planned.error, fieldErrors }
}
