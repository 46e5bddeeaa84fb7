import { pickText, type Locale, type Text } from '#lib/locale.ts'
import { plainText } from '#lib/text.ts'
import { isRefusal } from '#lib/refusal.ts'
import {
  PACKAGE_MESSAGES,
  PACKAGE_REFUSALS,
  type PackageRefusalCode,
} from '../packages/problems.ts'
import type { Finding, Rule } from './rule.ts'

/** Fills `{name}` with params in the reader's language; unknown names stay. */
export function fill(
  words: string,
  params: Readonly<Record<string, string | number | Text>>,
  locale: Locale,
): string {
  const numbers = new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale)
  return words.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name]
    if (value === undefined) return place
    if (typeof value === 'number') return numbers.format(value)
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

export function sayFinding(
  { wrong, mend }: Pick<Rule, 'wrong' | 'mend'>,
  { file, line, place, evidence, params }: Finding,
  locale: Locale,
): SaidFinding {
  const inside = place === null ? null : plainText(place)
  const at =
    file === null
      ? inside
      : `${file}${line === null ? '' : `:${line}`}${inside === null ? '' : ` (${inside})`}`
  return {
    wrong: fill(wrong[locale], params, locale),
    where: at,
    evidence,
    mend: fill(mend[locale], params, locale),
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
    words: fill(PACKAGE_MESSAGES[locale][`errors.${code}`], error.details.params ?? {}, locale),
  }
}
