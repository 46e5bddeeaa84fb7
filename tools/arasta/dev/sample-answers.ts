import type { InputProperty } from '#modules/catalog/packages/manifest.ts'
import type { Manifest } from '#modules/catalog/packages/manifest.ts'
import type { SettingValue } from '#modules/catalog/packages/placeholders.ts'
import { inputsOf } from '#modules/installs/install-form.ts'
import { pickText, type Locale } from '#lib/locale.ts'

/**
 * What an owner would have answered: what was given on the command line, else the default, else
 * something that fits.
 */
export function answersFor(
  manifest: Manifest,
  given: Readonly<Record<string, string>>,
  locale: Locale,
): Record<string, SettingValue> {
  const { properties } = inputsOf(manifest)
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name))
  if (unknown.length > 0)
    throw new Error(
      `--set ${unknown.join(', ')}: the manifest has ${Object.keys(properties).join(', ') || 'no inputs'}`,
    )
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      answerFor(property, given[name], locale),
    ]),
  )
}

function answerFor(
  property: InputProperty,
  given: string | undefined,
  locale: Locale,
): SettingValue {
  switch (property.type) {
    case 'boolean':
      return given === undefined ? (property.default ?? true) : given === 'true'
    case 'integer':
      return given === undefined
        ? (property.default ?? property.minimum ?? 1)
        : Number.parseInt(given, 10) || 0
    case 'string':
      return given ?? property.default ?? sampleText(property, locale)
  }
}

function sampleText(property: Extract<InputProperty, { type: 'string' }>, locale: Locale): string {
  if (property.enum) return property.enum[0] ?? ''
  if (property.format === 'color') return '#0e7c86'
  if (property.format === 'email') return 'hello@shop.example'
  if (property.format === 'uri') return 'https://shop.example/'
  const title = pickText(property.title, locale)
  return title.padEnd(property.minLength ?? 0, '.').slice(0, property.maxLength ?? 200)
}
