import { pickText } from '#lib/locale.ts'
import type { z } from 'zod'
import type { Services, StoreCtx } from '#kernel/context.ts'
import {
  type InputProperty,
  type Inputs,
  type Manifest,
  type SettingValue,
  answersSchema,
  requireItem,
} from '#modules/catalog/public.ts'
import { callPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import type { inputField } from './contract.ts'
import { refuse } from './errors.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { getInstallForm as contract } from './installer-contract.ts'
import { requireFitting } from './conditions.ts'

export const inputsOf = (manifest: Manifest): Inputs =>
  manifest.kind === 'app' ? manifest.inputs : { type: 'object', properties: {}, required: [] }

type Answers = Readonly<Record<string, SettingValue>>

/** The answers that a release asks for. */
export const answersTo = (manifest: Manifest, answers: Answers): Record<string, SettingValue> =>
  Object.fromEntries(
    Object.entries(answers).filter(([name]) => Object.hasOwn(inputsOf(manifest).properties, name)),
  )

/** The answers that only other releases ask for. */
export const answersBeside = (manifest: Manifest, answers: Answers): Record<string, SettingValue> =>
  Object.fromEntries(
    Object.entries(answers).filter(([name]) => !Object.hasOwn(inputsOf(manifest).properties, name)),
  )

/** Choices from the store itself. */
async function storeChoices(
  services: Services,
  storeId: string,
  source: 'customer_group' | 'language',
) {
  const connector = await connectorOf(services, storeId)
  const found = await callPlatform(() =>
    source === 'language' ? connector.listLanguages() : connector.listCustomerGroups(),
  )
  return found.map((one) => ({ value: one.code, label: one.name }))
}

const sourceOf = (property: InputProperty) =>
  property.type === 'string' ? property['x-arasta'] : undefined

/**
 * The install form of a release for this store (S7.15): inputs in the reader's language, the
 * store's own choices, and the last answers.
 */
export async function buildForm(
  ctx: StoreCtx,
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
        choices: source ? await storeChoices(ctx, ctx.actor.storeId, source) : (listed ?? null),
        format: property.type === 'string' ? (property.format ?? null) : null,
      }
    }),
  )
}

/**
 * Keeps the answers that are still valid for an update. `missing` must be answered before it
 * starts; `open` is what the form shows: those, new inputs, and invalid ones.
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
 * Validates the owner's answers against the manifest and the store's lists; missing ones take their
 * default.
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

export const getInstallForm = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const item = await requireItem(
      ctx,
      ctx.market,
      query.prefix ? { prefix: query.prefix } : { id: query.item_id ?? '' },
      ctx.locale,
    )
    const release = await requireFitting(ctx, ctx.actor, item, query)
    const fields = await buildForm(ctx, release.manifest)
    return {
      data: {
        version: release.version,
        schema: formSchema(inputsOf(release.manifest), fields),
        fields,
      },
    }
  },
})

type Field = z.input<typeof inputField>
type JsonSchema = Record<string, unknown>

/**
 * The install form as JSON Schema (draft 2020-12) for one store: in the reader's language, with its
 * customer groups and languages as choices. It accepts what an install accepts; `x-arasta` marks
 * choices from the store.
 */
export function formSchema(inputs: Inputs, fields: readonly Field[]): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        propertySchema(inputs.properties[field.name] as InputProperty, field),
      ]),
    ),
    // A default makes the answer optional.
    required: fields
      .filter((field) => field.required && field.default === null)
      .map((field) => field.name),
    additionalProperties: false,
  }
}

function propertySchema(property: InputProperty, field: Field): JsonSchema {
  const words = {
    title: field.title,
    ...(field.description !== null && { description: field.description }),
    ...(field.default !== null && { default: field.default }),
  }
  if (property.type === 'boolean') return { type: 'boolean', ...words }
  if (property.type === 'integer') {
    return {
      type: 'integer',
      ...words,
      minimum: property.minimum ?? Number.MIN_SAFE_INTEGER,
      maximum: property.maximum ?? Number.MAX_SAFE_INTEGER,
    }
  }
  const source = property['x-arasta']
  return {
    type: 'string',
    ...words,
    ...(source && { 'x-arasta': source }),
    ...(field.choices
      ? choicesSchema(field.choices)
      : {
          minLength: property.minLength ?? (field.required ? 1 : 0),
          maxLength: property.maxLength ?? 500,
          ...formatSchema(property.format, field.required),
        }),
  }
}

/** A store without customer groups has nothing to choose. */
const choicesSchema = (choices: NonNullable<Field['choices']>): JsonSchema =>
  choices.length === 0
    ? { not: {} }
    : { oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) }

const FORMATS: Readonly<Record<'color' | 'email' | 'uri', JsonSchema>> = {
  color: { pattern: '^#[0-9a-fA-F]{6}$' },
  email: { format: 'email' },
  uri: { format: 'uri', pattern: '^https?://' },
}

/** Forms send optional fields as empty strings. */
function formatSchema(
  format: 'color' | 'email' | 'uri' | undefined,
  required: boolean,
): JsonSchema {
  if (format === undefined) return {}
  return required ? FORMATS[format] : { anyOf: [{ const: '' }, FORMATS[format]] }
}
