import { PERMISSIONS, type PermissionCode } from '#lib/market.ts'
import { atOrderSteps } from '#modules/installs/ui/plan-facts.ts'
import { findInputErrors, ORDER_STEPS_FIELD } from '#modules/installs/ui/read-inputs.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { isSlug } from '../../validity.ts'
import { type Plan, PLAN_FIELD } from './plan-fields.ts'

/** Query parameter with the comma-separated slugs of items that the owner does not want. */
export const WITHOUT_PARAM = 'without'

export const readWithout = (url: URL): string[] =>
  (url.searchParams.get(WITHOUT_PARAM) ?? '').split(',').filter(isSlug).slice(0, 8)

export const withoutQuery = (slugs: readonly string[]): string | undefined =>
  slugs.length > 0 ? slugs.join(',') : undefined

/** What a button of the form does that leaves an item out or puts it back: nothing is paid. */
export const CHOOSE_ITEMS = 'items'

/** Fields of one item of a bundle; the form has those of all of them. */
export const planField = (id: string): string => `${PLAN_FIELD}.${id}`
export const orderStepsField = (id: string): string => `${ORDER_STEPS_FIELD}.${id}`
export const permissionField = (id: string, code: PermissionCode): string =>
  `permission.${id}.${code}`

export const refusedIn = (form: FormData, id: string): PermissionCode[] =>
  PERMISSIONS.filter((code) => !form.has(permissionField(id, code)))

/** Two items may ask for a setting of the same name. */
export const withOwnNames = (id: string, plan: Plan): Plan => ({
  ...plan,
  inputs: plan.inputs.map((field) => ({ ...field, name: `${id}.${field.name}` })),
})
export const bareName = (id: string, name: string): string => name.slice(id.length + 1)

interface Planned {
  id: string
  plan: Plan | null
}

/** Settings and code on order pages of each item, in the order of the page. */
export const findBundleMistakes = (form: FormData, items: readonly Planned[]): FieldErrors =>
  Object.fromEntries(
    items.flatMap(({ id, plan }) => {
      if (plan === null) return []
      const steps = atOrderSteps(plan.changes, new Set(refusedIn(form, id)))
      const errors: FieldErrors = {
        ...findInputErrors(form, plan.inputs),
        ...(steps.length > 0 &&
          !form.has(orderStepsField(id)) && {
            [orderStepsField(id)]: { code: 'installs.order_steps_required' },
          }),
      }
      return Object.entries(errors)
    }),
  )
