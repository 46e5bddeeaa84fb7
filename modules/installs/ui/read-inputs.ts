import { latinDigits } from '#lib/digits.ts'
import { looksLikeEmail } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import type { InputField } from '../contract.ts'

export const inputName = (field: Pick<InputField, 'name'>): string => `inputs.${field.name}`

/**
 * The install form as it travels → answers of the wire. Empty fields are left out; what is no
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

/** What the page can see is wrong with the answers, field by field. */
export function findInputMistakes(
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

/** The box that agrees to code on the pages of an order. */
export const ORDER_STEPS_FIELD = 'order_steps'

/** The box that approves every permission marked as needed. */
export const APPROVAL_FIELD = 'approval'

interface Asked {
  inputs: readonly InputField[]
  agreement: { agreed: boolean }
  /** Parts that come to pages of the order as the form stands now. */
  atOrderSteps: readonly unknown[]
  /** Needed permissions that were not approved for this release yet. */
  toApprove?: readonly unknown[]
}

/**
 * S5.4, S5.5, S3.8: answers, then each consent that is still missing: needed permissions, code on
 * pages of the order, the agreement.
 */
export const findPlanMistakes = (form: FormData, plan: Asked): Record<string, FieldMessage> => ({
  ...findInputMistakes(form, plan.inputs),
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
