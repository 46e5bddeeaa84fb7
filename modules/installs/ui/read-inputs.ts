import { latinDigits } from '#lib/text.ts'
import { looksLikeEmail } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import type { InputField } from '../contract.ts'

export const inputName = (field: Pick<InputField, 'name'>): string => `inputs.${field.name}`

/**
 * The submitted install form as answers of the API. Empty fields are left out; text that is not a
 * number stays text.
 */
export function readInputs(
  form: FormData,
  fields: readonly InputField[],
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    fields.flatMap((field): [string, string | number | boolean][] => {
      if (field.type === 'boolean') return [[field.name, form.has(inputName(field))]]
      const given = textOf(form, field)
      if (given === '') return []
      return [
        [field.name, field.type === 'integer' && /^-?\d+$/.test(given) ? Number(given) : given],
      ]
    }),
  )
}

const FORMATS: Record<string, (text: string) => boolean> = {
  email: looksLikeEmail,
  uri: (text) => /^https?:\/\/\S+$/i.test(text),
  color: (text) => /^#[0-9a-f]{6}$/i.test(text),
}

/** Errors that the page itself can find, by field. */
export function findInputErrors(
  form: FormData,
  fields: readonly InputField[],
): Record<string, FieldMessage> {
  return Object.fromEntries(
    fields.flatMap((field): [string, FieldMessage][] => {
      if (field.type === 'boolean') return []
      const given = textOf(form, field)
      if (given === '')
        return field.required ? [[inputName(field), { code: 'field.required' }]] : []
      const wrong =
        (field.type === 'integer' && !/^-?\d+$/.test(given)) ||
        (field.choices !== null && !field.choices.some((choice) => choice.value === given)) ||
        (field.format !== null && FORMATS[field.format]?.(given) === false)
      return wrong
        ? [[inputName(field), { code: field.format === 'email' ? 'field.email' : 'field.invalid' }]]
        : []
    }),
  )
}

/** The checkbox that agrees to code on order pages. */
export const ORDER_STEPS_FIELD = 'order_steps'

/** The checkbox that approves all required permissions. */
export const APPROVAL_FIELD = 'approval'

interface Asked {
  inputs: readonly InputField[]
  agreement: { agreed: boolean }
  /** Parts on order pages, as the form is filled in now. */
  atOrderSteps: readonly unknown[]
  /** Required permissions that were not approved for this release yet. */
  toApprove?: readonly unknown[]
}

/**
 * S5.4, S5.5, S3.8: invalid answers, then each missing consent: required permissions, code on order
 * pages, the agreement.
 */
export const findPlanErrors = (form: FormData, plan: Asked): Record<string, FieldMessage> => ({
  ...findInputErrors(form, plan.inputs),
  ...((plan.toApprove ?? []).length > 0 &&
    !form.has(APPROVAL_FIELD) && { [APPROVAL_FIELD]: { code: 'installs.permissions_required' } }),
  ...(plan.atOrderSteps.length > 0 &&
    !form.has(ORDER_STEPS_FIELD) && {
      [ORDER_STEPS_FIELD]: { code: 'installs.order_steps_required' },
    }),
  ...(!plan.agreement.agreed &&
    !form.has('agreement') && { agreement: { code: 'installs.agreement_required' } }),
})

function textOf(form: FormData, field: InputField): string {
  const value = form.get(inputName(field))
  const text = typeof value === 'string' ? value.trim() : ''
  return field.type === 'integer' ? latinDigits(text) : text
}
