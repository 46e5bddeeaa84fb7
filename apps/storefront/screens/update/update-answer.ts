import { findPlanErrors } from '#modules/installs/ui/read-inputs.ts'
import { atOrderSteps } from '#modules/installs/ui/plan-facts.ts'
import type { PermissionCode } from '#lib/market.ts'
import type { FieldErrors } from '#ui/form-check.ts'
import type { InstallData } from '../install/load-install.ts'

/** What the page shows after a press that did not begin the update. */
export interface UpdateAnswer {
  message: string | null
  mistakes: FieldErrors
  given: Record<string, string>
}

/** The box that approves a permission which grows. */
export const consentName = (code: PermissionCode): string => `grow.${code}`

/**
 * What is wrong with the form of an update, in the order of the page: consents that it needs
 * (S5.4), answers, the agreement (S5.5).
 */
export function findUpdateMistakes(
  form: FormData,
  { update, plan }: Pick<InstallData, 'update' | 'plan'>,
): FieldErrors {
  const refused = new Set(
    (update?.asks ?? [])
      .filter((ask) => !ask.required && !form.has(consentName(ask.code)))
      .map((ask) => ask.code),
  )
  const needed = (update?.asks ?? []).filter(
    (ask) => ask.required && !form.has(consentName(ask.code)),
  )
  return {
    ...Object.fromEntries(
      needed.map((ask) => [consentName(ask.code), { code: 'installs.permissions_required' }]),
    ),
    ...findPlanErrors(form, {
      inputs: update?.inputs ?? [],
      agreement: plan.agreement,
      atOrderSteps: atOrderSteps(update?.changes ?? [], refused),
    }),
  }
}
