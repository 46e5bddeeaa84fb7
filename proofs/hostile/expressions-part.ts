import { boundOf, readExpressions, slowOf } from '#test/support/slow-expressions.ts'
import { ROOT } from '#tools/launch/settings.ts'
import type { HostilePart } from './part.ts'

/**
 * Every regular expression that another party's bytes may reach takes as long as its input is, or
 * its input is bounded (SRV-5).
 */
export const expressionsPart: HostilePart = {
  title: 'Regular expressions',
  async run() {
    const { fixed } = readExpressions(ROOT)
    const bounded = fixed.filter((one) => boundOf(one)).length
    const violations = await slowOf(fixed.filter((one) => !boundOf(one)))
    return {
      done: `${fixed.length} expressions, ${bounded} of them with bounded input`,
      violations,
    }
  },
}
