import { forEachLocale, formatNumber, pickText, type Locale, type Text } from '#lib/locale.ts'
import { plainText } from '#lib/text.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { MessageFile } from '#locales/keys.ts'
import { readMessages } from '#locales/read.ts'
import { PACKAGE_REFUSALS, type PackageRefusalCode } from '../packages/problems.ts'
import type { Finding } from './rule.ts'

/** A text of the rule pack in one language. */
export const ruleText = (key: MessageFile['rules'], locale: Locale): string =>
  readMessages(locale, 'rules')[key] as string

/** What a rule says of a finding (`wrong`) and advises (`mend`), with places for its params. */
export const ruleTextOf = (id: string, part: 'wrong' | 'mend', locale: Locale): string =>
  ruleText(`rules.${id}.${part}` as MessageFile['rules'], locale)

/** The text of a refused package in every language. */
export const packageText = (
  code: PackageRefusalCode,
  params: Readonly<Record<string, string | number>>,
): Text => forEachLocale((locale) => fill(ruleText(`errors.${code}`, locale), params, locale))

/** Fills `{name}` with params in the reader's language; unknown names stay. */
export function fill(
  words: string,
  params: Readonly<Record<string, string | number | Text>>,
  locale: Locale,
): string {
  return words.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name]
    if (value === undefined) return place
    if (typeof value === 'number') return formatNumber(value, locale)
    return plainText(typeof value === 'string' ? value : pickText(value, locale))
  })
}

/** A finding as text. */
export interface SaidFinding {
  wrong: string
  where: string | null
  evidence: string | null
  mend: string
}

/** `id` of the rule. */
export function sayFinding(
  id: string,
  { file, line, place, evidence, params }: Finding,
  locale: Locale,
): SaidFinding {
  const inside = place === null ? null : plainText(place)
  const at =
    file === null
      ? inside
      : `${file}${line === null ? '' : `:${line}`}${inside === null ? '' : ` (${inside})`}`
  return {
    wrong: fill(ruleTextOf(id, 'wrong', locale), params, locale),
    where: at,
    evidence,
    mend: fill(ruleTextOf(id, 'mend', locale), params, locale),
  }
}

/** The text of a refused package; null for other errors. */
export function sayPackageRefusal(
  error: unknown,
  locale: Locale,
): { code: PackageRefusalCode; words: string } | null {
  if (!isRefusal(error) || !Object.hasOwn(PACKAGE_REFUSALS, error.code)) return null
  const code = error.code as PackageRefusalCode
  return {
    code,
    words: fill(ruleText(`errors.${code}`, locale), error.details.params ?? {}, locale),
  }
}
