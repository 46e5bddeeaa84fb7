import { CODE_RULES } from './code-rules.ts'
import { HARM_RULES } from './harm-rules.ts'
import { LICENCE_RULES } from './licence-rules.ts'
import { NAME_RULES } from './name-rules.ts'
import { PACKAGE_RULES } from './package-rules.ts'
import { PERMISSION_RULES } from './permission-rules.ts'
import { PICTURE_RULES } from './picture-rules.ts'
import type { LooksAt, Rule } from './rule.ts'
import { SECRET_RULES } from './secret-rules.ts'
import { TEXT_RULES } from './text-rules.ts'
import { THEME_RULES } from './theme-rules.ts'

/** The one rule pack: of the command line, of an upload and of the review queue. */
export const RULES: readonly Rule[] = [
  ...PACKAGE_RULES,
  ...TEXT_RULES,
  ...PICTURE_RULES,
  ...LICENCE_RULES,
  ...SECRET_RULES,
  ...CODE_RULES,
  ...HARM_RULES,
  ...PERMISSION_RULES,
  ...NAME_RULES,
  ...THEME_RULES,
]

/**
 * Those that look only at what is at hand: on a developer's machine nobody knows the market's other
 * names.
 */
export const rulesThatLookAt = (...what: LooksAt[]): Rule[] =>
  RULES.filter((rule) => what.includes(rule.looksAt))
