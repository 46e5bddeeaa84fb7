import type { ErrorFacts } from '#lib/wire-error.ts'
import type { PermissionCode } from '#lib/market.ts'
import { planInstall } from '#modules/installs/contract.ts'
import { neededPermissions } from '#modules/installs/ui/plan-facts.ts'
import { ORDER_STEPS_FIELD, type readInputs } from '#modules/installs/ui/read-inputs.ts'
import { text } from '#modules/orders/ui/card-form.ts'
import type { readConsents } from '#modules/orders/ui/payment-form.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { forStoreOf, type ScreenContext } from '../../screen-context.ts'
import { planHere } from './load-checkout.ts'
import type { Plan } from './plan-fields.ts'

/** The plan of that version; null when the page showed none, or the shop has changed. */
export async function findAgreedPlan(
  screen: ScreenContext,
  id: string,
  version: string,
): Promise<Plan | null> {
  if (version === '') return null
  const { plan } = await planHere(screen, id)
  return plan?.version === version ? plan : null
}

/** Nothing that the buyer can mend: the item is bought, and the install is started later. */
const LATER: readonly string[] = ['installs.already_installed', 'platform.unavailable']

/** What the form says of one plan. */
export interface AgreedPlan {
  plan: Plan
  consents: ReturnType<typeof readConsents>
  /** Optional permissions. */
  allowed: readonly PermissionCode[]
  orderSteps: boolean
  inputs: ReturnType<typeof readInputs>
  draft: boolean
}

/** Has the item installed when the order is paid. Returns what the buyer must mend first. */
export async function planWithPayment(
  screen: ScreenContext,
  id: string,
  form: FormData,
  { plan, consents, allowed, orderSteps, inputs, draft }: AgreedPlan,
): Promise<{ error: ErrorFacts; fieldErrors: FieldErrors } | null> {
  const agreed = consents.find(({ kind }) => kind === 'data_protection')
  const planned = await screen.attempt(planInstall, {
    params: { id },
    body: {
      store: text(form, 'store'),
      release: plan.version,
      permissions: [...new Set([...neededPermissions(plan.changes), ...allowed])],
      agreement: agreed ? { version: agreed.version } : null,
      order_steps: orderSteps,
      inputs,
      draft,
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
