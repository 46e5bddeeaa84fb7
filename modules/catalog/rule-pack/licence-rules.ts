import { z } from 'zod'
import { listingOf, packageOf } from './sources.ts'
import { CannotCheck, finding, type Rule } from './rule.ts'

/**
 * Identifiers of spdx.org/licenses that allow redistribution; `LicenseRef-…` is a license of one's
 * own.
 */
const SPDX = new Set([
  '0BSD',
  'AFL-3.0',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC0-1.0',
  'EPL-2.0',
  'EUPL-1.2',
  'GPL-2.0-only',
  'GPL-2.0-or-later',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1-only',
  'LGPL-2.1-or-later',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'MS-PL',
  'NCSA',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'UFL-1.0',
  'Unicode-3.0',
  'Unlicense',
  'UPL-1.0',
  'W3C',
  'WTFPL',
  'X11',
  'Zlib',
])

/** One identifier, or several joined by AND and OR. */
const isSpdx = (expression: string): boolean =>
  expression.length <= 200 &&
  expression
    .replace(/[()]/g, ' ')
    .trim()
    .split(/\s(?:AND|OR)\s/)
    .every((name) => SPDX.has(name.trim()) || /^LicenseRef-[A-Za-z0-9.-]{1,60}$/.test(name.trim()))

const creditShape = z.object({ author: z.string().trim().min(1), licence: z.string() })

const nameOf: Rule = {
  id: 'licence.named',
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const { credits } = listingOf(candidate)
    if (credits.length === 0) return [finding({ place: 'credits', params: { licence: '–' } })]
    return credits.flatMap((credit, index) => {
      const read = creditShape.safeParse(credit)
      if (read.success && isSpdx(read.data.licence)) return []
      return [
        finding({
          place: `credits.${index}`,
          params: { licence: read.success ? read.data.licence : '–' },
        }),
      ]
    })
  },
}

const text: Rule = {
  id: 'licence.text',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const named = packageOf(candidate).files.filter(({ path }) =>
      /(?:^|\/)(?:(?:un)?licen[cs]e|copying|mit-license)[^/]*$|(?:^|\/)licen[cs]es\/[^/]+$/i.test(
        path,
      ),
    )
    if (named.some((file) => (file.text?.trim().length ?? 0) >= 100)) return []
    if (named.some((file) => file.kind === 'unread'))
      throw new CannotCheck('the licence could not be read')
    return [finding()]
  },
}

export const LICENCE_RULES: readonly Rule[] = [nameOf, text]
