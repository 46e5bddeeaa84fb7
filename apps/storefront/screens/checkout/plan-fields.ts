import { PERMISSIONS, type PermissionCode } from '#lib/market.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { getInstallation } from '#modules/installs/contract.ts'
import { atOrderSteps } from '#modules/installs/ui/plan-facts.ts'
import { findPlanErrors } from '#modules/installs/ui/read-inputs.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import type { CheckoutData } from './load-checkout.ts'

export type Plan = AnswerOf<typeof getInstallation>['data']['plan']

/** Query parameter of an owner who only buys now. */
export const LATER_PARAM = 'install_later'

/** The payment also installs something. */
export const installsWhenPaid = ({
  plan,
  bundle,
}: Pick<CheckoutData, 'plan' | 'bundle'>): boolean =>
  plan !== null || (bundle?.items.some((item) => item.plan !== null) ?? false)

/** Name of the hidden field with the version whose plan was shown. */
export const PLAN_FIELD = 'plan'

export function readPermissions(form: FormData): {
  allowed: PermissionCode[]
  refused: PermissionCode[]
} {
  const given = form.getAll('permission')
  return {
    allowed: PERMISSIONS.filter((code) => given.includes(code)),
    refused: PERMISSIONS.filter((code) => !given.includes(code)),
  }
}

export const orderStepsOf = (form: FormData, plan: Plan) =>
  atOrderSteps(plan.changes, new Set(readPermissions(form).refused))

/** Settings and code on order pages; the payment form asks for the other consents itself. */
export const findPlanMistakes = (
  form: FormData,
  { inputs }: Pick<Plan, 'inputs'>,
  orderSteps: readonly unknown[],
): FieldErrors =>
  findPlanErrors(form, { inputs, agreement: { agreed: true }, atOrderSteps: orderSteps })
