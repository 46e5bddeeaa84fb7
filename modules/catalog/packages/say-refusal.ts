import type { Locale } from '#lib/locale.ts'
import { isRefusal } from '#lib/refusal.ts'
import { fill } from '../rule-pack/say.ts'
import { PACKAGE_MESSAGES } from './messages.ts'
import { PACKAGE_REFUSALS, type PackageRefusalCode } from './problems.ts'

/**
 * Why a package was refused, in the reader's language; null for an error that says nothing of the
 * package.
 */
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
