import { storeOf } from '#kernel/actor.ts'
import { pickText } from '#lib/locale.ts'
import type { z } from 'zod'
import { type Ctx, type Services } from '#kernel/context.ts'
import {
  answersSchema,
  type InputProperty,
  type Inputs,
  type Manifest,
  type SettingValue,
} from '#modules/catalog/public.ts'
import { askPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import type { inputField } from './contract.ts'
import { refuse } from './errors.ts'

export const inputsOf = (manifest: Manifest): Inputs =>
  manifest.kind === 'app' ? manifest.inputs : { type: 'object', properties: {}, required: [] }

/** Customer groups and languages come from the store itself. */
async function storeChoices(
  services: Services,
  storeId: string,
  source: 'customer_group' | 'language',
) {
  const connector = await connectorOf(services, storeId)
  const found = await askPlatform(() =>
    source === 'language' ? connector.listLanguages() : connector.listCustomerGroups(),
  )
  return found.map((one) => ({ value: one.code, label: one.name }))
}

const sourceOf = (property: InputProperty) =>
  property.type === 'string' ? property['x-arasta'] : undefined

/**
 * The install form of a release on this store (S7.15): its inputs with words in the reader's
 * language, the store's own choices, and what the owner answered last time.
 */
export async function buildForm(
  ctx: Ctx,
  manifest: Manifest,
  kept: Record<string, SettingValue> = {},
): Promise<z.input<typeof inputField>[]> {
  const inputs = inputsOf(manifest)
  return Promise.all(
    Object.entries(inputs.properties).map(async ([name, property]) => {
      const source = sourceOf(property)
      const labels = property.type === 'string' ? (property['x-arasta-labels'] ?? {}) : {}
      const listed =
        property.type === 'string'
          ? property.enum?.map((value) => ({
              value,
              label: labels[value] ? pickText(labels[value], ctx.locale) : value,
            }))
          : undefined
      return {
        name,
        type: property.type,
        title: pickText(property.title, ctx.locale),
        description: property.description ? pickText(property.description, ctx.locale) : null,
        required: inputs.required.includes(name),
        default: kept[name] ?? property.default ?? null,
        choices: source ? await storeChoices(ctx, storeOf(ctx).storeId, source) : (listed ?? null),
        format: property.type === 'string' ? (property.format ?? null) : null,
      }
    }),
  )
}

/**
 * An update keeps the answers that still fit. `missing` must be answered before it can begin;
 * `open` is what its form shows: those, what is new, and what does not fit any more.
 */
export function carryAnswers(
  before: Inputs,
  after: Inputs,
  kept: Readonly<Record<string, SettingValue>>,
) {
  const answers: Record<string, SettingValue> = {}
  const [missing, open]: [string[], string[]] = [[], []]
  for (const [name, property] of Object.entries(after.properties)) {
    const given = kept[name]
    const alone: Inputs = {
      type: 'object',
      properties: { [name]: property },
      required: after.required.filter((one) => one === name),
    }
    const result = given === undefined ? null : answersSchema(alone).safeParse({ [name]: given })
    if (result?.success) Object.assign(answers, result.data)
    else if (after.required.includes(name) && property.default === undefined) missing.push(name)
    if (
      missing.includes(name) ||
      !Object.hasOwn(before.properties, name) ||
      result?.success === false
    )
      open.push(name)
  }
  return { answers, missing, open }
}

/**
 * The owner's answers, checked against the manifest and the store's own lists; left-out ones take
 * their default.
 */
export async function checkAnswers(
  services: Services,
  storeId: string,
  manifest: Manifest,
  given: Record<string, SettingValue>,
): Promise<Record<string, SettingValue>> {
  const inputs = inputsOf(manifest)
  const result = answersSchema(inputs).safeParse(given)
  if (!result.success) {
    throw refuse('installs.inputs_invalid', {
      fields: Object.fromEntries(
        result.error.issues.map((issue) => [
          `inputs.${issue.path.join('.')}`,
          { code: 'field.invalid' },
        ]),
      ),
    })
  }
  for (const [name, property] of Object.entries(inputs.properties)) {
    const source = sourceOf(property)
    const value = result.data[name]
    if (
      source &&
      value !== undefined &&
      value !== '' &&
      !(await storeChoices(services, storeId, source)).some((choice) => choice.value === value)
    ) {
      throw refuse('installs.inputs_invalid', {
        fields: { [`inputs.${name}`]: { code: 'field.invalid' } },
      })
    }
  }
  return result.data
}
